import { together } from './together';

together('limits');

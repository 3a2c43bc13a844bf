import { together } from './together';

together('signatures');

import { together } from './together';

together('lists');

import { together } from './together';

together('searching');

import { together } from './together';

together('people');

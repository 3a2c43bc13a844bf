import { together } from './together';

together('work');

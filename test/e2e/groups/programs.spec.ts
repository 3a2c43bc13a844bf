import { together } from './together';

together('programs');

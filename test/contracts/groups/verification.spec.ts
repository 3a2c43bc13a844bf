import { together } from './together';

together('verification');

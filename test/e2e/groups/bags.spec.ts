import { together } from './together';

together('bags');

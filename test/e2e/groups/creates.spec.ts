import { together } from './together';

together('creates');

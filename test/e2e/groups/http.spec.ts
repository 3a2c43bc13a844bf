import { together } from './together';

together('http');

import { together } from './together';

together('console');

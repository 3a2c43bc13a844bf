import { together } from './together';

together('accounts');

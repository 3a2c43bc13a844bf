import { together } from './together';

together('embedded');

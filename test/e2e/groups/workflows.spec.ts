import { together } from './together';

together('workflows');

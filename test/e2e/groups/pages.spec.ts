import { together } from './together';

together('pages');

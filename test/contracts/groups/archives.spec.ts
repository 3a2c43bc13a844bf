import { together } from './together';

together('archives');

import { together } from './together';

together('finding');

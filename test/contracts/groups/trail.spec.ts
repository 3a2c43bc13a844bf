import { together } from './together';

together('trail');

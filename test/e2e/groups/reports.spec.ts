import { together } from './together';

together('reports');

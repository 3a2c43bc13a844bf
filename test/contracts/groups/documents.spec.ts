import { together } from './together';

together('documents');

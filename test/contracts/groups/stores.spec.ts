import { together } from './together';

together('stores');

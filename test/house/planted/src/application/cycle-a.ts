// expects: no-cycles
import { b } from './cycle-b';
export const a = () => b;

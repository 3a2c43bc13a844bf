// expects: no-cycles
import type { B } from './cycle-b';
export interface A {
  b: B;
}

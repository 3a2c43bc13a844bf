import type { A } from './cycle-a';
export interface B {
  a: A;
}

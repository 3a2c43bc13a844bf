// expects: no-use-case-chains
import { Second } from './second.use-case';
export class First {
  constructor(readonly second: Second) {}
}

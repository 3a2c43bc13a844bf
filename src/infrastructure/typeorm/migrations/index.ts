import { Initial1763700000000 } from './1763700000000-initial';
import type { Migration } from './migration';

export const migrations: (new () => Migration)[] = [Initial1763700000000];

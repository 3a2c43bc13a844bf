import { Initial1764460800000 } from './1764460800000-initial';
import type { Migration } from './migration';

export const migrations: (new () => Migration)[] = [Initial1764460800000];

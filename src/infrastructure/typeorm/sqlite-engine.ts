import { createRequire } from 'node:module';
import type * as Sqlite from '@photostructure/sqlite';

type Engine = Pick<typeof Sqlite, 'DatabaseSync' | 'StatementSync'>;

/** Undefined before Node 22.16: until then it has no full-text search, and does not return rows as arrays. */
function ofNode(): Engine | undefined {
  const { emitWarning } = process;
  // While it is loaded, and only then: releases before 24.15 call it experimental at every start.
  process.emitWarning = () => undefined;
  try {
    const engine = process.getBuiltinModule('node:sqlite') as Engine | undefined;
    return engine && 'setReturnArrays' in engine.StatementSync.prototype ? engine : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

const load = createRequire(__filename);

/** SQLite as Node has it, else by a package with the same interface. */
export const { DatabaseSync } = ofNode() ?? (load('@photostructure/sqlite') as Engine);
export type Connection = InstanceType<typeof DatabaseSync>;

import type { DataSourceOptions, EntitySchema } from 'typeorm';
import * as billing from './billing.row';
import * as document from './document.row';
import * as event from './event.row';
import * as reading from './reading.row';
import * as structure from './structure.row';
import { onEngine } from './table';
import * as user from './user.row';
import * as webhook from './webhook.row';
import * as workflow from './workflow.row';

export * from './billing.row';
export * from './document.row';
export * from './event.row';
export * from './reading.row';
export * from './structure.row';
export * from './user.row';
export * from './webhook.row';
export * from './workflow.row';

const tables = [structure, user, document, workflow, billing, event, webhook, reading].flatMap((rows) =>
  Object.values<EntitySchema<unknown>>(rows as never),
);
// The export order of a module depends on the compiler.
tables.sort((a, b) => (a.options.name < b.options.name ? -1 : 1));

/** All tables, adapted to the engine. */
export const entitiesOf = (engine: DataSourceOptions['type']) => tables.map((schema) => onEngine(engine, schema));

import type { DataSourceOptions, EntitySchema } from 'typeorm';
import * as billing from './billing.entity';
import * as document from './document.entity';
import * as event from './event.entity';
import * as reading from './reading.entity';
import * as structure from './structure.entity';
import { onEngine } from './table';
import * as user from './user.entity';
import * as webhook from './webhook.entity';
import * as workflow from './workflow.entity';

export * from './billing.entity';
export * from './document.entity';
export * from './event.entity';
export * from './reading.entity';
export * from './structure.entity';
export * from './user.entity';
export * from './webhook.entity';
export * from './workflow.entity';

const tables = [structure, user, document, workflow, billing, event, webhook, reading].flatMap((rows) =>
  Object.values<EntitySchema<unknown>>(rows as never),
);
// The export order of a module depends on the compiler.
tables.sort((a, b) => (a.options.name < b.options.name ? -1 : 1));

/** All tables, adapted to the engine. */
export const entitiesOf = (engine: DataSourceOptions['type']) => tables.map((schema) => onEngine(engine, schema));

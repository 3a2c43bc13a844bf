import type { DataSource } from 'typeorm';
import { expectIdsOfOneKind } from './id-columns';
import { exemptionOf } from './tenant-exemptions';
import { blocksOf, normalised, NOTHING, type Block } from './tenant-facts';
import { watchStatements } from './watched-statements';

/** Every table that holds what belongs to a client. */
const TENANTS = new Set([
  'document',
  'document_count',
  'document_file',
  'share',
  'list_row',
  'list_row_value',
  'box',
  'value_list',
  'field',
  'tree_node',
  'node_field',
  'node_list',
  'signature_origin',
  'file_version',
  'file_work',
  'file_text',
  'file_words',
  'file_preview',
  'file_signature',
  'workflow_file',
  'user_grant',
  'user_account',
  'event_outbox',
  'event_log',
  'client_guard',
  'client_unit',
  'subscription_key',
  'api_key',
  'contract',
  'contract_service',
  'box_custody',
  'purged_use',
  'erased_user_count',
  'bill',
  'bill_line',
  'workflow_definition',
  'workflow_design',
  'workflow',
  'workflow_execution',
  'workflow_form_value',
  'workflow_comment',
  'workflow_document',
  'workflow_signing',
  'webhook',
  'document_value',
  'document_list_row',
  'document_words',
  'document_contents',
  'word_outbox',
  'event',
  'event_node',
  'webhook_parked',
  'webhook_attempt',
]);

/** Names whose own `client_id` is compared with a parameter, or with that of a name that is. */
function withinTenant(blocks: readonly Block[]): (block: Block, alias: string) => boolean {
  const within = new Set<string>();
  const key = (block: Block, alias: string) => `${blocks.indexOf(block)} ${alias}`;
  const names = (block: Block, alias: string) => block.names.some((name) => name.alias === alias);
  // An alias that the block does not name is that of a block around it.
  const holder = (block: Block, alias: string) => (names(block, alias) ? block : blocks.find((other) => other !== block && names(other, alias))); // prettier-ignore
  const known = (block: Block, alias: string) => {
    const owner = holder(block, alias);
    return owner !== undefined && within.has(key(owner, alias));
  };
  for (let size = -1; size < within.size;) {
    size = within.size;
    for (const block of blocks)
      for (const fact of block.facts) {
        const [kind, alias = '', other = ''] = fact.split(' ');
        if (fact === NOTHING) for (const name of block.names) within.add(key(block, name.alias));
        else if (kind === 'tenant' || known(block, other)) within.add(key(block, alias));
      }
  }
  return (block, alias) => within.has(key(block, alias));
}

/** The same statements come from every service of a process: each is looked into once. */
const known = new Map<string, { statement: string; tables: string[] }>();
function factsOf(text: string): { statement: string; tables: string[] } {
  let facts = known.get(text);
  if (!facts) known.set(text, (facts = { statement: normalised(text), tables: unscopedTables(text) }));
  return facts;
}

/** The tenant's tables that a statement reads or writes without a tenant's condition. */
export function unscopedTables(sql: string): string[] {
  const blocks = blocksOf(normalised(sql));
  const isWithin = withinTenant(blocks);
  return blocks.flatMap((block) =>
    block.names
      .filter(({ table, alias }) => {
        if (!TENANTS.has(table)) return false;
        // A row that is added names its tenant.
        if (alias === '') return !block.columns?.some((column) => /^(home_)?client_id$/.test(column));
        return !isWithin(block, alias);
      })
      .map(({ table }) => table),
  );
}

/** The nearest file of the project above the statement's execution; TypeORM has a folder `src`, too. */
function callerOf(stack: string): string {
  const frames = stack.split('\n').filter((line) => /\/(?:src\/(?:application|cli|http|infrastructure)|test)\//.test(line));
  const own = /tenant-tripwire|watched-statements|statement-telemetry|sqlite-isolation|typeorm\/sql\.|typeorm-unit-of-work/;
  return frames.find((line) => !own.test(line)) ?? '';
}

/** SQLite takes NULL for what is not given: that a parameter was forgotten would show on other servers alone. */
function expectAllFilled(text: string, parameters: readonly unknown[]): void {
  const filled = text.replace(/'[^']*'/g, '').split('?').length - 1;
  if (filled !== parameters.length) throw new Error(`${parameters.length} parameters for ${filled} places: ${text}`);
}

/** Looks once at every statement that the service runs, and tells at the end which of them no tenant's condition keeps in. */
export class TenantTripwire {
  private readonly seen = new Set<string>();
  private readonly found = new Set<string>();

  constructor(dataSource: DataSource) {
    watchStatements(dataSource, (text, parameters) => {
      expectAllFilled(text, parameters);
      expectIdsOfOneKind(text, parameters);
      this.look(text);
    });
  }

  /** Throws, and names every such statement. */
  expectNone(): void {
    if (this.found.size > 0) throw new Error(`statements without a tenant's condition:\n${[...this.found].join('\n')}`);
  }

  private look(text: string): void {
    const { statement, tables } = factsOf(text);
    if (tables.length === 0 || this.seen.has(statement)) return;
    this.seen.add(statement);
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 40;
    const caller = callerOf(new Error().stack ?? '');
    Error.stackTraceLimit = limit;
    if (exemptionOf(statement, caller) === null) this.found.add(`- ${[...new Set(tables)].join(', ')}: ${statement}\n  ${caller.trim()}`);
  }
}

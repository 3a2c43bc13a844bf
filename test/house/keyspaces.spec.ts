import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyspaceFiles, KEYSPACES_FOLDER } from '../../scripts/docs/vitess-keyspaces';

interface VSchema {
  tables: Record<string, { column_vindexes?: object[]; auto_increment?: { sequence: string } }>;
}

const committed = (name: string) => readFileSync(join(__dirname, '../..', KEYSPACES_FOLDER, name), 'utf8');

describe('the keyspaces of Vitess', () => {
  it('are those of the entities (npm run keyspaces writes them)', async () => {
    for (const [name, text] of Object.entries(await keyspaceFiles())) expect([name, committed(name)]).toEqual([name, text]);
  });

  it('name only tables and sequences that are in the other one, and have each table of clients in shards', () => {
    const [archive, service] = ['archive', 'service'].map((name) => JSON.parse(committed(`${name}/vschema.json`)) as VSchema);
    const named = Object.values(archive!.tables).flatMap(({ auto_increment: codes }) => codes?.sequence ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !service!.tables[name.replace(/^service\./, '')])).toEqual([]);
    const unplaced = Object.entries(archive!.tables).filter(([, table]) => !table.column_vindexes?.length);
    expect(unplaced).toEqual([]);
    // Rows of one client must have one hash.
    const clients = committed('archive/schema.sql').match(/`client_id` [a-z]+\(\d+\)/g) ?? [];
    expect(new Set(clients)).toEqual(new Set(['`client_id` binary(16)']));
    expect(Object.keys(archive!.tables)).toEqual(
      expect.arrayContaining(['document', 'box', 'workflow', 'share', 'object_journal', 'schema_migration']),
    );
    expect(Object.keys(service!.tables)).toEqual(expect.arrayContaining(['user_account', 'session', 'client', 'seq_document']));
  });
});

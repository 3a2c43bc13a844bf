import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  ArchiveStore,
  ThingTaken,
  type OtherRow,
  type OwnedList,
  type RowChanges,
  type SharedKind,
  type StoredRow,
  type Use,
} from '#application/ports/provisioning';
import { Clock } from '#application/ports/unit-of-work';
import type { ArchiveImage } from '#domain/provisioning/archive-image';
import type { Difference } from '#domain/provisioning/differences';
import { isDuplicate } from '../database-errors';
import { bytesIn, idBytes, idOf, idsBytes } from '../id-bytes';
import { openSchema } from '../migrate';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { ArchiveReader } from './archive-reader';
import { ArchiveWriter } from './archive-writer';
import { batches } from '../batches';
import { DueDays } from './due-days';
import { RowKeeper } from './row-keeper';

/** Deleted documents count, too: a search by status 4 still shows them with their level. */
const USES: Record<Use, string> = {
  'documents of unit': `SELECT x.id FROM service_unit x WHERE EXISTS (SELECT 1 FROM document d WHERE d.unit_id = ${bytesIn('x.id')})`,
  'documents of client': 'SELECT x.id FROM client x WHERE EXISTS (SELECT 1 FROM document d WHERE d.client_id = x.id)',
  'documents of level': `SELECT x.id FROM tree_node x
     WHERE EXISTS (SELECT 1 FROM document d WHERE d.client_id = x.client_id AND d.node_code = x.code)`,
  'documents in box': `SELECT x.id FROM box x
     WHERE EXISTS (SELECT 1 FROM document d WHERE d.client_id = x.client_id AND d.box_id = x.id)`,
  'values of field': `SELECT x.id FROM field x WHERE (EXISTS (SELECT 1 FROM document_value v WHERE v.client_id = x.client_id AND v.field_code IN (x.code, -x.code))
     OR EXISTS (SELECT 1 FROM list_row_value v WHERE v.client_id = x.client_id AND v.field_code = x.code))`,
  'bills of contract': 'SELECT x.id FROM contract x WHERE EXISTS (SELECT 1 FROM bill b WHERE b.contract_id = x.id)',
  'paid initial package of service': `SELECT x.id FROM contract_service x
     WHERE EXISTS (SELECT 1 FROM bill_line l WHERE l.client_id = x.client_id AND l.service_id = x.id AND l.initial_used IS NOT NULL)`,
  'rows of list':
    'SELECT x.id FROM value_list x WHERE EXISTS (SELECT 1 FROM list_row r WHERE r.client_id = x.client_id AND r.list_id = x.id)',
  'documents with rows of list': `SELECT x.id FROM value_list x
     WHERE EXISTS (SELECT 1 FROM list_row r JOIN document_list_row d ON d.client_id = x.client_id AND d.row_code = r.code WHERE r.list_id = x.id)`,
  'flows of workflow': `SELECT x.id FROM workflow_definition x
     WHERE EXISTS (SELECT 1 FROM workflow w WHERE w.client_id = x.client_id AND w.definition_id = x.id)`,
};

/** A client has more boxes than types: each type is looked for once. */
const SHARED: Record<SharedKind, string> = {
  profiles: `SELECT g.profile_id AS thing, g.client_id AS client FROM user_grant g GROUP BY g.profile_id, g.client_id
     UNION SELECT c.default_profile_id AS thing, c.id AS client FROM client c WHERE c.default_profile_id IS NOT NULL`,
  boxTypes: `SELECT t.id AS thing, c.id AS client FROM client c CROSS JOIN box_type t
     WHERE EXISTS (SELECT 1 FROM box b WHERE b.client_id = c.id AND b.type_id = t.id)`,
};

const OWNED: Record<SharedKind, string> = {
  profiles: 'SELECT t.id, t.client_id FROM profile t WHERE t.client_id IS NOT NULL',
  boxTypes: 'SELECT t.id, t.client_id FROM box_type t WHERE t.client_id IS NOT NULL',
};

/** Raw SQL (uses, list rows, due dates): they cover millions of documents. */
@Injectable()
export class TypeOrmArchiveStore extends ArchiveStore {
  private readonly rows: RowKeeper;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {
    super();
    this.rows = new RowKeeper(sql, clock);
  }

  ready(): Promise<void> {
    return openSchema(this.dataSource);
  }

  /** A transaction of SQLite is the only one from its beginning. */
  async lock(clientId?: string): Promise<void> {
    if (this.sql.isSqlite) return;
    if (clientId !== undefined)
      return void (await this.sql.rows('SELECT c.id FROM client c WHERE c.id = ? FOR UPDATE', [idBytes(clientId)]));
    await this.sql.rows('SELECT c.id FROM client c ORDER BY c.id FOR UPDATE');
    // Passwords, status and permissions are written under these locks, so that stale data cannot overwrite them.
    await this.sql.rows('SELECT u.id FROM user_account u ORDER BY u.id FOR UPDATE');
  }

  read(clientId?: string): Promise<ArchiveImage> {
    return new ArchiveReader(this.unitOfWork.manager, this.clock.now(), clientId).read();
  }

  async usersOf(kind: SharedKind): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const users = new Map<string, Set<string>>();
    for (const { thing, client } of await this.sql.rows<{ thing: string; client: Uint8Array }>(SHARED[kind])) {
      users.set(thing, (users.get(thing) ?? new Set()).add(idOf(client)));
    }
    return users;
  }

  async ownersOf(kind: SharedKind): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ id: string; client_id: Uint8Array }>(OWNED[kind]);
    return new Map(rows.map(({ id, client_id: clientId }) => [id, idOf(clientId)]));
  }

  async inUse(use: Use, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const used = new Set<string>();
    for (const batch of batches(ids)) {
      const values = use === 'documents of client' ? idsBytes(batch) : batch;
      const rows = await this.sql.rows<{ id: string | Uint8Array }>(`${USES[use]} AND x.id IN (${places(batch)})`, values);
      for (const { id } of rows) used.add(typeof id === 'string' ? id : idOf(id));
    }
    return used;
  }

  async unitsWithDocumentsOf(clientId: string, unitIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.rows<{ unit_id: Uint8Array }>(
      `SELECT DISTINCT d.unit_id FROM document d WHERE d.client_id = ? AND d.unit_id IN (${places(unitIds)})`,
      [idBytes(clientId), ...idsBytes(unitIds)],
    );
    return new Set(rows.map((row) => idOf(row.unit_id)));
  }

  async isLinked(listId: string, levelIds: readonly string[]): Promise<boolean> {
    for (const batch of batches(levelIds)) {
      const row = await this.sql.first(
        `SELECT d.code FROM tree_node n JOIN document d ON d.client_id = n.client_id AND d.node_code = n.code
           JOIN document_list_row l ON l.client_id = d.client_id AND l.document_code = d.code AND l.list_id = ? WHERE n.id IN (${places(batch)}) LIMIT 1`,
        [listId, ...batch],
      );
      if (row) return true;
    }
    return false;
  }

  rowsByKey(list: OwnedList, keys: readonly string[]): Promise<StoredRow[]> {
    return this.rows.byKey(list, keys);
  }

  otherRows(list: OwnedList, keys: Iterable<string>): Promise<OtherRow[]> {
    return this.rows.others(list, keys);
  }

  rowsAfter(list: OwnedList, code: number, limit: number): Promise<Omit<StoredRow, 'key'>[]> {
    return this.rows.after(list, code, limit);
  }

  async write(before: ArchiveImage, after: ArchiveImage, differences: readonly Difference[], owner: string | null = null): Promise<void> {
    // Starts at the time in seconds, which grows faster than versions: a re-created client never reuses a version of its predecessor.
    const firstVersion = Math.floor(this.clock.now().getTime() / 1000);
    try {
      await new ArchiveWriter(this.sql, this.unitOfWork, this.clock, before, after, differences, firstVersion, owner).write();
    } catch (error) {
      throw isDuplicate(error) ? new ThingTaken('an id is taken', { cause: error }) : error;
    }
  }

  writeRows(changes: RowChanges): Promise<void> {
    return this.rows.write(changes);
  }

  renewDueDays(levelIds: readonly string[]): Promise<void> {
    return new DueDays(this.sql).renew(levelIds);
  }
}

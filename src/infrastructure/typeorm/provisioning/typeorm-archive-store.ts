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
  'documents of unit': `SELECT thing.id FROM service_unit thing
     WHERE EXISTS (SELECT 1 FROM document WHERE document.unit_id = ${bytesIn('thing.id')})`,
  'documents of client': 'SELECT thing.id FROM client thing WHERE EXISTS (SELECT 1 FROM document WHERE document.client_id = thing.id)',
  'documents of level': `SELECT thing.id FROM tree_node thing
     WHERE EXISTS (SELECT 1 FROM document WHERE document.client_id = thing.client_id AND document.node_code = thing.code)`,
  'documents in box': `SELECT thing.id FROM box thing
     WHERE EXISTS (SELECT 1 FROM document WHERE document.client_id = thing.client_id AND document.box_id = thing.id)`,
  'values of field': `SELECT thing.id FROM field thing
     WHERE (EXISTS (SELECT 1 FROM document_value value WHERE value.client_id = thing.client_id AND value.field_code IN (thing.code, -thing.code))
       OR EXISTS (SELECT 1 FROM list_row_value cell WHERE cell.client_id = thing.client_id AND cell.field_code = thing.code))`,
  'bills of contract': 'SELECT thing.id FROM contract thing WHERE EXISTS (SELECT 1 FROM bill WHERE bill.contract_id = thing.id)',
  'paid initial package of service': `SELECT thing.id FROM contract_service thing
     WHERE EXISTS (SELECT 1 FROM bill_line
       WHERE bill_line.client_id = thing.client_id AND bill_line.service_id = thing.id AND bill_line.initial_used IS NOT NULL)`,
  'rows of list': `SELECT thing.id FROM value_list thing
     WHERE EXISTS (SELECT 1 FROM list_row WHERE list_row.client_id = thing.client_id AND list_row.list_id = thing.id)`,
  'documents with rows of list': `SELECT thing.id FROM value_list thing
     WHERE EXISTS (SELECT 1 FROM list_row JOIN document_list_row link ON link.client_id = thing.client_id AND link.row_code = list_row.code
       WHERE list_row.list_id = thing.id)`,
  'flows of workflow': `SELECT thing.id FROM workflow_definition thing
     WHERE EXISTS (SELECT 1 FROM workflow WHERE workflow.client_id = thing.client_id AND workflow.definition_id = thing.id)`,
};

/** A client has more boxes than types: each type is looked for once. */
const SHARED: Record<SharedKind, string> = {
  profiles: `SELECT user_grant.profile_id AS thing, user_grant.client_id AS client
     FROM user_grant GROUP BY user_grant.profile_id, user_grant.client_id
     UNION SELECT client.default_profile_id AS thing, client.id AS client FROM client WHERE client.default_profile_id IS NOT NULL`,
  boxTypes: `SELECT box_type.id AS thing, client.id AS client FROM client CROSS JOIN box_type
     WHERE EXISTS (SELECT 1 FROM box WHERE box.client_id = client.id AND box.type_id = box_type.id)`,
};

const OWNED: Record<SharedKind, string> = {
  profiles: 'SELECT id, client_id FROM profile WHERE client_id IS NOT NULL',
  boxTypes: 'SELECT id, client_id FROM box_type WHERE client_id IS NOT NULL',
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
    if (clientId !== undefined) return void (await this.sql.rows('SELECT id FROM client WHERE id = ? FOR UPDATE', [idBytes(clientId)]));
    await this.sql.rows('SELECT id FROM client ORDER BY id FOR UPDATE');
    // Passwords, status and permissions are written under these locks, so that stale data cannot overwrite them.
    await this.sql.rows('SELECT id FROM user_account ORDER BY id FOR UPDATE');
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
      const rows = await this.sql.rows<{ id: string | Uint8Array }>(`${USES[use]} AND thing.id IN (${places(batch)})`, values);
      for (const { id } of rows) used.add(typeof id === 'string' ? id : idOf(id));
    }
    return used;
  }

  async unitsWithDocumentsOf(clientId: string, unitIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.rows<{ unit_id: Uint8Array }>(
      `SELECT DISTINCT unit_id FROM document WHERE client_id = ? AND unit_id IN (${places(unitIds)})`,
      [idBytes(clientId), ...idsBytes(unitIds)],
    );
    return new Set(rows.map((row) => idOf(row.unit_id)));
  }

  async isLinked(listId: string, levelIds: readonly string[]): Promise<boolean> {
    for (const batch of batches(levelIds)) {
      const row = await this.sql.first(
        `SELECT document.code FROM tree_node
           JOIN document ON document.client_id = tree_node.client_id AND document.node_code = tree_node.code
           JOIN document_list_row link ON link.client_id = document.client_id AND link.document_code = document.code AND link.list_id = ?
           WHERE tree_node.id IN (${places(batch)}) LIMIT 1`,
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

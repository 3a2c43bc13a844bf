import { Injectable } from '@nestjs/common';
import { WriteConflict } from '#application/support/errors';
import { StructureHold } from '#application/ports/structure';
import type { Scope } from '#domain/access/scope';
import { idOf, idsBytes } from '../id-bytes';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** Raw SQL: on the path of every write. */
@Injectable()
export class TypeOrmStructureHold extends StructureHold {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  /** A shared lock for any number of writers. A transaction of SQLite is the only one from its beginning. */
  async hold({ reaches }: Scope): Promise<void> {
    if (!this.unitOfWork.current) throw new Error('a structure is held in a transaction');
    const judgedBy = new Map(reaches.map(({ structure }) => [structure.clientId, structure.version]));
    const ids = [...judgedBy.keys()];
    const rows = await this.sql.rows<{ id: Uint8Array; structure_version: number }>(
      `SELECT id, structure_version FROM client WHERE id IN (${places(ids)}) ORDER BY id ${this.sql.isSqlite ? '' : 'LOCK IN SHARE MODE'}`,
      idsBytes(ids),
    );
    const isSame = rows.length === ids.length && rows.every((row) => judgedBy.get(idOf(row.id)) === Number(row.structure_version));
    if (!isSame) throw new WriteConflict('the structure has changed since the request came in');
  }
}

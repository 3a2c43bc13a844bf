import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { Clock } from '#application/ports/clock';
import { ListRows, type ListRow } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import type { FieldValue } from '#domain/documents/field-value';
import { isDuplicate } from '../database-errors';
import { ofClients } from '../scope-condition';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { sha256, valueKey } from '../value-key';

interface CellRow {
  code: number;
  id: string;
  field_code: number | null;
  value: string | null;
}

@Injectable()
export class TypeOrmListRows extends ListRows {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null> {
    const within = ofClients(scope, 'r');
    const cells = await this.sql.rows<CellRow>(
      `SELECT r.code, r.id, v.field_code, v.value FROM list_row r LEFT JOIN list_row_value v ON v.row_code = r.code
       WHERE r.list_id = ? AND r.key_hash = ? AND ${within.sql}`,
      [listId, sha256(key), ...within.parameters],
    );
    const [first] = cells;
    if (!first) return null;
    const texts = cells.flatMap((cell) => (cell.field_code === null ? [] : [[cell.field_code, cell.value ?? ''] as const]));
    return { code: first.code, id: first.id, texts: new Map(texts) };
  }

  /** The unique key decides between two writers: whoever comes second reads the row of the first. */
  async addOrFind(
    scope: Scope,
    listId: string,
    key: string,
    cells: readonly (FieldValue & { fieldCode: number })[],
  ): Promise<ListRow & { added: boolean }> {
    return this.unitOfWork.run(async () => {
      const id = newId();
      try {
        const { insertedCode: code } = await this.sql.write(
          'INSERT INTO list_row (id, client_id, list_id, key_hash, created_at) VALUES (?, ?, ?, ?, ?)',
          [id, scope.clientId, listId, sha256(key), this.clock.now().getTime()],
        );
        await this.sql.insert(
          'list_row_value',
          ['row_code', 'field_code', 'value', 'value_key'],
          cells.map((cell) => [code, cell.fieldCode, cell.text, valueKey(cell.key)]),
        );
        return { code, id, texts: new Map(cells.map((cell) => [cell.fieldCode, cell.text])), added: true };
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const row = await this.findByKey(scope, listId, key);
        if (!row) throw error;
        return { ...row, added: false };
      }
    });
  }
}

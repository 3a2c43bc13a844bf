import { dueDay } from '#domain/documents/indexing';
import { Level } from '#domain/trees/client-structure';
import type { Parameter, Sql } from '../sql';

interface RuledLevel {
  client_id: Uint8Array;
  code: number;
  field_code: number | null;
  months: number | null;
}

/** Documents with a value, in a field of their own or in their list row. */
const HOLDERS = 'SELECT document_code FROM document_value WHERE client_id = ? AND field_code = ?';

/** Calculates the due dates of documents that are not deleted, one date per statement. Raw SQL: in bulk. */
export class DueDays {
  constructor(private readonly sql: Sql) {}

  async renew(levelIds: readonly string[]): Promise<void> {
    for (const id of levelIds) {
      const level = await this.ruleOf(id);
      if (level) await this.renewLevel(level);
    }
  }

  /** The rule of the level, or of its nearest ancestor that has one. */
  private async ruleOf(id: string): Promise<RuledLevel | null> {
    const columns = 'client_id, code, parent_code, retention_field_code AS field_code, retention_months AS months';
    type Row = RuledLevel & { parent_code: number | null };
    const level = await this.sql.first<Row>(`SELECT ${columns} FROM tree_node WHERE id = ?`, [id]);
    let at = level;
    while (at && at.field_code === null && at.parent_code !== null) {
      at = await this.sql.first<Row>(`SELECT ${columns} FROM tree_node WHERE client_id = ? AND code = ?`, [at.client_id, at.parent_code]);
    }
    return level && at && { ...at, code: level.code };
  }

  private async renewLevel({ client_id: clientId, code, field_code: fieldCode, months }: RuledLevel): Promise<void> {
    const days = fieldCode === null ? [] : await this.daysOf(clientId, code, fieldCode);
    const found: [number, string][] = days.map((day) => [fieldCode as number, day]);
    // Documents without a value come first: they must lose their old due date.
    const without = found.length === 0 ? '' : `AND code NOT IN (${HOLDERS})`;
    const set = (due: string | null, condition: string, ...parameters: Parameter[]) => this.set(clientId, code, due, condition, parameters);
    await set(null, `due_day IS NOT NULL ${without}`, ...(found.length === 0 ? [] : [clientId, fieldCode]));
    for (const [field, day] of found) {
      const due = dueDayOf(code, field, months ?? 0, day);
      await set(due, `(due_day IS NULL OR due_day <> ?) AND code IN (${HOLDERS} AND value_key = ?)`, due, clientId, field, day);
    }
  }

  private async daysOf(clientId: Uint8Array, nodeCode: number, fieldCode: number): Promise<string[]> {
    const rows = await this.sql.rows<{ day: string }>(
      `SELECT DISTINCT value.value_key AS day FROM document JOIN document_value value ON value.document_code = document.code
       WHERE value.client_id = ? AND document.client_id = ? AND document.node_code = ? AND document.deleted_at IS NULL
       AND value.field_code = ?`,
      [clientId, clientId, nodeCode, fieldCode],
    );
    return rows.map(({ day }) => day);
  }

  /** Increments the version, so that old ETags become invalid, as after any change. */
  private async set(clientId: Uint8Array, nodeCode: number, due: string | null, condition: string, parameters: readonly Parameter[]) {
    await this.sql.write(
      `UPDATE document SET due_day = ?, version = version + 1, changed_at = ${this.sql.now}
       WHERE client_id = ? AND node_code = ? AND deleted_at IS NULL AND ${condition}`,
      [due, clientId, nodeCode, ...parameters],
    );
  }
}

function dueDayOf(nodeCode: number, fieldCode: number, months: number, day: string): string | null {
  const retention = { referenceFieldCode: fieldCode, months };
  const level = new Level({ code: nodeCode, id: '', parentCode: null, name: '', path: '', retention, decimal: null }, retention, []);
  return dueDay(level, new Map([[fieldCode, day]]));
}

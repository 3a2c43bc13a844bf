import { Injectable } from '@nestjs/common';
import { Boxes, SignatureOrigins, type SignatureOrigin } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import { ofClients } from '../scope-condition';
import { Sql } from '../sql';

interface BoxRow {
  id: string;
  code: number;
  client_id: string;
  unit_id: string | null;
  numbered_by: 'client' | 'unit';
  type_id: string;
  parent_id: string | null;
  type_name: string;
}

const toBox = (row: BoxRow): Box => ({
  id: row.id,
  code: row.code,
  numberedBy: row.numbered_by,
  unitId: row.unit_id,
  typeId: row.type_id,
  parentId: row.parent_id,
});

@Injectable()
export class TypeOrmBoxes extends Boxes {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(scope: Scope, unitId: string, code: number): Promise<Box | null> {
    const within = ofClients(scope, 'b');
    const row = await this.sql.first<BoxRow>(
      `SELECT b.* FROM box b WHERE b.code = ? AND ${within.sql} AND (b.numbered_by = 'client' OR b.unit_id = ?) ORDER BY b.numbered_by`,
      [code, ...within.parameters, unitId],
    );
    return row && toBox(row);
  }

  async idsOf(scope: Scope, code: number): Promise<string[]> {
    const within = ofClients(scope, 'b');
    const rows = await this.sql.rows<{ id: string }>(
      `SELECT b.id FROM box b WHERE b.code = ? AND ${within.sql}
       UNION SELECT s.id FROM box b JOIN box s ON s.parent_id = b.id WHERE b.code = ? AND ${within.sql}`,
      [code, ...within.parameters, code, ...within.parameters],
    );
    return rows.map((row) => row.id);
  }

  async list(scope: Scope, limit: number): Promise<(Box & { clientId: string; typeName: string })[]> {
    const within = ofClients(scope, 'b');
    const rows = await this.sql.rows<BoxRow>(
      `SELECT b.*, t.name AS type_name FROM box b JOIN box_type t ON t.id = b.type_id WHERE ${within.sql} ORDER BY b.code LIMIT ?`,
      [...within.parameters, limit],
    );
    return rows.map((row) => ({ ...toBox(row), clientId: row.client_id, typeName: row.type_name }));
  }
}

@Injectable()
export class TypeOrmSignatureOrigins extends SignatureOrigins {
  constructor(private readonly sql: Sql) {
    super();
  }

  async list(scope: Scope): Promise<(SignatureOrigin & { clientId: string })[]> {
    const within = ofClients(scope, 'o');
    const rows = await this.sql.rows<{ id: string; client_id: string; message: string }>(
      `SELECT o.id, o.client_id, o.message FROM signature_origin o WHERE ${within.sql} ORDER BY o.message`,
      within.parameters,
    );
    return rows.map((row) => ({ id: row.id, clientId: row.client_id, message: row.message }));
  }
}

import { Injectable } from '@nestjs/common';
import { Structures } from '#application/ports/structures';
import { ClientStructure, type NodeField, type NodeList, type TreeNode } from '#domain/trees/client-structure';
import type { Field, FieldType, ListField, ParentOperator } from '#domain/trees/field';
import type { ValueList } from '#domain/value-lists/value-list';
import { Sql } from '../sql';

interface NodeRow {
  code: number;
  id: string;
  parent_code: number | null;
  name: string;
  path: string;
  retention_field_code: number | null;
  retention_months: number | null;
}

interface FieldRow {
  code: number;
  id: string;
  list_id: string | null;
  label: string;
  type: FieldType;
  min: number | null;
  max: number | null;
  pattern: string | null;
  mask: string | null;
  options: string | null;
  parent_code: number | null;
  parent_operator: ParentOperator | null;
  is_key: number;
  is_import_mandatory: number;
  locked_after_value: number;
}

interface ListRow {
  id: string;
  name: string;
  kind: ValueList['kind'];
  allows_inclusion: number;
  parent_list_id: string | null;
}

interface Attachment {
  node_code: number;
  mandatory: number;
  position: number;
}

const MOST_KEPT = 500;

/** Keeps the structure of clients in use; the version read with each request's grants says when a copy is out of date. */
@Injectable()
export class TypeOrmStructures extends Structures {
  private readonly kept = new Map<string, { version: number; structure: ClientStructure }>();

  constructor(private readonly sql: Sql) {
    super();
  }

  async load(clientId: string, version: number): Promise<ClientStructure | null> {
    const known = this.kept.get(clientId);
    if (known && known.version >= version) return known.structure;
    const structure = await this.read(clientId, version);
    if (!structure) return null;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(clientId, { version, structure });
    return structure;
  }

  /** `version`: not read again here, since what follows may be of a newer one in part. */
  private async read(clientId: string, version: number): Promise<ClientStructure | null> {
    const client = await this.sql.first<{ name: string }>('SELECT c.name FROM client c WHERE c.id = ?', [clientId]);
    if (!client) return null;
    const of = [clientId];
    const [units, nodes, fieldRows, listRows, nodeFields, nodeLists, automatic] = await Promise.all([
      this.sql.rows<{ id: string; name: string; cnpj: string | null }>(
        'SELECT u.id, u.name, u.cnpj FROM client_unit cu JOIN service_unit u ON u.id = cu.unit_id WHERE cu.client_id = ? ORDER BY u.name',
        of,
      ),
      this.sql.rows<NodeRow>('SELECT n.* FROM tree_node n WHERE n.client_id = ? ORDER BY n.path, n.code', of),
      this.sql.rows<FieldRow>('SELECT f.* FROM field f WHERE f.client_id = ? ORDER BY f.position, f.code', of),
      this.sql.rows<ListRow>('SELECT l.* FROM value_list l WHERE l.client_id = ? ORDER BY l.name', of),
      this.sql.rows<Attachment & { field_code: number }>(
        'SELECT nf.* FROM node_field nf JOIN tree_node n ON n.code = nf.node_code WHERE n.client_id = ?',
        of,
      ),
      this.sql.rows<Attachment & { list_id: string }>(
        'SELECT nl.* FROM node_list nl JOIN tree_node n ON n.code = nl.node_code WHERE n.client_id = ?',
        of,
      ),
      this.sql.rows<{ id: string; levels: string }>(
        `SELECT w.id, w.levels FROM workflow_definition w
         WHERE w.client_id = ? AND w.active = 1 AND w.activation = 'automatic' AND w.levels IS NOT NULL ORDER BY w.name, w.id`,
        of,
      ),
    ]);
    const lists = listRows.map((row) => toList(row, fieldRows));
    const fieldOf = new Map(fieldRows.map((row) => [row.code, toField(row)]));
    const listOf = new Map(lists.map((list) => [list.id, list]));
    return new ClientStructure(
      clientId,
      client.name,
      units,
      nodes.map(toNode),
      nodeFields.map((row): NodeField => ({ ...attached(row), field: fieldOf.get(row.field_code) as Field })),
      nodeLists.map((row): NodeList => ({ ...attached(row), list: listOf.get(row.list_id) as ValueList })),
      lists,
      version,
      byLevel(automatic),
    );
  }
}

function byLevel(rows: readonly { id: string; levels: string }[]): Map<string, string[]> {
  const starting = new Map<string, string[]>();
  for (const { id, levels } of rows) {
    for (const levelId of JSON.parse(levels) as string[]) starting.set(levelId, [...(starting.get(levelId) ?? []), id]);
  }
  return starting;
}

const attached = (row: Attachment) => ({ nodeCode: row.node_code, mandatory: row.mandatory === 1, position: row.position });

function toNode(row: NodeRow): TreeNode {
  const retention =
    row.retention_field_code === null ? null : { referenceFieldCode: row.retention_field_code, months: row.retention_months ?? 0 };
  return { code: row.code, id: row.id, parentCode: row.parent_code, name: row.name, path: row.path, retention };
}

function toField(row: FieldRow): Field {
  const { code, id, label, type, min, max, pattern, mask } = row;
  const options = row.options === null ? [] : (JSON.parse(row.options) as string[]);
  return { code, id, label, type, min, max, pattern, mask, options, parentCode: row.parent_code, parentOperator: row.parent_operator };
}

function toList(row: ListRow, fields: readonly FieldRow[]): ValueList {
  const ofList = fields
    .filter((field) => field.list_id === row.id)
    .map((field): ListField => ({
      ...toField(field),
      isKey: field.is_key === 1,
      isImportMandatory: field.is_key === 1 || field.is_import_mandatory === 1,
      lockedAfterValue: field.locked_after_value === 1,
    }));
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    allowsInclusion: row.allows_inclusion === 1,
    parentListId: row.parent_list_id,
    fields: ofList,
  };
}

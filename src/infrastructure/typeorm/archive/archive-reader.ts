import { PERMISSIONS } from '#domain/access/permission';
import { emptyImage, sortedGrants, type FieldImage, type GrantImage, type MutableImage } from '#domain/archive/archive-image';
import type { FieldType, ParentOperator } from '#domain/trees/field';
import type { Activation, WorkflowDesign } from '#domain/workflows/workflow-definition';
import type { Sql } from '../sql';
import { readContracts } from './contract-rows';

interface FieldRow {
  code: number;
  id: string;
  client_id: string;
  list_id: string | null;
  level_id: string | null;
  level_position: number | null;
  mandatory: number | null;
  position: number;
  label: string;
  type: FieldType;
  min: number | null;
  max: number | null;
  pattern: string | null;
  mask: string | null;
  options: string | null;
  parent_id: string | null;
  parent_operator: ParentOperator | null;
  is_key: number;
  is_import_mandatory: number;
  locked_after_value: number;
}

interface LevelRow {
  id: string;
  client_id: string;
  parent_id: string | null;
  name: string;
  path: string;
  retention_field_id: string | null;
  retention_months: number | null;
}

/** Reads how the whole archive is organised. */
export class ArchiveReader {
  private readonly image: MutableImage = emptyImage();

  constructor(
    private readonly sql: Sql,
    private readonly now: Date,
  ) {}

  async read(): Promise<MutableImage> {
    await this.service();
    await this.clients();
    await this.levels();
    await this.fields();
    await this.boxes();
    await readContracts(this.sql, this.image);
    await this.users();
    await this.workflows();
    return this.image;
  }

  private async service(): Promise<void> {
    const { units, boxTypes, profiles } = this.image;
    const unitRows = await this.sql.rows<{ id: string; name: string; cnpj: string | null }>(
      'SELECT u.id, u.name, u.cnpj FROM service_unit u ORDER BY u.name, u.id',
    );
    for (const { id, name, cnpj } of unitRows) units.set(id, { id, name, cnpj });
    const types = await this.sql.rows<{ id: string; name: string }>('SELECT t.id, t.name FROM box_type t ORDER BY t.name, t.id');
    for (const { id, name } of types) boxTypes.set(id, { id, name });
    const profileRows = await this.sql.rows<{ id: string; name: string; permissions: string }>(
      'SELECT p.* FROM profile p ORDER BY p.name, p.id',
    );
    for (const { id, name, permissions } of profileRows) {
      const held = permissions.split(' ');
      profiles.set(id, { id, name, permissions: PERMISSIONS.filter((permission) => held.includes(permission)) });
    }
  }

  private async clients(): Promise<void> {
    const { clients, lists } = this.image;
    const served = new Map<string, string[]>();
    const pairs = await this.sql.rows<{ client_id: string; unit_id: string }>('SELECT cu.* FROM client_unit cu ORDER BY cu.unit_id');
    for (const { client_id: client, unit_id: unit } of pairs) served.set(client, [...(served.get(client) ?? []), unit]);
    const rows = await this.sql.rows<{ id: string; name: string; default_profile_id: string | null }>(
      'SELECT c.* FROM client c ORDER BY c.name, c.id',
    );
    for (const { id, name, default_profile_id: defaultProfileId } of rows) {
      clients.set(id, { id, name, unitIds: (served.get(id) ?? []).sort(), defaultProfileId });
    }
    const listRows = await this.sql.rows<{
      id: string;
      client_id: string;
      name: string;
      kind: 'autocomplete' | 'consolidation';
      allows_inclusion: number;
      parent_list_id: string | null;
    }>('SELECT l.* FROM value_list l ORDER BY l.name, l.id');
    for (const { id, client_id: clientId, name, kind, allows_inclusion: grows, parent_list_id: parentListId } of listRows) {
      lists.set(id, { id, clientId, name, kind, allowsInclusion: grows === 1, parentListId });
    }
  }

  private async levels(): Promise<void> {
    const attached = new Map<string, { listId: string; mandatory: boolean }[]>();
    const links = await this.sql.rows<{ level_id: string; list_id: string; mandatory: number }>(
      `SELECT n.id AS level_id, nl.list_id, nl.mandatory FROM node_list nl JOIN tree_node n ON n.code = nl.node_code
       ORDER BY nl.position, nl.list_id`,
    );
    for (const { level_id: level, list_id: listId, mandatory } of links) {
      attached.set(level, [...(attached.get(level) ?? []), { listId, mandatory: mandatory === 1 }]);
    }
    const rows = await this.sql.rows<LevelRow>(
      `SELECT n.id, n.client_id, p.id AS parent_id, n.name, n.path, f.id AS retention_field_id, n.retention_months
       FROM tree_node n LEFT JOIN tree_node p ON p.code = n.parent_code LEFT JOIN field f ON f.code = n.retention_field_code
       ORDER BY n.path, n.code`,
    );
    for (const row of rows) {
      const { retention_field_id: fieldId, retention_months: months } = row;
      this.image.levels.set(row.id, {
        id: row.id,
        clientId: row.client_id,
        parentId: row.parent_id,
        name: row.name,
        path: row.path,
        retention: fieldId === null ? null : { fieldId, months: months ?? 0 },
        lists: attached.get(row.id) ?? [],
      });
    }
  }

  /** The rank of a field among its siblings is what a definition can say; numbers may have gaps. */
  private async fields(): Promise<void> {
    const rows = await this.sql.rows<FieldRow>(
      `SELECT f.*, n.id AS level_id, nf.position AS level_position, nf.mandatory, p.id AS parent_id FROM field f
       LEFT JOIN node_field nf ON nf.field_code = f.code LEFT JOIN tree_node n ON n.code = nf.node_code LEFT JOIN field p ON p.code = f.parent_code
       ORDER BY COALESCE(nf.position, f.position), f.code`,
    );
    const ranks = new Map<string, number>();
    for (const row of rows) {
      const owner = row.list_id ?? row.level_id ?? '';
      const position = ranks.get(owner) ?? 0;
      ranks.set(owner, position + 1);
      this.image.fields.set(row.id, toField(row, position));
    }
  }

  private async boxes(): Promise<void> {
    const rows = await this.sql.rows<{
      id: string;
      client_id: string;
      code: number;
      unit_id: string | null;
      type_id: string;
      provisional_number: string | null;
      parent_id: string | null;
    }>('SELECT b.* FROM box b ORDER BY b.code, b.numbered_by, b.id');
    for (const row of rows) {
      this.image.boxes.set(row.id, {
        id: row.id,
        clientId: row.client_id,
        code: row.code,
        unitId: row.unit_id,
        typeId: row.type_id,
        provisional: row.provisional_number,
        parentId: row.parent_id,
      });
    }
    const origins = await this.sql.rows<{ id: string; client_id: string; message: string }>(
      'SELECT o.* FROM signature_origin o ORDER BY o.message, o.id',
    );
    for (const { id, client_id: clientId, message } of origins) this.image.origins.set(id, { id, clientId, message });
  }

  private async workflows(): Promise<void> {
    const rows = await this.sql.rows<{
      id: string;
      client_id: string;
      name: string;
      active: number;
      activation: Activation;
      levels: string | null;
      design: string;
      model: string | null;
    }>('SELECT w.*, d.design, d.model FROM workflow_definition w JOIN workflow_design d ON d.code = w.revision ORDER BY w.name, w.id');
    for (const { id, client_id: clientId, name, active, activation, levels, design, model: modelContent } of rows) {
      const read = JSON.parse(design) as WorkflowDesign;
      const levelIds = JSON.parse(levels ?? '[]') as string[];
      this.image.workflows.set(id, { id, name, clientId, active: active === 1, activation, levelIds, design: read, modelContent });
    }
  }

  private async users(): Promise<void> {
    const grants = new Map<string, GrantImage[]>();
    const grantRows = await this.sql.rows<{
      user_id: string;
      client_id: string;
      unit_id: string | null;
      node_id: string | null;
      profile_id: string;
    }>('SELECT g.* FROM user_grant g');
    for (const { user_id: user, client_id: clientId, unit_id: unitId, node_id: levelId, profile_id: profileId } of grantRows) {
      grants.set(user, [...(grants.get(user) ?? []), { clientId, unitId, levelId, profileId }]);
    }
    const rows = await this.sql.rows<{
      id: string;
      login: string;
      name: string;
      email: string | null;
      active: number;
      password_hash: string;
      home_client_id: string | null;
      inactive_from: number | null;
    }>('SELECT u.* FROM user_account u ORDER BY u.login_key');
    for (const {
      id,
      login,
      name,
      email,
      active,
      password_hash: passwordHash,
      home_client_id: homeClientId,
      inactive_from: until,
    } of rows) {
      this.image.users.set(id, {
        id,
        name,
        login,
        email,
        active: active === 1 && (until === null || until > this.now.getTime()),
        passwordHash,
        homeClientId,
        grants: sortedGrants(grants.get(id) ?? []),
      });
    }
  }
}

function toField(row: FieldRow, position: number): FieldImage {
  return {
    id: row.id,
    clientId: row.client_id,
    levelId: row.level_id,
    listId: row.list_id,
    position,
    label: row.label,
    type: row.type,
    mandatory: row.mandatory === 1,
    min: row.min,
    max: row.max,
    pattern: row.pattern,
    mask: row.mask,
    options: row.options === null ? [] : (JSON.parse(row.options) as string[]),
    parentFieldId: row.parent_id,
    parentOperator: row.parent_operator,
    isKey: row.is_key === 1,
    isImportMandatory: row.is_key === 1 || row.is_import_mandatory === 1,
    lockedAfterValue: row.locked_after_value === 1,
  };
}

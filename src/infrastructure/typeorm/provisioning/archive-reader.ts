import { In, type EntityManager } from 'typeorm';
import { PERMISSIONS } from '#domain/access/permission';
import { sortedGrants } from '#domain/provisioning/archive-image';
import { emptyImage, type MutableImage } from '#domain/provisioning/kinds';
import {
  BoxEntity,
  BoxTypeEntity,
  ClientEntity,
  ClientUnitEntity,
  FieldEntity,
  NodeFieldEntity,
  NodeListEntity,
  ProfileEntity,
  ServiceUnitEntity,
  SignatureOriginEntity,
  TreeNodeEntity,
  UserAccountEntity,
  UserGrantEntity,
  ValueListEntity,
  WebhookEntity,
  WorkflowDefinitionEntity,
  WorkflowDesignEntity,
} from '../entities';
import { grouped, inBatches } from '../batches';
import { readContracts } from './contract-rows';

/** Reads the structure of the whole archive, or of one client (`ArchiveStore.read`). */
export class ArchiveReader {
  private readonly image: MutableImage = emptyImage();
  private readonly where: { clientId?: string };

  constructor(
    private readonly manager: EntityManager,
    private readonly now: Date,
    private readonly clientId?: string,
  ) {
    this.where = clientId === undefined ? {} : { clientId };
  }

  async read(): Promise<MutableImage> {
    await this.clients();
    await this.service();
    await this.structure();
    if (this.clientId === undefined) await this.boxes();
    await this.origins();
    await readContracts(this.manager, this.image, this.where);
    await this.users();
    await this.workflows();
    await this.webhooks();
    return this.image;
  }

  private async service(): Promise<void> {
    const { units, boxTypes, profiles } = this.image;
    const order = { name: 'ASC', id: 'ASC' } as const;
    const serving = this.clientId === undefined ? {} : { id: In([...(this.image.clients.get(this.clientId)?.unitIds ?? [])]) };
    for (const unit of await this.manager.find(ServiceUnitEntity, { where: serving, order })) units.set(unit.id, unit);
    for (const { id, name } of await this.manager.find(BoxTypeEntity, { order })) boxTypes.set(id, { id, name });
    for (const { id, name, permissions } of await this.manager.find(ProfileEntity, { order })) {
      const held = permissions.split(' ');
      profiles.set(id, { id, name, permissions: PERMISSIONS.filter((permission) => held.includes(permission)) });
    }
  }

  private async clients(): Promise<void> {
    const order = { name: 'ASC', id: 'ASC' } as const;
    const served = grouped(await this.manager.findBy(ClientUnitEntity, this.where), ({ clientId }) => clientId);
    const own = this.clientId === undefined ? {} : { id: this.clientId };
    for (const { id, name, defaultProfileId } of await this.manager.find(ClientEntity, { where: own, order })) {
      const unitIds = served(id).map(({ unitId }) => unitId).sort(); // prettier-ignore
      this.image.clients.set(id, { id, name, unitIds, defaultProfileId });
    }
    for (const list of await this.manager.find(ValueListEntity, { where: this.where, order })) this.image.lists.set(list.id, list);
  }

  /** Levels, fields and lists reference each other by codes, which are internal. */
  private async structure(): Promise<void> {
    const { manager, image, where } = this;
    const levels = await manager.find(TreeNodeEntity, { where, order: { path: 'ASC', code: 'ASC' } });
    const fields = await manager.find(FieldEntity, { where, order: { code: 'ASC' } });
    const order = { position: 'ASC', listId: 'ASC' } as const;
    const lists = await manager.find(NodeListEntity, { where, order });
    const attached = grouped(lists, ({ nodeCode }) => nodeCode);
    const places = await manager.findBy(NodeFieldEntity, where);
    const placeOf = new Map(places.map((place) => [place.fieldCode, place]));
    const levelId = idByCode(levels);
    const fieldId = idByCode(fields);
    for (const { code, id, clientId, parentCode, name, path, retentionFieldCode, retentionMonths, reading, decimalMark } of levels) {
      const reference = fieldId(retentionFieldCode);
      image.levels.set(id, {
        ...{ id, clientId, parentId: levelId(parentCode), name, path },
        retention: reference === null ? null : { fieldId: reference, months: retentionMonths ?? 0 },
        reading,
        decimal: decimalMark,
        lists: attached(code).map(({ listId, mandatory }) => ({ listId, mandatory })),
      });
    }
    // Definitions express the rank of a field among its siblings; stored positions may have gaps.
    const ranks = new Map<string, number>();
    const positionOf = ({ code, position }: FieldEntity) => placeOf.get(code)?.position ?? position;
    for (const row of fields.sort((a, b) => positionOf(a) - positionOf(b))) {
      const place = placeOf.get(row.code);
      const ofLevel = levelId(place?.nodeCode ?? null);
      const owner = row.listId ?? ofLevel ?? '';
      const position = ranks.get(owner) ?? 0;
      ranks.set(owner, position + 1);
      const { code: _code, parentCode, isKey, isImportMandatory, options, ...field } = row;
      image.fields.set(row.id, {
        ...field,
        levelId: ofLevel,
        position,
        mandatory: place?.mandatory === true,
        options: options ?? [],
        parentFieldId: fieldId(parentCode),
        isKey,
        isImportMandatory: isKey || isImportMandatory,
      });
    }
  }

  private async boxes(): Promise<void> {
    const rows = await this.manager.find(BoxEntity, { order: { code: 'ASC', numberedBy: 'ASC', id: 'ASC' } });
    for (const { id, clientId, code, unitId, typeId, provisionalNumber: provisional, parentId } of rows)
      this.image.boxes.set(id, { id, clientId, code, unitId, typeId, provisional, parentId });
  }

  private async origins(): Promise<void> {
    const origins = await this.manager.find(SignatureOriginEntity, { where: this.where, order: { message: 'ASC', id: 'ASC' } });
    for (const origin of origins) this.image.origins.set(origin.id, origin);
  }

  private async workflows(): Promise<void> {
    const rows = await this.manager.find(WorkflowDefinitionEntity, { where: this.where, order: { name: 'ASC', id: 'ASC' } });
    const revisions = rows.map(({ revision }) => revision);
    const designs = await inBatches(revisions, (batch) => this.manager.findBy(WorkflowDesignEntity, { code: In(batch) }));
    const designOf = new Map(designs.map((design) => [design.code, design]));
    for (const { revision, levels, ...row } of rows) {
      const { design, model: modelContent } = designOf.get(revision) as WorkflowDesignEntity;
      this.image.workflows.set(row.id, { ...row, levelIds: levels ?? [], design, modelContent });
    }
  }

  private async webhooks(): Promise<void> {
    for (const row of await this.manager.find(WebhookEntity, { where: this.where, order: { id: 'ASC' } })) {
      const { id, clientId, url, description, types, levelId, actorId: userId } = row;
      this.image.webhooks.set(id, { id, clientId, url, description, types, levelId, userId });
    }
  }

  private async users(): Promise<void> {
    const found = await this.manager.findBy(UserGrantEntity, this.where);
    const grants = grouped(found, ({ userId }) => userId);
    for (const row of await this.accounts(found)) {
      const { id, name, login, email, passwordHash, service, inactiveFrom } = row;
      // Another client's home is not told.
      const homeClientId = [undefined, row.homeClientId].includes(this.clientId) ? row.homeClientId : null;
      const active = row.active && (inactiveFrom === null || inactiveFrom > this.now);
      const own = grants(id).map(({ clientId, unitId, nodeId: levelId, profileId }) => ({ clientId, unitId, levelId, profileId }));
      this.image.users.set(id, { id, name, login, email, active, passwordHash, service, homeClientId, grants: sortedGrants(own) });
    }
  }

  private async accounts(grants: readonly UserGrantEntity[]): Promise<UserAccountEntity[]> {
    if (this.clientId === undefined) return this.manager.find(UserAccountEntity, { order: { loginKey: 'ASC' } });
    const atHome = await this.manager.findBy(UserAccountEntity, { homeClientId: this.clientId });
    const known = new Set(atHome.map(({ id }) => id));
    const others = [...new Set(grants.map(({ userId }) => userId))].filter((id) => !known.has(id));
    const granted = await inBatches(others, (batch) => this.manager.findBy(UserAccountEntity, { id: In(batch) }));
    return [...atHome, ...granted].sort((a, b) => (a.loginKey < b.loginKey ? -1 : 1));
  }
}

function idByCode(rows: readonly { code: number; id: string }[]): (code: number | null) => string | null {
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return (code) => (code === null ? null : (ids.get(code) ?? null));
}

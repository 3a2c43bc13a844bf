import { In, type EntityManager } from 'typeorm';
import { PERMISSIONS } from '#domain/access/permission';
import { emptyImage, sortedGrants, type MutableImage } from '#domain/archive/archive-image';
import {
  BoxRow,
  BoxTypeRow,
  ClientRow,
  ClientUnitRow,
  FieldRow,
  NodeFieldRow,
  NodeListRow,
  ProfileRow,
  ServiceUnitRow,
  SignatureOriginRow,
  TreeNodeRow,
  UserAccountRow,
  UserGrantRow,
  ValueListRow,
  WebhookRow,
  WorkflowDefinitionRow,
  WorkflowDesignRow,
} from '../rows';
import { grouped, inBatches } from '../batches';
import { readContracts } from './contract-rows';

/** Reads the structure of the whole archive. */
export class ArchiveReader {
  private readonly image: MutableImage = emptyImage();

  constructor(
    private readonly manager: EntityManager,
    private readonly now: Date,
  ) {}

  async read(): Promise<MutableImage> {
    await this.service();
    await this.clients();
    await this.structure();
    await this.boxes();
    await readContracts(this.manager, this.image);
    await this.users();
    await this.workflows();
    await this.webhooks();
    return this.image;
  }

  private async service(): Promise<void> {
    const { units, boxTypes, profiles } = this.image;
    const order = { name: 'ASC', id: 'ASC' } as const;
    for (const unit of await this.manager.find(ServiceUnitRow, { order })) units.set(unit.id, unit);
    for (const type of await this.manager.find(BoxTypeRow, { order })) boxTypes.set(type.id, type);
    for (const { permissions, ...profile } of await this.manager.find(ProfileRow, { order })) {
      const held = permissions.split(' ');
      profiles.set(profile.id, { ...profile, permissions: PERMISSIONS.filter((permission) => held.includes(permission)) });
    }
  }

  private async clients(): Promise<void> {
    const order = { name: 'ASC', id: 'ASC' } as const;
    const served = grouped(await this.manager.find(ClientUnitRow), ({ clientId }) => clientId);
    for (const { id, name, defaultProfileId } of await this.manager.find(ClientRow, { order })) {
      const unitIds = served(id).map(({ unitId }) => unitId).sort(); // prettier-ignore
      this.image.clients.set(id, { id, name, unitIds, defaultProfileId });
    }
    for (const list of await this.manager.find(ValueListRow, { order })) this.image.lists.set(list.id, list);
  }

  /** Levels, fields and lists reference each other by codes, which are internal. */
  private async structure(): Promise<void> {
    const { manager, image } = this;
    const levels = await manager.find(TreeNodeRow, { order: { path: 'ASC', code: 'ASC' } });
    const fields = await manager.find(FieldRow, { order: { code: 'ASC' } });
    const attached = grouped(await manager.find(NodeListRow, { order: { position: 'ASC', listId: 'ASC' } }), ({ nodeCode }) => nodeCode);
    const placeOf = new Map((await manager.find(NodeFieldRow)).map((place) => [place.fieldCode, place]));
    const levelId = idByCode(levels);
    const fieldId = idByCode(fields);
    for (const { code, id, clientId, parentCode, name, path, retentionFieldCode, retentionMonths } of levels) {
      const reference = fieldId(retentionFieldCode);
      image.levels.set(id, {
        ...{ id, clientId, parentId: levelId(parentCode), name, path },
        retention: reference === null ? null : { fieldId: reference, months: retentionMonths ?? 0 },
        lists: attached(code).map(({ listId, mandatory }) => ({ listId, mandatory })),
      });
    }
    // Definitions express the rank of a field among its siblings; stored positions may have gaps.
    const ranks = new Map<string, number>();
    const positionOf = ({ code, position }: FieldRow) => placeOf.get(code)?.position ?? position;
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
    const rows = await this.manager.find(BoxRow, { order: { code: 'ASC', numberedBy: 'ASC', id: 'ASC' } });
    for (const { id, clientId, code, unitId, typeId, provisionalNumber: provisional, parentId } of rows)
      this.image.boxes.set(id, { id, clientId, code, unitId, typeId, provisional, parentId });
    const origins = await this.manager.find(SignatureOriginRow, { order: { message: 'ASC', id: 'ASC' } });
    for (const origin of origins) this.image.origins.set(origin.id, origin);
  }

  private async workflows(): Promise<void> {
    const rows = await this.manager.find(WorkflowDefinitionRow, { order: { name: 'ASC', id: 'ASC' } });
    const revisions = rows.map(({ revision }) => revision);
    const designs = await inBatches(revisions, (batch) => this.manager.findBy(WorkflowDesignRow, { code: In(batch) }));
    const designOf = new Map(designs.map((design) => [design.code, design]));
    for (const { revision, levels, ...row } of rows) {
      const { design, model: modelContent } = designOf.get(revision) as WorkflowDesignRow;
      this.image.workflows.set(row.id, { ...row, levelIds: levels ?? [], design, modelContent });
    }
  }

  private async webhooks(): Promise<void> {
    for (const row of await this.manager.find(WebhookRow, { order: { id: 'ASC' } })) {
      const { id, clientId, url, description, types, levelId, actorId: userId } = row;
      this.image.webhooks.set(id, { id, clientId, url, description, types, levelId, userId });
    }
  }

  private async users(): Promise<void> {
    const grants = grouped(await this.manager.find(UserGrantRow), ({ userId }) => userId);
    for (const row of await this.manager.find(UserAccountRow, { order: { loginKey: 'ASC' } })) {
      const { id, name, login, email, passwordHash, homeClientId, inactiveFrom } = row;
      const active = row.active && (inactiveFrom === null || inactiveFrom > this.now);
      const own = grants(id).map(({ clientId, unitId, nodeId: levelId, profileId }) => ({ clientId, unitId, levelId, profileId }));
      this.image.users.set(id, { id, name, login, email, active, passwordHash, homeClientId, grants: sortedGrants(own) });
    }
  }
}

function idByCode(rows: readonly { code: number; id: string }[]): (code: number | null) => string | null {
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return (code) => (code === null ? null : (ids.get(code) ?? null));
}

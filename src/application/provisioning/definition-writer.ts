import type { OwnedList } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import type {
  ArchiveDefinition,
  BoxDefinition,
  ClientDefinition,
  FieldDefinition,
  GrantDefinition,
  LevelDefinition,
  ListDefinition,
  ListFieldDefinition,
  UserDefinition,
} from '#domain/provisioning/archive-definition';
import {
  levelNames,
  type ArchiveImage,
  type ClientImage,
  type FieldImage,
  type GrantImage,
  type LevelImage,
  type ListImage,
  type UserImage,
} from '#domain/provisioning/archive-image';
import { fold } from '#domain/text';
import { isErased } from '#domain/users/password';
import { contractsOf } from './contract-writer';
import { fieldDefinition, lean } from './lean';
import { WorkflowWording } from './workflow-wording';

/** A list of the exported definition; its rows are streamed. */
export interface ExportedList extends OwnedList {
  clientName: string;
  name: string;
  /** Indexes of client and list in the definition. */
  client: number;
  list: number;
  columns: readonly { id: string; label: string }[];
}

export interface ExportOptions {
  /** Without them users need new passwords in the target archive. */
  passwordHashes: boolean;
  /** Writes every id, so that things can be renamed later. */
  ids: boolean;
  /** Writes the home of users without grants, too. */
  homes?: boolean;
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const byPosition = (a: FieldImage, b: FieldImage) => a.position - b.position;

/** Writes an image of an archive as a definition. */
export class DefinitionWriter {
  readonly lists: ExportedList[] = [];

  constructor(
    private readonly image: ArchiveImage,
    private readonly options: ExportOptions,
  ) {}

  write(): ArchiveDefinition {
    const { units, boxTypes, profiles, clients, users } = this.image;
    return {
      units: [...units.values()].map(({ id, name, cnpj }) => lean({ ...this.id(id, 'unit', name), name, cnpj })),
      boxTypes: [...boxTypes.values()].map(({ id, name }) => {
        const given = this.id(id, 'box-type', name);
        return given.id === undefined ? name : { ...given, name };
      }),
      profiles: [...profiles.values()].map(({ id, name, permissions }) => ({ ...this.id(id, 'profile', name), name, permissions })),
      clients: [...clients.values()].sort(byName).map((client, index) => this.client(client, index)),
      users: [...users.values()].filter((user) => !isErased(user)).map((user) => this.user(user)),
    };
  }

  /** An id that follows from the names is omitted. */
  private id(id: string, ...names: readonly string[]): { id?: string } {
    return this.options.ids || id !== stableId(...names) ? { id } : {};
  }

  private nameOf(kind: 'units' | 'boxTypes' | 'profiles' | 'clients' | 'lists', id: string): string {
    return this.image[kind].get(id)?.name ?? id;
  }

  private of<T extends { clientId: string }>(things: ReadonlyMap<string, T>, clientId: string): T[] {
    return [...things.values()].filter((thing) => thing.clientId === clientId);
  }

  private client(client: ClientImage, index: number): ClientDefinition {
    const { id, name, unitIds, defaultProfileId } = client;
    const levels = this.of(this.image.levels, id);
    const fields = this.of(this.image.fields, id).sort(byPosition);
    const lists = this.of(this.image.lists, id).sort(byName);
    const said = lean({
      ...this.id(id, 'client', name),
      name,
      units: unitIds.map((unitId) => this.nameOf('units', unitId)).sort(),
      defaultProfile: defaultProfileId === null ? null : this.nameOf('profiles', defaultProfileId),
      lists: lists.map((list, number) => this.list(client, list, fields, { client: index, list: number })),
      levels: this.levelsUnder(client, null, [], levels, fields),
      boxes: this.boxes(client),
      signatureOrigins: this.of(this.image.origins, id).map((origin) => {
        const given = this.id(origin.id, 'origin', name, origin.message);
        return given.id === undefined ? origin.message : { ...given, message: origin.message };
      }),
      contracts: contractsOf(this.image, client, this.id.bind(this)),
      workflows: this.of(this.image.workflows, id)
        .sort(byName)
        .map((workflow) => new WorkflowWording(this.image, workflow, this.id.bind(this)).write()),
      webhooks: this.of(this.image.webhooks, id).map(({ url, description, types, levelId, userId, ...webhook }) =>
        lean({
          ...this.id(webhook.id, 'webhook', name, url),
          url,
          description: description || undefined,
          types,
          level: levelNames(this.image.levels, levelId),
          user: this.image.users.get(userId)?.login ?? userId,
        }),
      ),
    });
    return { ...said, units: said.units ?? [], levels: said.levels ?? [] };
  }

  private list(client: ClientImage, list: ListImage, all: readonly FieldImage[], at: { client: number; list: number }): ListDefinition {
    const { id, name, kind, allowsInclusion, parentListId } = list;
    const fields = all.filter(({ listId }) => listId === id);
    this.lists.push({
      clientId: client.id,
      listId: id,
      clientName: client.name,
      name,
      ...at,
      columns: fields.map((field) => ({ id: field.id, label: field.label })),
    });
    return lean({
      ...this.id(id, 'list', client.name, name),
      name,
      kind,
      allowsInclusion,
      parent: parentListId === null ? null : this.nameOf('lists', parentListId),
      fields: fields.map((field): ListFieldDefinition =>
        lean({
          ...this.field(field, ['list-field', client.name, name]),
          key: field.isKey,
          importMandatory: field.isImportMandatory && !field.isKey,
          lockedAfterValue: field.lockedAfterValue,
        }),
      ),
    });
  }

  private levelsUnder(
    client: ClientImage,
    parentId: string | null,
    above: readonly string[],
    levels: readonly LevelImage[],
    fields: readonly FieldImage[],
  ): LevelDefinition[] {
    return levels
      .filter((level) => level.parentId === parentId)
      .sort(byName)
      .map(({ id, name, retention, reading, decimal, lists }) => {
        const names = [...above, name];
        const own = fields.filter(({ levelId }) => levelId === id);
        return lean({
          ...this.id(id, 'level', client.name, ...names),
          name,
          fields: own.map((field) => lean({ ...this.field(field, ['field', client.name, ...names]), mandatory: field.mandatory })),
          lists: lists.map(({ listId, mandatory }) => lean({ name: this.nameOf('lists', listId), mandatory })),
          retention: retention && this.retention(retention),
          reading,
          decimal,
          levels: this.levelsUnder(client, id, names, levels, fields),
        }) as LevelDefinition;
      });
  }

  private retention({ fieldId, months }: NonNullable<LevelImage['retention']>): LevelDefinition['retention'] {
    const field = this.image.fields.get(fieldId);
    return { field: field?.label ?? fieldId, ...(field?.listId && { list: this.nameOf('lists', field.listId) }), months };
  }

  private field(field: FieldImage, names: readonly string[]): FieldDefinition {
    const parent = field.parentFieldId === null ? undefined : this.image.fields.get(field.parentFieldId)?.label;
    return fieldDefinition(field, this.id(field.id, ...names, field.label), parent);
  }

  private boxes(client: ClientImage): BoxDefinition[] {
    const boxes = this.of(this.image.boxes, client.id);
    const own = (id: string, code: number, unit: string, provisional: string | null) =>
      lean({ ...this.id(id, 'box', client.name, unit, String(code)), code, provisional });
    return boxes
      .filter(({ parentId }) => parentId === null)
      .map(({ id, code, provisional, typeId, unitId }) => {
        const unit = unitId === null ? undefined : this.nameOf('units', unitId);
        return lean({
          ...own(id, code, unit ?? '', provisional),
          type: this.nameOf('boxTypes', typeId),
          unit,
          subBoxes: boxes.filter(({ parentId }) => parentId === id).map((box) => own(box.id, box.code, unit ?? '', box.provisional)),
        });
      });
  }

  private user({ id, login, name, email, active, passwordHash, service, homeClientId, grants }: UserImage): UserDefinition {
    // The first grant determines the user's home.
    const atHome = ({ clientId }: GrantImage) => (clientId === homeClientId ? 0 : 1);
    const isTold = (this.options.homes || grants.length > 0) && !grants.some((grant) => grant.clientId === homeClientId);
    const nowhere = grants.length > 0 ? null : undefined;
    const home = isTold ? (this.image.clients.get(homeClientId ?? '')?.name ?? nowhere) : undefined;
    return {
      ...this.id(id, 'user', fold(login)),
      login,
      name,
      ...(email !== null && { email }),
      ...(service ? { service } : this.options.passwordHashes && { passwordHash }),
      ...(!active && { active }),
      ...(home !== undefined && { home }),
      grants: [...grants].sort((a, b) => atHome(a) - atHome(b)).map((grant) => this.grant(grant)),
    };
  }

  private grant({ clientId, unitId, levelId, profileId }: GrantImage): GrantDefinition {
    const names = levelNames(this.image.levels, levelId);
    return {
      client: this.nameOf('clients', clientId),
      ...(unitId !== null && { unit: this.nameOf('units', unitId) }),
      ...(levelId !== null && { level: names.length > 0 ? names : [levelId] }),
      profile: this.nameOf('profiles', profileId),
    };
  }
}

import type { Permission } from '#domain/access/permission';
import type { ServiceKind } from '#domain/bills/contract';
import type { Decimal } from '#domain/documents/sent-value';
import type { LevelReading } from '#domain/files/file-reading';
import type { FieldType, ParentOperator } from '#domain/trees/field';
import type { Webhook } from '#domain/webhooks/webhook';
import type { Activation, WorkflowDesign } from '#domain/workflows/workflow-definition';

export interface NamedImage {
  id: string;
  name: string;
}

/** The one with this id or name. */
export const findNamed = <T extends NamedImage>(things: ReadonlyMap<string, T>, wanted: string): T | undefined =>
  [...things.values()].find(({ id, name }) => id === wanted || name === wanted);

export interface UnitImage extends NamedImage {
  cnpj: string | null;
}

export interface ProfileImage extends NamedImage {
  /** In the order of `PERMISSIONS`. */
  permissions: readonly Permission[];
}

export interface ClientImage extends NamedImage {
  /** Sorted. */
  unitIds: readonly string[];
  defaultProfileId: string | null;
}

export interface LevelImage extends NamedImage {
  clientId: string;
  parentId: string | null;
  /** Follows from the names. */
  path: string;
  retention: { fieldId: string; months: number } | null;
  /** Null: as the level above. */
  reading: LevelReading | null;
  /** Null: as the level above. */
  decimal: Decimal | null;
  /** In their order. */
  lists: readonly { listId: string; mandatory: boolean }[];
}

/** Of a level or of a list; its place is its rank among the fields there. */
export interface FieldImage {
  id: string;
  clientId: string;
  levelId: string | null;
  listId: string | null;
  position: number;
  label: string;
  type: FieldType;
  mandatory: boolean;
  min: number | null;
  max: number | null;
  pattern: string | null;
  mask: string | null;
  options: readonly string[];
  parentFieldId: string | null;
  parentOperator: ParentOperator | null;
  isKey: boolean;
  isImportMandatory: boolean;
  lockedAfterValue: boolean;
}

export interface ListImage extends NamedImage {
  clientId: string;
  kind: 'autocomplete' | 'consolidation';
  allowsInclusion: boolean;
  parentListId: string | null;
}

export interface BoxImage {
  id: string;
  clientId: string;
  code: number;
  /** Null: numbered by the client. */
  unitId: string | null;
  typeId: string;
  provisional: string | null;
  parentId: string | null;
}

export interface OriginImage {
  id: string;
  clientId: string;
  message: string;
}

export interface WorkflowImage extends NamedImage {
  clientId: string;
  active: boolean;
  activation: Activation;
  /** At which a document that is filed starts a flow. */
  levelIds: readonly string[];
  design: WorkflowDesign;
  /** The PDF of the design's model, Base64. */
  modelContent: string | null;
}

/** Without its secret and its position, which belong to the running archive. */
export interface WebhookImage extends Pick<Webhook, 'id' | 'clientId' | 'url' | 'description' | 'types' | 'levelId'> {
  /** The user whose rights decide what it gets. */
  userId: string;
}

export interface ContractImage {
  id: string;
  clientId: string;
  unitId: string;
  number: string;
  from: string;
  until: string | null;
  dueDays: number;
  suspended: boolean;
}

/** Amounts in their shortest form. */
export interface PackageImage {
  quantity: string;
  price: string;
}

export interface ServiceImage {
  id: string;
  clientId: string;
  contractId: string;
  position: number;
  kind: ServiceKind;
  description: string;
  initialPackage: PackageImage | null;
  periodicPackage: PackageImage | null;
  unitPackage: PackageImage | null;
  discount: string;
  from: string | null;
  until: string | null;
}

export interface GrantImage {
  clientId: string;
  unitId: string | null;
  levelId: string | null;
  profileId: string;
}

export interface UserImage extends NamedImage {
  login: string;
  email: string | null;
  active: boolean;
  passwordHash: string;
  /** A program. */
  service: boolean;
  /** The client whose administrators administer the user: that of the first grant. */
  homeClientId: string | null;
  /** Sorted. */
  grants: readonly GrantImage[];
}

/** How an archive is organised, without documents and rows of lists: everything by id, referring by id. */
export interface ArchiveImage {
  units: ReadonlyMap<string, UnitImage>;
  boxTypes: ReadonlyMap<string, NamedImage>;
  profiles: ReadonlyMap<string, ProfileImage>;
  clients: ReadonlyMap<string, ClientImage>;
  lists: ReadonlyMap<string, ListImage>;
  levels: ReadonlyMap<string, LevelImage>;
  fields: ReadonlyMap<string, FieldImage>;
  boxes: ReadonlyMap<string, BoxImage>;
  origins: ReadonlyMap<string, OriginImage>;
  contracts: ReadonlyMap<string, ContractImage>;
  services: ReadonlyMap<string, ServiceImage>;
  users: ReadonlyMap<string, UserImage>;
  workflows: ReadonlyMap<string, WorkflowImage>;
  webhooks: ReadonlyMap<string, WebhookImage>;
}

export type Kind = keyof ArchiveImage;
export type Thing<K extends Kind> = ArchiveImage[K] extends ReadonlyMap<string, infer T> ? T : never;

const text = (grant: GrantImage) => JSON.stringify([grant.clientId, grant.unitId, grant.levelId, grant.profileId]);

/** Names from the top down; none where there is no such level. */
export function levelNames(levels: ReadonlyMap<string, LevelImage>, id: string | null): string[] {
  const level = levels.get(id ?? '');
  return level ? [...levelNames(levels, level.parentId), level.name] : [];
}

/** The level of a client with these names from the top down; none for no names. */
export function levelAt(levels: ReadonlyMap<string, LevelImage>, clientId: string, names: readonly string[]): LevelImage | undefined {
  let at: LevelImage | undefined;
  for (const name of names) {
    const parentId = at?.id ?? null;
    at = [...levels.values()].find((level) => level.clientId === clientId && level.parentId === parentId && level.name === name);
    if (!at) return undefined;
  }
  return at;
}

/** Whether one of the new grants was not there before. */
export function areMore(before: readonly GrantImage[], after: readonly GrantImage[]): boolean {
  const held = new Set(before.map(text));
  return after.some((grant) => !held.has(text(grant)));
}

export function sortedGrants(grants: readonly GrantImage[]): GrantImage[] {
  return [...grants].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

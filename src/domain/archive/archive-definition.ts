import type { Permission } from '#domain/access/permission';
import type { FieldType } from '#domain/trees/field';

export interface FieldDefinition {
  label: string;
  type: FieldType;
  mandatory?: boolean;
  min?: number;
  max?: number;
  pattern?: string;
  mask?: string;
  options?: readonly string[];
}

export interface ListFieldDefinition extends Omit<FieldDefinition, 'mandatory'> {
  key?: boolean;
  importMandatory?: boolean;
  lockedAfterValue?: boolean;
}

export interface ListDefinition {
  name: string;
  kind: 'autocomplete' | 'consolidation';
  allowsInclusion?: boolean;
  fields: readonly ListFieldDefinition[];
  /** Cells by label. */
  rows?: readonly Readonly<Record<string, string>>[];
}

export interface LevelDefinition {
  name: string;
  fields?: readonly FieldDefinition[];
  /** Names of lists of the same client. */
  lists?: readonly { name: string; mandatory?: boolean }[];
  /** Months from the day in this field of the level until its documents are due. */
  retention?: { field: string; months: number };
  levels?: readonly LevelDefinition[];
}

export interface ClientDefinition {
  name: string;
  units: readonly string[];
  levels: readonly LevelDefinition[];
  lists?: readonly ListDefinition[];
  /** A box with a unit is numbered and kept by it; one without by the client. */
  boxes?: readonly { code: number; type: string; unit?: string }[];
  signatureOrigins?: readonly string[];
}

export interface UserDefinition {
  login: string;
  name: string;
  password: string;
  /** `level`: names from the root; absent: the whole tree. */
  grants: readonly { client: string; unit?: string; level?: readonly string[]; profile: string }[];
}

/** An archive described as data: everything refers by name. */
export interface ArchiveDefinition {
  units: readonly { name: string; cnpj?: string }[];
  boxTypes: readonly string[];
  clients: readonly ClientDefinition[];
  profiles: readonly { name: string; permissions: readonly Permission[] }[];
  users: readonly UserDefinition[];
}

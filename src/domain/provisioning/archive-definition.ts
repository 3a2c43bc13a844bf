import type { Permission } from '#domain/access/permission';
import type { Decimal, SentValue } from '#domain/documents/sent-value';
import type { LevelReading } from '#domain/files/file-reading';
import type { FieldType, ParentOperator } from '#domain/trees/field';
import type { Activation, CONDITION_OPERATORS, Requirements } from '#domain/workflows/workflow-definition';
import type { ContractDefinition } from './contract-definition';
import type { Identified } from './identified';

export interface NamedDefinition extends Identified {
  name: string;
}

/** Of a thing that may be written as its name alone. */
export const asNamed = (thing: string | NamedDefinition): NamedDefinition => (typeof thing === 'string' ? { name: thing } : thing);

export interface FieldDefinition extends Identified {
  label: string;
  type: FieldType;
  mandatory?: boolean;
  min?: number;
  max?: number;
  pattern?: string;
  mask?: string;
  options?: readonly string[];
  /** Label of a field of the same level or list, or of a level above, that must be filled first. */
  parent?: string;
  /** How the value must compare with the parent's. */
  operator?: ParentOperator;
}

export interface ListFieldDefinition extends Omit<FieldDefinition, 'mandatory'> {
  key?: boolean;
  importMandatory?: boolean;
  lockedAfterValue?: boolean;
}

export interface ListDefinition extends NamedDefinition {
  kind: 'autocomplete' | 'consolidation';
  allowsInclusion?: boolean;
  /** Name of another list of the client, whose key fields this list repeats by label: a row needs its parent row. */
  parent?: string;
  fields: readonly ListFieldDefinition[];
  /** Cells by label. */
  rows?: readonly Readonly<Record<string, SentValue>>[];
  /** Instead of `rows`: a file of such rows. */
  rowsFrom?: string;
  /** Rows that the archive has beyond these are removed. */
  rowsComplete?: boolean;
}

export interface LevelDefinition extends NamedDefinition {
  fields?: readonly FieldDefinition[];
  /** Names of lists of the same client. */
  lists?: readonly { name: string; mandatory?: boolean }[];
  /** Months from the day in this field of the level, or of this list of it, until its documents are due. */
  retention?: { field: string; list?: string; months: number };
  /** Left out: as the level above. */
  reading?: LevelReading;
  /** Left out: as the level above. */
  decimal?: Decimal;
  levels?: readonly LevelDefinition[];
}

export interface SubBoxDefinition extends Identified {
  code: number;
  /** A number from before the box was numbered by its keeper. */
  provisional?: string;
}

/** With a unit it is numbered and kept by it; without one by the client. */
export interface BoxDefinition extends SubBoxDefinition {
  type: string;
  unit?: string;
  subBoxes?: readonly SubBoxDefinition[];
}

export interface OriginDefinition extends Identified {
  message: string;
}

/** Its secret stands in no file: a new one is made and shown once. */
export interface WebhookDefinition extends Identified {
  url: string;
  description?: string;
  types?: readonly string[];
  /** Names from the root: only events of documents at this level and below. */
  level?: readonly string[];
  /** Login of the user whose rights decide what it gets. */
  user: string;
}

export interface ClientDefinition extends NamedDefinition {
  units: readonly string[];
  /** What a new user of the whole client may do, unless it is said otherwise. */
  defaultProfile?: string;
  levels?: readonly LevelDefinition[];
  lists?: readonly ListDefinition[];
  boxes?: readonly BoxDefinition[];
  signatureOrigins?: readonly (string | OriginDefinition)[];
  contracts?: readonly ContractDefinition[];
  workflows?: readonly WorkflowDescription[];
  /** Absent: those that there are stay as they are; clients make them by the interface, too. */
  webhooks?: readonly WebhookDefinition[];
}

/** A field of a form: one of its own, or one of a list that it shows. */
export interface FormFieldReference {
  field: string;
  list?: string;
}

/** A user by login, a group by the logins of its members; the others are named when the flow gets there. */
export type ResponsibleDefinition =
  'activator' | 'selected-user' | 'selected-external' | 'selected-externals' | 'api' | { user: string } | { group: readonly string[] };

export interface TaskDefinition extends NamedDefinition {
  responsible: ResponsibleDefinition;
  /** Percent of a group or of several externals; absent: all of them. */
  consensus?: number;
  /** `2 working-days`. */
  deadline?: string;
  requires?: readonly (keyof Requirements)[];
}

export interface ExitDefinition {
  /** Name of a step, or `end`. */
  to: string;
  label?: string;
  when?: FormFieldReference & { operator: (typeof CONDITION_OPERATORS)[number]; value: SentValue };
}

/** Either the task itself, or a group of tasks. */
export interface StepDefinition extends NamedDefinition, Partial<Omit<TaskDefinition, 'id' | 'name'>> {
  group?: 'all' | 'one';
  tasks?: readonly TaskDefinition[];
  /** The only exit; without any the step leads to the one after it, the last one to the end. */
  next?: string;
  exits?: readonly ExitDefinition[];
}

export interface ModelDefinition {
  name: string;
  /** A PDF beside the archive file; it has become `content` when a definition has been read. */
  file?: string;
  /** Base64. */
  content?: string;
  /** Of PDF fields that are not called like their field of the form. */
  fields?: readonly (FormFieldReference & { pdf: string })[];
}

export interface WorkflowDescription extends NamedDefinition {
  /** Unless it is said otherwise. */
  active?: boolean;
  activation: Activation;
  /** Of an automatic workflow, the levels (names from the root) at which a document that is filed starts a flow. */
  levels?: readonly (readonly string[])[];
  steps: readonly StepDefinition[];
  form?: Identified & { name: string; fields?: readonly FieldDefinition[]; lists?: readonly { name: string; mandatory?: boolean }[] };
  model?: ModelDefinition;
  workingTime?: {
    days: readonly (typeof WEEKDAYS)[number][];
    /** `08:00`. */
    from: string;
    until: string;
    /** `2026-12-25`. */
    holidays?: readonly string[];
  };
}

/** In the order of their numbers. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** What a step leads to that is the last one. */
export const END = 'end';

/** `level`: names from the root; absent: the whole tree. */
export interface GrantDefinition {
  client: string;
  unit?: string;
  level?: readonly string[];
  profile: string;
}

export interface UserDefinition extends NamedDefinition {
  login: string;
  email?: string;
  /** Of a new user; one who is there already keeps the password. */
  password?: string;
  /** Instead of a password, and for users who are there, too. */
  passwordHash?: string;
  /** A program, which has keys and no password; of a new user. */
  service?: boolean;
  /** Absent: a new user is, one who is there stays as it is. */
  active?: boolean;
  /** Name of the client at which the user is at home; absent: that of the first grant; null: none. */
  home?: string | null;
  grants: readonly GrantDefinition[];
}

export interface UnitDefinition extends NamedDefinition {
  cnpj?: string;
}

export interface ProfileDefinition extends NamedDefinition {
  permissions: readonly Permission[];
}

/** An archive described as data: everything refers by name. */
export interface ArchiveDefinition {
  units: readonly UnitDefinition[];
  boxTypes: readonly (string | NamedDefinition)[];
  clients: readonly ClientDefinition[];
  profiles: readonly ProfileDefinition[];
  users: readonly UserDefinition[];
}

/** What an absent section would describe is left as it is. */
export type PartialArchive = Partial<ArchiveDefinition>;

import type { Field } from '#domain/trees/field';

/** Who starts flows of a definition: an event, a client program by 6.2, or a person (operation 6.1 `TipoAtivacao`). */
export const ACTIVATIONS = ['automatic', 'api', 'manual'] as const;
export type Activation = (typeof ACTIVATIONS)[number];

/** A share of several people in percent, rounded up to whole people: with so many done, the task is. */
interface ByConsensus {
  consensus: number;
}

/** Who does a task, as the design names it. */
export type Responsible =
  /** Quem ativou. */
  | { type: 'activator' }
  /** Usuário. */
  | { type: 'user'; userId: string }
  /** Selecionado: named when the task is reached. */
  | { type: 'selected-user' }
  /** Selecionado Externo; within a group Selecionado externo único: an e-mail address named when the task is reached. */
  | { type: 'selected-external' }
  /** Selecionado externo vários. */
  | ({ type: 'selected-externals' } & ByConsensus)
  /** Grupo. */
  | ({ type: 'group'; userIds: readonly string[] } & ByConsensus)
  /** API Integração: the first task alone; the activation completes it. */
  | { type: 'api' };

export const DEADLINE_UNITS = ['minutes', 'hours', 'days', 'working-minutes', 'working-hours', 'working-days'] as const;
export type DeadlineUnit = (typeof DEADLINE_UNITS)[number];

/** From the moment in which the task is reached; working units count in the definition's working time, without one in running time. */
export interface Deadline {
  amount: number;
  unit: DeadlineUnit;
}

/** What is required to complete a task. */
export interface Requirements {
  comment: boolean;
  /** Every mandatory field of the form has a value. */
  form: boolean;
  /** At least one file of the flow itself. */
  attachment: boolean;
  /** At least one document of the flow. */
  document: boolean;
}

export interface Task {
  id: string;
  name: string;
  responsible: Responsible;
  deadline: Deadline | null;
  requires: Requirements;
}

export const CONDITION_OPERATORS = ['=', '<>', '>=', '<='] as const;

/** Holds when the form's field compares so; by the field's type, as its values compare everywhere. */
export interface Condition {
  /** Of a field of the form. */
  fieldId: string;
  operator: (typeof CONDITION_OPERATORS)[number];
  value: string;
}

/** The way on from a step. */
export interface Exit {
  /** Id of another step, or of the end. */
  to: string;
  /** Label of the button. */
  label: string | null;
  /** The first exit whose condition holds, else the one without a condition. Without any conditions the user who completes the step chooses. */
  when: Condition | null;
}

/** One task, or several independent ones: all of them (E), or one of them (OU), complete the step. */
export interface Step {
  /** Of a single task: the task's own id. */
  id: string;
  /** Of a single task: the task's own name. */
  name: string;
  /** Null: a single task. */
  group: 'all' | 'one' | null;
  tasks: readonly Task[];
  exits: readonly Exit[];
}

export interface FormCustomField {
  id: string;
  /** With a code below zero that is unique within the form: it is no field of the archive. */
  field: Field;
  mandatory: boolean;
}

/** A list of the client whose fields the form shows; a row is named by its key fields and brings the others along. */
export interface FormList {
  listId: string;
  mandatory: boolean;
}

export interface Form {
  id: string;
  name: string;
  fields: readonly FormCustomField[];
  lists: readonly FormList[];
}

/** Bytes of the PDF of a model. */
export const LARGEST_MODEL = 1024 * 1024;

/** A fillable PDF, which is kept beside the design. */
export interface Model {
  name: string;
  /**
   * Ids of the form's fields (those of its own and those of lists) by names of the PDF's; a PDF field that is not named here shows
   * the form's field of the same label.
   */
  fields: Readonly<Record<string, string>>;
}

/** Working time of a week, in the service's time zone. */
export interface WorkingTime {
  /** 0 Sunday … 6 Saturday. */
  days: readonly number[];
  /** Minutes after midnight. */
  from: number;
  until: number;
  /** `yyyy-MM-dd`. */
  holidays: readonly string[];
}

/** What a flow follows from its activation to its end, whatever becomes of the definition meanwhile: an immutable revision. */
export interface WorkflowDesign {
  /** The first is where a flow begins. */
  steps: readonly Step[];
  endId: string;
  form: Form | null;
  model: Model | null;
  workingTime: WorkingTime | null;
}

export interface WorkflowDefinition {
  id: string;
  clientId: string;
  name: string;
  active: boolean;
  activation: Activation;
  /** Number of the design that new flows follow. */
  revision: number;
  design: WorkflowDesign;
}

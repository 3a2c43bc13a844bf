import type { Grant } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { Named } from '#domain/workflows/named';
import type {
  Comment,
  Execution,
  NewWorkflow,
  Workflow,
  WorkflowFile,
  WorkflowReference,
  WorkflowStatus,
} from '#domain/workflows/workflow';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';
import type { Level } from '#domain/trees/client-structure';
import type { DiagramWords } from '#domain/workflows/diagram-words';

/** An execution with the name of its user. */
export type NamedExecution = Execution & { userName: string | null };
export type NamedComment = Comment & { userName: string | null };

export interface WorkflowFilter {
  definitionId: string;
  status?: WorkflowStatus;
  /** A task at which running flows currently are. */
  taskId?: string;
}

/** A flow in a list. */
export interface ListedWorkflow extends Workflow {
  /** For a running flow: the open execution that began first. */
  current: Execution | null;
}

/** A document of a flow with its files. */
export interface WorkflowDocument {
  id: string;
  code: number;
  nodeCode: number;
  files: (Pick<StoredFile, 'id' | 'name'> & { shared: boolean; toSign: boolean })[];
}

/**
 * Flows of the client within the scope. Flows of other clients are treated as absent.
 *
 * @example const flow = await workflows.hold(scope, code);
 */
export abstract class Workflows {
  /** Answers the assigned code. */
  abstract add(scope: Scope, flow: NewWorkflow): Promise<number>;
  abstract find(scope: Scope, reference: WorkflowReference): Promise<Workflow | null>;
  /** Locks the flow until the transaction ends. */
  abstract hold(scope: Scope, code: number): Promise<Workflow | null>;
  /** Newest first; `page` counts from 1. */
  abstract page(scope: Scope, filter: WorkflowFilter, page: number, pageSize: number): Promise<ListedWorkflow[]>;
  abstract count(scope: Scope, filter: WorkflowFilter): Promise<number>;
  /** Whether any flow of the definition has ever reached the task. */
  abstract knowsTask(scope: Scope, definitionId: string, taskId: string): Promise<boolean>;

  abstract findExecution(scope: Scope, id: string): Promise<Execution | null>;
  /** All executions of the flow's last visit to a step, in the order of opening. */
  abstract lastVisit(scope: Scope, flow: Workflow): Promise<NamedExecution[]>;
  abstract addExecutions(scope: Scope, flow: Workflow, executions: readonly Omit<Execution, 'workflowCode'>[]): Promise<void>;
  /** Ends executions of a locked flow: the completed one and those no longer needed. */
  abstract endExecutions(scope: Scope, flow: Workflow, doneId: string, needless: readonly string[], at: Date): Promise<void>;
  /** Requires `hold`. */
  abstract setNamed(scope: Scope, flow: Workflow, named: Named): Promise<void>;
  /** Requires `hold`. */
  abstract finish(scope: Scope, flow: Workflow, at: Date): Promise<void>;

  /** Texts of the form by field id. */
  abstract valuesOf(scope: Scope, flow: Workflow): Promise<Map<string, string>>;
  /** An empty text removes the value. */
  abstract setValues(scope: Scope, flow: Workflow, texts: ReadonlyMap<string, string>): Promise<void>;
  abstract commentsOf(scope: Scope, flow: Workflow): Promise<NamedComment[]>;
  abstract addComment(scope: Scope, flow: Workflow, comment: Comment): Promise<void>;

  abstract filesOf(scope: Scope, flow: Workflow): Promise<WorkflowFile[]>;
  abstract findFile(scope: Scope, fileId: string): Promise<WorkflowFile | null>;
  /** In the order given. */
  abstract addFiles(scope: Scope, flow: Workflow, files: readonly Omit<WorkflowFile, 'workflowId' | 'clientId'>[]): Promise<void>;

  /** Documents of the flow within the second scope, ordered by code. */
  abstract documentsOf(scope: Scope, flow: Workflow, documents: Scope, at: Date): Promise<WorkflowDocument[]>;
  /** Whether the flow has any document, visible to the caller or not. */
  abstract hasDocuments(scope: Scope, flow: Workflow): Promise<boolean>;
  /** Adds missing documents and answers their codes. Requires `hold`. */
  abstract addDocuments(scope: Scope, flow: Workflow, codes: readonly number[], at: Date): Promise<number[]>;
  /** Marks files of the flow's documents for signature. */
  abstract markForSigning(scope: Scope, flow: Workflow, fileIds: readonly string[]): Promise<void>;
  /** Codes by id of the documents within the scope. */
  abstract documentCodes(documents: Scope, ids: readonly string[]): Promise<Map<string, number>>;
}

/** A user who belongs to the client or has grants there. */
export interface Participant {
  active: boolean;
  /** Over this client. */
  grants: readonly Grant[];
}

/**
 * Users whom whoever works with the client may name: as responsible for a task, or as who has filed.
 *
 * @example const user = (await participants.find(scope, [userId])).get(userId);
 */
export abstract class Participants {
  /** By id; users who are not participants are left out. */
  abstract find(scope: Scope, userIds: readonly string[]): Promise<ReadonlyMap<string, Participant>>;
}

/**
 * Workflow definitions of the clients within the scope; those of other clients are treated as absent.
 *
 * @example const definition = await definitions.find(scope, flow.definitionId);
 */
export abstract class WorkflowDefinitions {
  /** Ordered by name, including inactive ones. */
  abstract list(scope: Scope): Promise<WorkflowDefinition[]>;
  abstract find(scope: Scope, id: string): Promise<WorkflowDefinition | null>;
  /** The design of flows that were activated at this revision of the definition. */
  abstract design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null>;
  /** The PDF of the design's model; null when it has none. */
  abstract model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null>;
}

/** @example const bpmn = diagrams.write(definition, form, words); */
export abstract class WorkflowDiagrams {
  /** BPMN 2.0 with its diagram. `form`: the fields used in conditions; null without a form. */
  abstract write(definition: WorkflowDefinition, form: Level | null, words: DiagramWords): string;
}

/** A task of a running flow that waits for somebody. */
export interface OpenTask {
  executionId: string;
  taskName: string;
  startedAt: Date;
  dueAt: Date | null;
  workflowId: string;
  workflowCode: number;
  definitionId: string;
  definitionName: string;
}

/**
 * Read model: what waits for one user in the client of the scope, over all definitions.
 *
 * @example const total = await openTasks.count(scope, actor.userId);
 */
export abstract class OpenTasks {
  /** What is due first comes first, then what has no deadline; `page` counts from 1. */
  abstract page(scope: Scope, userId: string, page: number, pageSize: number): Promise<OpenTask[]>;
  abstract count(scope: Scope, userId: string): Promise<number>;
}

/** For a check box: whether it is set. An empty text leaves a field unchanged. */
export type FormValue = string | boolean;

/** Values to fill into a PDF form. */
export interface PdfValues {
  /** By names of the PDF's fields. */
  byName: ReadonlyMap<string, FormValue>;
  /** For other PDF fields: by label, with loose matching. */
  byLabel: readonly (readonly [label: string, value: FormValue])[];
}

/** Part of a line of a sheet: fixed text, or a form field. */
export type SheetPart =
  | { kind: 'heading'; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'text'; label: string; value: string }
  | { kind: 'checkbox'; label: string; value: boolean }
  | { kind: 'options'; label: string; value: string; options: readonly string[] };

/** A form to be drawn. */
export interface Sheet {
  title: string;
  subtitle: string;
  parts: readonly SheetPart[];
}

/**
 * Fillable PDFs (AcroForm).
 *
 * @example const content = await forms.draw(sheetOf(followed, texts));
 */
export abstract class PdfForms {
  /** Names of the fields; null: not a fillable PDF. */
  abstract fieldNames(pdf: Uint8Array): Promise<readonly string[] | null>;
  /** Values that a field cannot hold are skipped; the form stays fillable. */
  abstract fill(pdf: Uint8Array, values: PdfValues): Promise<Uint8Array>;
  /** Draws a fillable PDF with A4 pages. */
  abstract draw(sheet: Sheet): Promise<Uint8Array>;
}

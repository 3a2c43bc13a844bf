import type { Named } from '#domain/workflows/named';
import { WORKFLOW_STATUS } from '#domain/workflows/workflow';
import type { Activation, WorkflowDesign } from '#domain/workflows/workflow-definition';
import { byDefault, code, flag, huge, instant, json, long, number, numbered, optional, primary, small, table, text, token, type RowOf, shortId } from './table'; // prettier-ignore

export const WorkflowDefinitionEntity = table(
  'workflow_definition',
  {
    id: primary(token()),
    clientId: shortId(),
    name: text(250),
    active: flag(),
    activation: token<Activation>(10),
    // Ids of the levels at which a filed document starts a flow; null: none.
    levels: optional(json<string[]>(long())),
    // Revision of the design for new flows.
    revision: number(),
  },
  { indexes: [['clientId']] },
);
export type WorkflowDefinitionEntity = RowOf<typeof WorkflowDefinitionEntity>;

/** Immutable: a flow keeps its design until it ends. */
export const WorkflowDesignEntity = table(
  'workflow_design',
  {
    code: code(),
    definitionId: token(),
    clientId: shortId(),
    design: json<WorkflowDesign>(huge()),
    // Base64 of the fillable PDF, in a column of its own because it is rarely needed.
    model: optional(huge()),
    createdAt: instant(),
  },
  { indexes: [['definitionId']] },
);
export type WorkflowDesignEntity = RowOf<typeof WorkflowDesignEntity>;

export const WorkflowEntity = table(
  'workflow',
  {
    code: code(),
    id: token(),
    clientId: shortId(),
    definitionId: token(),
    revision: number(),
    status: numbered(WORKFLOW_STATUS),
    note: optional(text(4000)),
    startedAt: instant(),
    startedBy: token(),
    endedAt: optional(instant()),
    // Users named at activation for later tasks.
    chosen: optional(json<Named>(huge())),
    // Incremented to lock the row: a plain lock is local to one cluster node (docs/scaling.md).
    turns: byDefault(0, number()),
    // Its last document was purged: once it has ended, it goes, too (ADR 50).
    emptied: byDefault(0, flag()),
  },
  {
    unique: [['id']],
    indexes: [
      ['clientId', 'emptied', 'endedAt'],
      ['clientId', 'definitionId', 'code'],
      ['clientId', 'definitionId', 'status', 'code'],
      // Finds the flows active in a period.
      ['clientId', 'endedAt', 'startedAt'],
    ],
  },
);
export type WorkflowEntity = RowOf<typeof WorkflowEntity>;

export const WorkflowExecutionEntity = table(
  'workflow_execution',
  {
    code: code(),
    id: token(),
    workflowCode: number(),
    clientId: shortId(),
    visit: small(),
    stepId: token(),
    taskId: token(),
    taskName: text(250),
    userId: optional(token()),
    email: optional(text(250)),
    startedAt: instant(),
    dueAt: optional(instant()),
    endedAt: optional(instant()),
    done: byDefault(0, flag()),
  },
  {
    unique: [['id']],
    indexes: [
      ['workflowCode', 'visit'],
      ['clientId', 'taskId', 'endedAt', 'workflowCode'],
      // A user's open tasks.
      ['clientId', 'userId', 'endedAt'],
    ],
  },
);
export type WorkflowExecutionEntity = RowOf<typeof WorkflowExecutionEntity>;

export const WorkflowFormValueEntity = table('workflow_form_value', {
  workflowCode: primary(number()),
  fieldId: primary(token()),
  clientId: shortId(),
  value: text(4000),
});

export const WorkflowCommentEntity = table(
  'workflow_comment',
  {
    code: code(),
    workflowCode: number(),
    clientId: shortId(),
    taskName: text(250),
    userId: optional(token()),
    email: optional(text(250)),
    madeAt: instant(),
    comment: text(4000),
  },
  { indexes: [['workflowCode', 'code']] },
);
export type WorkflowCommentEntity = RowOf<typeof WorkflowCommentEntity>;

export const WorkflowFileEntity = table(
  'workflow_file',
  {
    id: primary(token()),
    workflowCode: number(),
    clientId: shortId(),
    position: small(),
    objectKey: token(64),
    size: number(),
    sha256: token(64),
    name: text(255),
    extension: token(20),
    version: text(50),
    toSign: byDefault(0, flag()),
    createdAt: instant(),
    deletedAt: optional(instant()),
  },
  {
    unique: [['objectKey']],
    indexes: [
      ['workflowCode', 'position'],
      ['clientId', 'createdAt'],
    ],
  },
);
export type WorkflowFileEntity = RowOf<typeof WorkflowFileEntity>;

export const WorkflowDocumentEntity = table(
  'workflow_document',
  { workflowCode: primary(number()), documentCode: primary(number()), clientId: shortId(), addedAt: instant() },
  { indexes: [['documentCode', 'workflowCode']] },
);

/** Files of documents that are to be signed in the flow. */
export const WorkflowSigningEntity = table('workflow_signing', {
  workflowCode: primary(number()),
  fileId: primary(token()),
  clientId: shortId(),
});

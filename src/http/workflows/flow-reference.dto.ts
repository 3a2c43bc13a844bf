import type { FieldProblem } from '#domain/errors';
import type { WorkflowReference } from '#domain/workflows/workflow';
import { Guid, Integer } from '../validation/decorators';

/** A flow by its id, its code, or both, which must agree. */
export class FlowReference {
  @Guid({ description: 'Flow, by its id; one of this and `codigoWorkflow` is needed, and both must agree.' })
  idWorkflow?: string;

  @Integer({ description: 'Flow, by its code; 0 or null when unknown.', example: 1043818 })
  codigoWorkflow?: number;

  /** An unreadable id or code is already reported. */
  static referenceProblems({ idWorkflow, codigoWorkflow }: FlowReference): FieldProblem[] {
    return idWorkflow === undefined && (codigoWorkflow === undefined || codigoWorkflow === 0)
      ? [{ path: ['idWorkflow'], code: 'FLOW_ID_REQUIRED' }]
      : [];
  }

  /** `referenceProblems` requires at least one of the two. */
  static toReference(sent: FlowReference): WorkflowReference {
    return FlowReference.toReadable(sent) as WorkflowReference;
  }

  /** Null: neither is readable. */
  static toReadable({ idWorkflow, codigoWorkflow }: FlowReference): WorkflowReference | null {
    if (idWorkflow) return { id: idWorkflow, ...(codigoWorkflow && { code: codigoWorkflow }) };
    return codigoWorkflow ? { code: codigoWorkflow } : null;
  }
}

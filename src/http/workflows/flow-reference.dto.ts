import type { FieldProblem } from '#domain/errors';
import type { WorkflowReference } from '#domain/workflows/workflow';
import { Guid, Integer } from '../validation/decorators';

/** A flow by its id, its code, or both, which then must agree. */
export class FlowReference {
  @Guid({ description: 'Flow, by its id; one of this and `codigoWorkflow` is needed, and both must agree.' })
  idWorkflow?: string;

  @Integer({ description: 'Flow, by its code; 0 or null when unknown.', example: 1043818 })
  codigoWorkflow?: number;

  /** One that was sent and could not be read has been told. */
  static referenceProblems({ idWorkflow, codigoWorkflow }: FlowReference): FieldProblem[] {
    return idWorkflow === undefined && (codigoWorkflow === undefined || codigoWorkflow === 0)
      ? [{ path: ['idWorkflow'], code: 'FLOW_ID_REQUIRED' }]
      : [];
  }

  /** One of the two is there, or the request would have been refused. */
  static toReference(sent: FlowReference): WorkflowReference {
    return FlowReference.toReadable(sent) as WorkflowReference;
  }

  /** Null: neither could be read. */
  static toReadable({ idWorkflow, codigoWorkflow }: FlowReference): WorkflowReference | null {
    if (idWorkflow) return { id: idWorkflow, ...(codigoWorkflow && { code: codigoWorkflow }) };
    return codigoWorkflow ? { code: codigoWorkflow } : null;
  }
}

import type { FieldProblem } from '#domain/errors';
import type { WorkflowReference } from '#domain/workflows/workflow';
import { Guid, Integer } from '../shared/wire';

/** A flow by its id, its code, or both, which then must agree. */
export class FlowReference {
  @Guid({ description: 'Flow, by its id; one of this and `codigoWorkflow` is needed, and both must agree.' })
  idWorkflow?: string;

  @Integer({ description: 'Flow, by its code; 0 or null when unknown.', example: 1043818 })
  codigoWorkflow?: number;

  static referenceProblems({ idWorkflow, codigoWorkflow }: FlowReference): FieldProblem[] {
    return idWorkflow === undefined && !codigoWorkflow ? [{ path: ['idWorkflow'], code: 'FLOW_ID_REQUIRED' }] : [];
  }

  /** One of the two is there, or the request would have been refused. */
  static toReference({ idWorkflow, codigoWorkflow }: FlowReference): WorkflowReference {
    return { ...(idWorkflow !== undefined && { id: idWorkflow }), ...(codigoWorkflow && { code: codigoWorkflow }) } as WorkflowReference;
  }
}

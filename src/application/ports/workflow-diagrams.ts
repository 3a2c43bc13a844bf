import type { Level } from '#domain/trees/client-structure';
import type { DiagramWords } from '#domain/workflows/diagram-words';
import type { WorkflowDefinition } from '#domain/workflows/workflow-definition';

export abstract class WorkflowDiagrams {
  /** BPMN 2.0 with its diagram. `form`: the fields used in conditions; null without a form. */
  abstract write(definition: WorkflowDefinition, form: Level | null, words: DiagramWords): string;
}

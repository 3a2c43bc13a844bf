/** An event that ends a process, or the sub-process around it with all that still runs in it. */
export type EventKind = 'startEvent' | 'endEvent' | 'terminateEndEvent';
export type TaskKind = 'userTask' | 'sendTask' | 'serviceTask' | 'task';
export type GatewayKind = 'exclusiveGateway' | 'parallelGateway';

interface Named {
  /** Unique within the process; letters, digits, `-`, `_` and `.`, not beginning with a digit, `-` or `.`. */
  id: string;
  name?: string;
  documentation?: string;
}

export interface BpmnEvent extends Named {
  kind: EventKind;
}

export interface BpmnTask extends Named {
  kind: TaskKind;
  /** Several people do it at once, until this holds. */
  repeatedUntil?: string;
}

export interface BpmnGateway extends Named {
  kind: GatewayKind;
}

/** Shown open, with what it holds. */
export interface BpmnSubProcess extends Named, BpmnGraph {
  kind: 'subProcess';
}

export type BpmnNode = BpmnEvent | BpmnTask | BpmnGateway | BpmnSubProcess;

/** A sequence flow between nodes of one graph. */
export interface BpmnFlow {
  id: string;
  from: string;
  to: string;
  name?: string;
  condition?: string;
  /** Taken from an exclusive gateway when no condition holds. */
  isDefault?: boolean;
}

export interface BpmnGraph {
  nodes: readonly BpmnNode[];
  flows: readonly BpmnFlow[];
}

export interface BpmnProcess extends Named, BpmnGraph {
  /** A URI that the process's names belong to. */
  namespace: string;
  /** The program that writes it. */
  exporter?: string;
}

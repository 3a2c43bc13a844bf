import { layoutOf, type Box, type Layout, type Point } from './layout';
import type { BpmnFlow, BpmnGraph, BpmnNode, BpmnProcess } from './model';
import { element } from './xml';

const NAMESPACES = {
  'xmlns:bpmn': 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  'xmlns:bpmndi': 'http://www.omg.org/spec/BPMN/20100524/DI',
  'xmlns:dc': 'http://www.omg.org/spec/DD/20100524/DC',
  'xmlns:di': 'http://www.omg.org/spec/DD/20100524/DI',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
};
/** Of the drawing from the corner of the sheet. */
const MARGIN = 60;

/** A process as a BPMN 2.0 file, with its diagram. */
export function writeBpmn(process: BpmnProcess): string {
  const { id, name, documentation, namespace, exporter } = process;
  const body = [...documented(documentation), ...graphElements(process)];
  const definitions = element('bpmn:definitions', { ...NAMESPACES, id: `Definitions_${id}`, targetNamespace: namespace, exporter }, [
    element('bpmn:process', { id, name, isExecutable: false }, body),
    element('bpmndi:BPMNDiagram', { id: `Diagram_${id}` }, [
      element('bpmndi:BPMNPlane', { id: `Plane_${id}`, bpmnElement: id }, diagramElements(process, layoutOf(process))),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${definitions}\n`;
}

const documented = (text: string | undefined) => (text === undefined ? [] : [element('bpmn:documentation', {}, text)]);

function graphElements({ nodes, flows }: BpmnGraph): string[] {
  return [...nodes.map((node) => nodeElement(node, flows)), ...flows.map(flowElement)];
}

function nodeElement(node: BpmnNode, flows: readonly BpmnFlow[]): string {
  const { id, kind, name, documentation } = node;
  const fallback = kind === 'exclusiveGateway' ? flows.find(({ from, isDefault }) => from === id && isDefault)?.id : undefined;
  const content = [
    ...documented(documentation),
    ...flows.filter(({ to }) => to === id).map((flow) => element('bpmn:incoming', {}, flow.id)),
    ...flows.filter(({ from }) => from === id).map((flow) => element('bpmn:outgoing', {}, flow.id)),
  ];
  if (kind === 'terminateEndEvent') content.push(element('bpmn:terminateEventDefinition', { id: `Terminate_${id}` }));
  if ('repeatedUntil' in node && node.repeatedUntil !== undefined) content.push(repetition(node.repeatedUntil));
  if (kind === 'subProcess') content.push(...graphElements(node));
  return element(`bpmn:${kind === 'terminateEndEvent' ? 'endEvent' : kind}`, { id, name, default: fallback }, content);
}

function repetition(condition: string): string {
  return element('bpmn:multiInstanceLoopCharacteristics', { isSequential: false }, [
    element('bpmn:completionCondition', { 'xsi:type': 'bpmn:tFormalExpression' }, condition),
  ]);
}

function flowElement({ id, from, to, name, condition }: BpmnFlow): string {
  const expression =
    condition === undefined ? [] : [element('bpmn:conditionExpression', { 'xsi:type': 'bpmn:tFormalExpression' }, condition)];
  return element('bpmn:sequenceFlow', { id, name, sourceRef: from, targetRef: to }, expression);
}

function diagramElements(graph: BpmnGraph, { boxes, routes }: Layout): string[] {
  const shapes = (nodes: readonly BpmnNode[]): string[] =>
    nodes.flatMap((node) => [shape(node, boxes.get(node.id) as Box), ...(node.kind === 'subProcess' ? shapes(node.nodes) : [])]);
  const edges = ({ nodes, flows }: BpmnGraph): string[] => [
    ...flows.map(({ id }) => edge(id, routes.get(id) ?? [])),
    ...nodes.flatMap((node) => (node.kind === 'subProcess' ? edges(node) : [])),
  ];
  return [...shapes(graph.nodes), ...edges(graph)];
}

function shape({ id, kind }: BpmnNode, { x, y, width, height }: Box): string {
  const marks = {
    ...(kind === 'subProcess' && { isExpanded: true }),
    ...(kind === 'exclusiveGateway' && { isMarkerVisible: true }),
  };
  return element('bpmndi:BPMNShape', { id: `Shape_${id}`, bpmnElement: id, ...marks }, [
    element('dc:Bounds', { x: x + MARGIN, y: y + MARGIN, width, height }),
  ]);
}

function edge(id: string, points: readonly Point[]): string {
  const waypoints = points.map(({ x, y }) => element('di:waypoint', { x: x + MARGIN, y: y + MARGIN }));
  return element('bpmndi:BPMNEdge', { id: `Edge_${id}`, bpmnElement: id }, waypoints);
}

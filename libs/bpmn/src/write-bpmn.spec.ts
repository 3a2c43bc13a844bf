import { BpmnModdle, type Read } from 'bpmn-moddle';
import { layoutOf, type Box, type Point } from './layout';
import type { BpmnFlow, BpmnGraph, BpmnNode, BpmnProcess } from './model';
import { writeBpmn } from './write-bpmn';

const flow = (from: string, to: string, more: Partial<BpmnFlow> = {}): BpmnFlow => ({ id: `${from}_${to}`, from, to, ...more });
const tasks = (...ids: string[]): BpmnNode[] => ids.map((id) => ({ id, kind: 'userTask', name: id }));
const start: BpmnNode = { id: 'start', kind: 'startEvent' };
const end: BpmnNode = { id: 'end', kind: 'endEvent' };

const CHAIN: BpmnGraph = { nodes: [start, ...tasks('a'), end], flows: [flow('start', 'a'), flow('a', 'end')] };
const DECISION: BpmnGraph = {
  nodes: [start, ...tasks('a', 'b', 'c'), { id: 'g', kind: 'exclusiveGateway', name: 'which?' }, end],
  flows: [
    flow('start', 'a'),
    flow('a', 'g'),
    flow('g', 'b', { name: 'much', condition: 'amount >= "1000" & so on' }),
    flow('g', 'c', { isDefault: true }),
    flow('g', 'a', { condition: 'again' }),
    flow('g', 'end', { condition: 'never mind' }),
    flow('b', 'end'),
    flow('c', 'b'),
  ],
};
const GROUP: BpmnGraph = {
  nodes: [
    start,
    {
      id: 's',
      kind: 'subProcess',
      name: 'together',
      nodes: [
        { id: 's-start', kind: 'startEvent' },
        { id: 's-split', kind: 'parallelGateway' },
        { id: 's-1', kind: 'sendTask', repeatedUntil: 'done >= 60 %' },
        { id: 's-2', kind: 'serviceTask' },
        { id: 's-3', kind: 'task' },
        { id: 's-end', kind: 'terminateEndEvent' },
      ],
      flows: [
        flow('s-start', 's-split'),
        ...['s-1', 's-2', 's-3'].flatMap((id) => [flow('s-split', id), flow(id, 's-end')]),
        flow('s-2', 's-1'),
      ],
    },
    ...tasks('after'),
    end,
  ],
  flows: [flow('start', 's'), flow('s', 'after'), flow('after', 'end'), flow('after', 's'), flow('s', 'end')],
};
/** Every task leads to each of the six that follow, and every third back. */
const WILD: BpmnGraph = (() => {
  const ids = Array.from({ length: 24 }, (_, index) => `t${index}`);
  const flows = ids.flatMap((id, index) => [
    ...ids.slice(index + 1, index + 7).map((to) => flow(id, to)),
    ...(index % 3 === 2 ? [flow(id, ids[index - 2] as string)] : []),
  ]);
  return { nodes: [start, ...tasks(...ids), end], flows: [flow('start', 't0'), ...flows, flow('t23', 'end')] };
})();
/** No node begins it, and one stands alone. */
const CIRCLE: BpmnGraph = { nodes: tasks('a', 'b', 'alone'), flows: [flow('a', 'b'), flow('b', 'a'), flow('b', 'b', { id: 'self' })] };
const GRAPHS: [string, BpmnGraph][] = [
  ['a chain', CHAIN],
  ['a decision', DECISION],
  ['a group', GROUP],
  ['a thicket', WILD],
  ['a circle', CIRCLE],
  ['nothing', { nodes: [], flows: [] }],
];

const processOf = (graph: BpmnGraph, more: Partial<BpmnProcess> = {}): BpmnProcess => ({
  id: 'Process_1',
  name: 'A process',
  namespace: 'https://example.org/bpmn',
  ...graph,
  ...more,
});

/** As a modeller reads it: the root, everything that has an id, and what the reader complains about. */
async function read(xml: string) {
  const { rootElement: root, elementsById: byId, warnings } = await new BpmnModdle().fromXML(xml);
  return { root, byId, warnings };
}

const nodesOf = ({ nodes }: BpmnGraph): BpmnNode[] => nodes.flatMap((node) => [node, ...(node.kind === 'subProcess' ? nodesOf(node) : [])]);
const flowsOf = ({ nodes, flows }: BpmnGraph): BpmnFlow[] => [
  ...flows,
  ...nodes.flatMap((node) => (node.kind === 'subProcess' ? flowsOf(node) : [])),
];

describe.each(GRAPHS)('writing %s as a BPMN file', (_, graph) => {
  it('is read without warnings, with every shape and edge', async () => {
    const { root, byId, warnings } = await read(writeBpmn(processOf(graph)));
    expect(warnings).toEqual([]);
    expect(root.$type).toBe('bpmn:Definitions');
    const [diagram] = root.get('diagrams') as Read[];
    const drawn = (diagram!.get('plane') as Read).get('planeElement') as Read[];
    const idOf = (each: Read) => (each.get('bpmnElement') as Read).id;
    const of = (type: string) =>
      drawn
        .filter(({ $type }) => $type === type)
        .map(idOf)
        .sort();
    expect(of('bpmndi:BPMNShape')).toEqual(
      nodesOf(graph)
        .map(({ id }) => id)
        .sort(),
    );
    expect(of('bpmndi:BPMNEdge')).toEqual(
      flowsOf(graph)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { id, from, to } of flowsOf(graph)) {
      const [source, target] = [byId[id]!.get('sourceRef') as Read, byId[id]!.get('targetRef') as Read];
      expect([source.id, target.id]).toEqual([from, to]);
      expect((source.get('outgoing') as Read[]).map((each) => each.id)).toContain(id);
      expect((target.get('incoming') as Read[]).map((each) => each.id)).toContain(id);
    }
  });

  it('has no overlapping shapes except inside sub-processes', () => {
    const { boxes } = layoutOf(graph);
    const check = ({ nodes }: BpmnGraph, around?: Box): void => {
      for (const [index, node] of nodes.entries()) {
        const box = boxes.get(node.id)!;
        for (const other of nodes.slice(index + 1)) expect(overlap(box, boxes.get(other.id)!)).toBe(false);
        if (around) expect(contains(around, box)).toBe(true);
        if (node.kind === 'subProcess') check(node, box);
      }
    };
    check(graph);
  });

  it('has edges that connect shape borders and cross no other shape', () => {
    const { boxes, routes, width, height } = layoutOf(graph);
    const check = ({ nodes, flows }: BpmnGraph): void => {
      for (const { id, from, to } of flows) {
        const points = routes.get(id)!;
        const [source, target] = [boxes.get(from)!, boxes.get(to)!];
        expect(points[0]).toEqual({ x: source.x + source.width, y: source.y + source.height / 2 });
        expect(points.at(-1)).toEqual({ x: target.x, y: target.y + target.height / 2 });
        for (const [index, point] of points.slice(1).entries()) {
          const before = points[index] as Point;
          expect(before.x === point.x || before.y === point.y).toBe(true);
          expect(nodes.filter((node) => crosses(before, point, boxes.get(node.id)!)).map((node) => [id, node.id])).toEqual([]);
        }
        for (const { x, y } of points) expect(x >= 0 && y >= 0 && x <= width && y <= height).toBe(true);
      }
      for (const node of nodes) if (node.kind === 'subProcess') check(node);
    };
    check(graph);
  });
});

const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const contains = (a: Box, b: Box) => b.x >= a.x && b.y >= a.y && b.x + b.width <= a.x + a.width && b.y + b.height <= a.y + a.height;

/** Whether a line runs through the inside of a box. */
function crosses(from: Point, to: Point, box: Box): boolean {
  const corner = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) };
  return overlap({ ...corner, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }, box);
}

describe('a BPMN file', () => {
  it('marks decisions, groups and repeated tasks', async () => {
    const decision = await read(writeBpmn(processOf(DECISION)));
    expect((decision.byId.g!.get('default') as Read).id).toBe('g_c');
    expect((decision.byId.g_b!.get('conditionExpression') as Read).get('body')).toBe('amount >= "1000" & so on');
    const group = await read(writeBpmn(processOf(GROUP)));
    expect(group.byId['s-end']!.$type).toBe('bpmn:EndEvent');
    expect((group.byId['s-end']!.get('eventDefinitions') as Read[]).map(({ $type }) => $type)).toEqual(['bpmn:TerminateEventDefinition']);
    const repeated = group.byId['s-1']!.get('loopCharacteristics') as Read;
    expect((repeated.get('completionCondition') as Read).get('body')).toBe('done >= 60 %');
    expect(group.byId.Shape_s!.get('isExpanded')).toBe(true);
    expect((group.byId.s!.get('flowElements') as Read[]).map(({ id }) => id)).toContain('s-3');
  });

  it.each([['"quotes" & <tags> \'x\' ]]>'], ['two\nlines\tand\r\na tab'], ['Ação 你好 😀'], ['<!-- --> &amp; &#0;']])(
    'keeps text unchanged: %j',
    async (text) => {
      const nodes: BpmnNode[] = [{ id: 'a', kind: 'task', name: text, documentation: text }];
      const flows = [flow('a', 'a', { name: text, condition: text })];
      const { root, byId, warnings } = await read(writeBpmn(processOf({ nodes, flows }, { name: text, documentation: text })));
      expect(warnings).toEqual([]);
      const documentation = (of: Read) => (of.get('documentation') as Read[])[0]!.get('text');
      const condition = (byId.a_a!.get('conditionExpression') as Read).get('body');
      const said = [byId.a!.get('name'), documentation(byId.a!), byId.a_a!.get('name'), condition, byId.Process_1!.get('name')];
      expect([...said, documentation(byId.Process_1!)]).toEqual(Array.from({ length: 6 }, () => text));
      expect(root.get('targetNamespace')).toBe('https://example.org/bpmn');
    },
  );

  it('replaces characters that XML does not allow', async () => {
    const { byId, warnings } = await read(
      writeBpmn(processOf({ nodes: [{ id: 'a', kind: 'task', name: 'x\u0000\u001b\ud800y' }], flows: [] })),
    );
    expect(warnings).toEqual([]);
    expect(byId.a!.get('name')).toBe('x\ufffd\ufffd\ufffdy');
  });
});

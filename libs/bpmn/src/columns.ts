import type { BpmnGraph } from './model';

/**
 * In which column, from the left, each node stands: after everything that leads to it, but for what leads back. Flows are looked
 * at in their order, so that the first way through a process runs straight.
 */
export function columnsOf({ nodes, flows }: BpmnGraph): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const entered = new Set(flows.map(({ to }) => to));
  for (const { from, to } of flows) next.get(from)?.push(to);
  const order: string[] = [];
  const back = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const starts = [...nodes.filter(({ id }) => !entered.has(id)), ...nodes].map(({ id }) => id);
  for (const start of starts) {
    if (state.has(start)) continue;
    state.set(start, 'open');
    const way = [{ id: start, at: 0 }];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const target = next.get(top.id)?.[top.at++];
      if (target === undefined) {
        state.set(top.id, 'done');
        order.unshift(top.id);
        way.pop();
      } else if (state.get(target) === 'open') back.add(`${top.id} ${target}`);
      else if (!state.has(target)) {
        state.set(target, 'open');
        way.push({ id: target, at: 0 });
      }
    }
  }
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  for (const id of order) {
    for (const target of next.get(id) ?? []) {
      if (back.has(`${id} ${target}`)) continue;
      columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(id) ?? 0) + 1));
    }
  }
  return columns;
}

import type { Design } from '../../api/flow-design';

/** `other`: the flow may come there on another way, or went past it. */
type StepState = 'done' | 'now' | 'next' | 'other';

/** Steps that can be reached from here, without going through one of them. */
function reached({ ways }: Design, from: string | null, without: string | null): Set<string | null> {
  const found = new Set<string | null>();
  const open = [from];
  while (open.length > 0) {
    const step = open.pop()!;
    if (found.has(step) || (step !== null && step === without)) continue;
    found.add(step);
    if (step !== null) open.push(...(ways.get(step) ?? []).map(({ to }) => to));
  }
  return found;
}

/**
 * Where a flow stands, by its definition alone: the service tells where it is, not where it was. A step is done if there is no way to the
 * current ones, or to the end, that does not lead through it. An empty `current` is the end.
 */
export function statesOf(design: Design, current: readonly string[]): ReadonlyMap<string, StepState> {
  const goals: readonly (string | null)[] = current.length > 0 ? current : [null];
  const ahead = new Set(current.flatMap((step) => [...reached(design, step, null)]));
  return new Map(
    design.steps.map(({ id }): [string, StepState] => {
      if (current.includes(id)) return [id, 'now'];
      const around = reached(design, design.first, id);
      if (goals.every((goal) => !around.has(goal))) return [id, 'done'];
      return [id, ahead.has(id) ? 'next' : 'other'];
    }),
  );
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, sorted, type DescribedAnswer, type DescribedOperation } from './document';

const JSON_TYPE = 'application/json';
/** So few lists of codes are as many shared refusals, which takes less than a list per operation. */
const FEW = 4;

interface Refusal {
  operation: DescribedOperation;
  status: string;
  answer: DescribedAnswer;
}

/** All of a refusal but its codes and their examples. */
function shapeOf({ status, answer: { 'x-codigos': _codes, content = {}, ...rest } }: Refusal): string {
  const shown = Object.fromEntries(Object.entries(content).map(([media, { examples: _examples, ...more }]) => [media, more]));
  return JSON.stringify([status, rest, shown]);
}

const codesOf = ({ answer }: Refusal): readonly string[] => answer['x-codigos'] ?? [];

function groupsOf(refusals: readonly Refusal[]): Refusal[][] {
  const groups = new Map<string, Refusal[]>();
  for (const refusal of refusals) groups.set(shapeOf(refusal), [...(groups.get(shapeOf(refusal)) ?? []), refusal]);
  return [...groups.values()];
}

/** One refusal for all: each operation says in its own `x-codigos` which of the codes are its own. */
function widen(group: readonly Refusal[]): void {
  const codes = [...new Set(group.flatMap(codesOf))].sort();
  const examples = sorted(Object.assign({}, ...group.map(({ answer }) => answer.content?.[JSON_TYPE]?.examples)) as Record<string, object>);
  for (const { operation, status, answer } of group) {
    operation['x-codigos'] = { ...operation['x-codigos'], [status]: answer['x-codigos'] ?? [] };
    answer['x-codigos'] = codes;
    const media = answer.content?.[JSON_TYPE];
    if (media) media.examples = examples;
  }
}

/** Refusals that differ only in their codes become equal, so that they can be shared. */
export function withOwnCodes(document: OpenAPIObject): void {
  const refusals = operationsOf(document).flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, answer]): Refusal => ({ operation, status, answer })),
  );
  for (const group of groupsOf(refusals)) {
    const lists = new Set(group.map((each) => codesOf(each).join()));
    if (lists.size > FEW) widen(group);
  }
}

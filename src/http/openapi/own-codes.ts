import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, sorted, type DescribedAnswer, type DescribedOperation } from './document';

const JSON_TYPE = 'application/json';

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
  const groups: Record<string, Refusal[]> = {};
  for (const refusal of refusals) (groups[shapeOf(refusal)] ??= []).push(refusal);
  return Object.values(groups);
}

/** One refusal for all, with the codes that all have: each operation lists in its own `x-codigos` which others it has. */
function share(group: readonly Refusal[]): void {
  const common = codesOf(group[0] as Refusal).filter((code) => group.every((refusal) => codesOf(refusal).includes(code)));
  const examples = sorted(Object.assign({}, ...group.map(({ answer }) => answer.content?.[JSON_TYPE]?.examples)) as Record<string, object>);
  for (const refusal of group) {
    const { operation, status, answer } = refusal;
    const own = codesOf(refusal).filter((code) => !common.includes(code));
    if (own.length > 0) operation['x-codigos'] = { ...operation['x-codigos'], [status]: own };
    answer['x-codigos'] = common;
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
  for (const group of groupsOf(refusals)) if (new Set(group.map((each) => codesOf(each).join())).size > 1) share(group);
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, sorted, type DescribedAnswer } from './document';

/** Moves identical refusals, and answers to dry runs, of several operations to shared responses by status: `Refusal_404`, `Preview_2XX_2`. */
export function withSharedRefusals(document: OpenAPIObject): void {
  const refusals = operationsOf(document).flatMap(({ responses }) => Object.keys(responses).map((status) => ({ status, responses })));
  const uses = new Map<string, number>();
  const keyOf = (status: string, answer: DescribedAnswer) => `${status} ${JSON.stringify(answer)}`;
  for (const { status, responses } of refusals) {
    const key = keyOf(status, responses[status] as DescribedAnswer);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const shared: Record<string, DescribedAnswer> = {};
  const names = new Map<string, string>();
  for (const { status, responses } of refusals) {
    const answer = responses[status] as DescribedAnswer;
    const key = keyOf(status, answer);
    if (Number(status) < 400 || uses.get(key) === 1) continue;
    const first = `${status === '2XX' ? 'Preview' : 'Refusal'}_${status}`;
    const variants = Object.keys(shared).filter((name) => name.startsWith(first)).length;
    const name = names.get(key) ?? (variants === 0 ? first : `${first}_${variants + 1}`);
    names.set(key, name);
    shared[name] = answer;
    responses[status] = { $ref: `#/components/responses/${name}` } as never;
  }
  document.components = { ...document.components, responses: sorted({ ...document.components?.responses, ...shared }) } as never;
}

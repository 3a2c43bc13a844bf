import { createHash } from 'node:crypto';
import type { OnceOnly } from '#application/repeats/once-only';
import { NO_RECEIPT, type Receipt } from '#application/repeats/receipt';
import { DomainError } from '#domain/errors';
import { Answer } from './answer';
import type { Edge, EdgeRequest } from './edge-request';
import type { OperationSpec } from './operation';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** Runs an operation that creates something; with an `Idempotency-Key` a second time answers what the first one did. */
export interface Repeatable {
  once<Result>(present: (result: Result) => Answer, work: (receipt: Receipt<Result>) => Promise<Result>): Promise<Answer>;
}

export const ONCE: Repeatable = { once: async (present, work) => present(await work(NO_RECEIPT)) };

/** Undefined without the header. Its value is the client's; a draft of its standard puts quotes around it. */
export function idempotencyKey(request: EdgeRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  const key = String(sent)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (!KEY.test(key))
    throw new DomainError('INPUT_INVALID', [{ path: ['Idempotency-Key'], code: 'FORMAT', details: { type: 'idempotency-key' } }]);
  return key;
}

export function repeatable(onceOnly: OnceOnly, key: string, edge: Edge, { number, answer }: OperationSpec): Repeatable {
  return {
    async once(present, work) {
      const call = { userId: edge.actor?.userId ?? '', key, digest: digestOf(number, edge) };
      const once = await onceOnly.run(
        call,
        (result) => {
          const { body, options } = present(result);
          return { status: options.status ?? answer.status, body: JSON.stringify(body) };
        },
        work,
      );
      if ('result' in once) return present(once.result);
      const { status, body } = once.replay;
      return new Answer(JSON.parse(body), { status, headers: { 'Idempotent-Replayed': 'true' } });
    },
  };
}

/** Of everything that the call asks for, as it was understood: a file counts by its hash, what is the default anyway not at all. */
function digestOf(operation: string | null, { query, body }: Edge): string {
  const asked = JSON.stringify([operation, query, body], (name, value: unknown) => {
    if (name === 'simular' || (name === 'seExistir' && value === 'recusar')) return undefined;
    return typeof value === 'object' && value !== null && 'sha256' in value && 'head' in value ? { sha256: value.sha256 } : value;
  });
  return createHash('sha256').update(asked).digest('hex');
}

import { createHash } from 'node:crypto';
import type { Idempotency } from '#application/idempotency/idempotency';
import { NO_RECEIPT } from '#application/idempotency/idempotency-receipt';
import { DomainError } from '#domain/errors';
import { Answer } from './answer';
import type { IdempotentRun } from './idempotent-run';
import type { RequestContext, HttpRequest } from './request-context';
import type { OperationSpec } from '../openapi/operation-spec';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

export const ONCE: IdempotentRun = { once: async (present, work) => present(await work(NO_RECEIPT)) };

/** Undefined without the header. Its value is the client's; a draft of its standard puts quotes around it. */
export function idempotencyKey(request: HttpRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  const key = String(sent)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (!KEY.test(key))
    throw new DomainError('INPUT_INVALID', [{ path: ['Idempotency-Key'], code: 'FORMAT', details: { type: 'idempotency-key' } }]);
  return key;
}

export function repeatable(
  idempotency: Idempotency,
  key: string,
  requestContext: RequestContext,
  { number, answer }: OperationSpec,
): IdempotentRun {
  return {
    async once(present, work) {
      const call = { userId: requestContext.actor?.userId ?? '', key, digest: digestOf(number, requestContext) };
      const once = await idempotency.run(
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
function digestOf(operation: string | null, { query, body }: RequestContext): string {
  const asked = JSON.stringify([operation, query, body], (name, value: unknown) => {
    if (name === 'simular' || (name === 'seExistir' && value === 'recusar')) return undefined;
    return typeof value === 'object' && value !== null && 'sha256' in value && 'head' in value ? { sha256: value.sha256 } : value;
  });
  return createHash('sha256').update(asked).digest('hex');
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Idempotency } from '#application/idempotency/idempotency';
import { NO_RECEIPT } from '#application/idempotency/idempotency-receipt';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { DomainError } from '#domain/errors';
import { Answer } from './answer';
import type { IdempotentRun } from './idempotent-run';
import { clientOf, isSimulated, specOf, type HttpRequest } from './request-context';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

const ONCE: IdempotentRun = { once: async (present, work) => present(await work(NO_RECEIPT)) };

/**
 * Reads the `Idempotency-Key`, before the body, for `@Call()`. The key is claimed in the handler: its digest needs the parsed
 * body, and pipes run after all interceptors.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly idempotency: Idempotency) {}

  runOf(request: HttpRequest): IdempotentRun {
    const key = isSimulated(request) ? undefined : keyOf(request);
    return key === undefined ? ONCE : this.repeatable(key, request);
  }

  private repeatable(key: string, request: HttpRequest): IdempotentRun {
    return {
      once: async (present, work) => {
        const { number, answer } = specOf(request);
        const once = await this.idempotency.run(
          { clientId: placeOf(request), userId: request.user?.userId ?? '', key, digest: digestOf(number, request) },
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
}

/** Of one client where the request names it: clients that the caller reaches besides may be others when the call is repeated. */
function placeOf(request: HttpRequest): string {
  const { reach } = specOf(request);
  const namesClient = reach === 'place' || reach === 'whole client' || reach === 'client in body';
  return (namesClient && clientOf(request)) || SERVICE_LOG;
}

/** Undefined without the header. The client chooses the value; a draft of the standard quotes it. */
function keyOf(request: HttpRequest): string | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return undefined;
  const key = String(sent)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (!KEY.test(key))
    throw new DomainError('INPUT_INVALID', [{ path: ['Idempotency-Key'], code: 'FORMAT', details: { type: 'idempotency-key' } }]);
  return key;
}

/** Digest of the parsed query and body: a file counts by its hash; `simular` and the default of `seExistir` do not count. */
function digestOf(operation: string | null, { query, body }: HttpRequest): string {
  const asked = JSON.stringify([operation, query, body], (name, value: unknown) => {
    if (name === 'simular' || (name === 'seExistir' && value === 'recusar')) return undefined;
    return typeof value === 'object' && value !== null && 'sha256' in value && 'head' in value ? { sha256: value.sha256 } : value;
  });
  return createHash('sha256').update(asked).digest('hex');
}

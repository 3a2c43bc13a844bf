import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Idempotency } from '#application/idempotency/idempotency';
import { NO_RECEIPT } from '#application/idempotency/idempotency-receipt';
import { DomainError } from '#domain/errors';
import { Answer } from './answer';
import type { IdempotentRun } from './idempotent-run';
import { contextOf, isSimulated, specOf, type HttpRequest } from './request-context';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

const ONCE: IdempotentRun = { once: async (present, work) => present(await work(NO_RECEIPT)) };

/**
 * Reads the `Idempotency-Key` before the body is read, and makes `@Call()` of it. The claim waits for the handler: it goes by what the
 * body says once it was understood, which pipes do after all interceptors.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const key = isSimulated(request) ? undefined : keyOf(request);
    contextOf(request).idempotency = key === undefined ? ONCE : this.repeatable(key, request);
    return next.handle();
  }

  private repeatable(key: string, request: HttpRequest): IdempotentRun {
    return {
      once: async (present, work) => {
        const { number, answer } = specOf(request);
        const once = await this.idempotency.run(
          { userId: request.user?.userId ?? '', key, digest: digestOf(number, request) },
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

/** Undefined without the header. Its value is the client's; a draft of its standard puts quotes around it. */
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

/** Of everything that the call asks for, as it was understood: a file counts by its hash, what is the default anyway not at all. */
function digestOf(operation: string | null, { query, body }: HttpRequest): string {
  const asked = JSON.stringify([operation, query, body], (name, value: unknown) => {
    if (name === 'simular' || (name === 'seExistir' && value === 'recusar')) return undefined;
    return typeof value === 'object' && value !== null && 'sha256' in value && 'head' in value ? { sha256: value.sha256 } : value;
  });
  return createHash('sha256').update(asked).digest('hex');
}

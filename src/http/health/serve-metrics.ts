import { createHash, timingSafeEqual } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { DomainError } from '#domain/errors';
import { CallLimits } from '../auth/call-limits';
import { contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import type { OperationSpec } from '../openapi/operation-spec';

/** Not in the reference: only for operators. */
const READING: OperationSpec = {
  number: null,
  summary: 'Metrics',
  permission: null,
  reach: 'nothing',
  quiet: true,
  answer: { status: 200, description: 'Metrics.' },
};
const BEARER = /^Bearer +(\S+) *$/i;
const hash = (text: string) => createHash('sha256').update(text).digest();

/** `GET /metricas` on the port of the clients, protected by the token. */
export function serveMetricsTo(app: INestApplication, token: string, readings: Pick<Registry, 'contentType' | 'metrics'>): void {
  const wanted = hash(token);
  app.getHttpAdapter().get('/metricas', async (request: HttpRequest, response: HttpResponse) => {
    contextOf(request).spec = READING;
    const shown = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hash(shown), wanted)) {
      await app.get(CallLimits).ofStrangers(request, response);
      throw new DomainError('TOKEN_INVALID');
    }
    const text = await readings.metrics();
    response.setHeader('Content-Type', readings.contentType);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  });
}

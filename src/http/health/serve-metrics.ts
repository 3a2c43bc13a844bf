import { createHash, timingSafeEqual } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DomainError } from '#domain/errors';
import { CallLimits } from '../shared/call-limits';
import { edgeOf, type EdgeRequest, type EdgeResponse } from '../shared/edge-request';
import type { OperationSpec } from '../shared/operation';

/** Not in the reference: it is for the operator. */
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

/** `GET /metricas` where clients are served, for whoever shows the token. */
export function serveMetricsTo(app: INestApplication, token: string): void {
  const wanted = hash(token);
  app.getHttpAdapter().get('/metricas', async (request: EdgeRequest, response: EdgeResponse) => {
    edgeOf(request).spec = READING;
    const shown = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hash(shown), wanted)) {
      await app.get(CallLimits).ofStrangers(request, response);
      throw new DomainError('TOKEN_INVALID');
    }
    const registry = app.get<Registry>(Registry);
    const text = await registry.metrics();
    response.setHeader('Content-Type', registry.contentType);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  });
}

import type { INestApplication } from '@nestjs/common';
import type { HttpRequest } from './request-context';

/** API, its documents, and share links. */
const OPEN = /^\/(?:(?:api|compartilhado)\/|openapi(?:\.en)?\.(?:json|yaml)$)/i;
const NOBODY = { origin: false };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Request headers that the service reads; browsers check most of them by preflight. */
export const REQUEST_HEADERS = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Range',
  'SubscriptionKey',
  'X-Request-Id',
];
/** Answer headers that scripts may read, beyond the safelisted ones. */
export const ANSWER_HEADERS = [
  'Accept-Ranges',
  'Campos-Ignorados',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];
const SECONDS_REMEMBERED = 3600;

/** Lets pages of these origins call the service. Without cookies: callers authenticate by a header. */
export function allowOrigins(app: INestApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const options = {
    origin: [...origins],
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: SECONDS_REMEMBERED,
  };
  app.enableCors((request: HttpRequest, decide: (error: null, options: object) => void) => {
    decide(null, OPEN.test(request.path) ? options : NOBODY);
  });
}

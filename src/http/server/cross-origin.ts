import type { INestApplication } from '@nestjs/common';
import type { HttpRequest } from './request-context';

/** The interface, its documents, and share links. */
const OPEN = /^\/(?:(?:api|compartilhado)\/|openapi(?:\.en)?\.(?:json|yaml)$)/i;
const NOBODY = { origin: false };

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What the service reads of a request; browsers ask beforehand about all but the simplest. */
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
/** What it says in an answer, beyond the few that every script may read. */
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
  'X-Request-Id',
];
const SECONDS_REMEMBERED = 3600;

/** Lets pages of the named origins call the service. Never with cookies: there are none, who calls says so in a header. */
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

import type { DomainError, ErrorKind } from '#domain/errors';

export const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  'not-found': 404,
  method: 405,
  'too-slow': 408,
  conflict: 409,
  gone: 410,
  stale: 412,
  'too-large': 413,
  'unsupported-media': 415,
  range: 416,
  unprocessable: 422,
  'too-many-requests': 429,
  unavailable: 503,
};

export const statusOf = ({ kind }: DomainError): number => STATUS[kind];

/**
 * Answers are private and run no scripts, unless an operation says otherwise. Not `helmet`: it needs a response object, and unreadable
 * requests have none; it does not set `Cache-Control`, and pages have their own policies.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * An answer is for its caller alone, and nothing in it runs, unless an operation says otherwise. Not `helmet`: it sets headers of a response, and these
 * are also sent where there is none (a request that could not be read); `Cache-Control` is not among them, and pages bring policies of their own.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

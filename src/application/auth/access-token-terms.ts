import type { KeyObject } from 'node:crypto';

/** How an access token is signed, and what it says of its origin: one declaration for whoever signs and whoever checks. */
export class AccessTokenTerms {
  readonly algorithm = 'HS256';
  readonly issuer = 'acervo';
  readonly audience = 'acervo-api';

  /** `key`: as a key object. Given as text, jsonwebtoken first tries to read it as a certificate, 45 times slower. */
  constructor(readonly key: KeyObject) {}
}

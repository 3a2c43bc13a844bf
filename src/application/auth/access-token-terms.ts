import type { KeyObject } from 'node:crypto';

/** Signing key and claims of access tokens: one declaration for the signer and the verifier. */
export class AccessTokenTerms {
  readonly algorithm = 'HS256';
  readonly issuer = 'acervo';
  readonly audience = 'acervo-api';

  /** `key` is a key object: given a string, jsonwebtoken first tries to parse it as a certificate, which is 45 times slower. */
  constructor(readonly key: KeyObject) {}
}

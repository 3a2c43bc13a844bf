import { createSecretKey } from 'node:crypto';
import { Argon2PasswordHasher } from '#infrastructure/argon2/argon2-password-hasher';
import { HmacShareLinks } from '#infrastructure/keys/hmac-share-links';
import { JwtTokens } from '#infrastructure/keys/jwt-tokens';
import type { Keys } from '#infrastructure/keys/key-files';
import { Secret } from '#src/config';
import { PlainPasswords, PlainShareLinks } from '../fakes/small-fakes';
import { passwordHasherContract, shareLinksContract, tokensContract } from './secrets.contract';

function keys(name: string): Keys {
  const of = (use: string) => `${use} of ${name} `.repeat(4);
  const key = (use: string) => createSecretKey(Buffer.from(of(use)));
  return { jwt: new Secret(of('jwt')), link: new Secret(of('link')), audit: key('audit'), answers: key('answers') };
}

passwordHasherContract('PasswordHasher, readable', new PlainPasswords(), 'a hash');
passwordHasherContract('PasswordHasher with Argon2', new Argon2PasswordHasher(100), '$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHQ$x');
shareLinksContract('ShareLinks, readable', new PlainShareLinks(), null);
const link = (name: string) => new HmacShareLinks(keys(name), 'https://acervo.test/s');
shareLinksContract('ShareLinks with HMAC', link('this service'), link('another service'));
tokensContract('Tokens as JWT', () => new JwtTokens(keys('this service')), new JwtTokens(keys('another service')));

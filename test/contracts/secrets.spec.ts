import { createSecretKey } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
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
  return {
    jwt: new Secret(of('jwt')),
    link: new Secret(of('link')),
    events: key('events'),
    seal: key('seal'),
    answers: key('answers'),
    webhooks: key('webhooks'),
    cursors: key('cursors'),
    addresses: key('addresses'),
    plans: key('plans'),
  };
}

passwordHasherContract('PasswordHasher, readable', new PlainPasswords(), 'a hash');
passwordHasherContract('PasswordHasher with Argon2', new Argon2PasswordHasher(100), '$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHQ$x');

it.each([
  ['a lot of memory', { memoryCost: 299_999 }, true],
  ['too much memory', { memoryCost: 300_000 }, false],
  ['passes', { memoryCost: 64, timeCost: 10 }, true],
  ['too many passes', { memoryCost: 64, timeCost: 11 }, false],
  ['passes over a lot of memory', { memoryCost: 100_000, timeCost: 4 }, true],
  ['too many passes over a lot of memory', { memoryCost: 100_000, timeCost: 5 }, false],
  ['lanes', { memoryCost: 128, parallelism: 16 }, true],
  ['too many lanes', { memoryCost: 136, parallelism: 17 }, false],
])('accepts a hash with %s only if its cost is acceptable', async (_, cost, proves) => {
  const dear = await hash('Acervo@2026', { timeCost: 1, parallelism: 1, ...cost });
  expect(await new Argon2PasswordHasher(100).verify(dear, 'Acervo@2026')).toBe(proves);
});

shareLinksContract('ShareLinks, readable', new PlainShareLinks(), null);
const link = (name: string) => new HmacShareLinks(keys(name), 'https://acervo.test/s');
shareLinksContract('ShareLinks with HMAC', link('this service'), link('another service'));
const tokens = (name: string) => new JwtTokens(new AccessTokenTerms(keys(name).answers));
tokensContract('Tokens as JWT', tokens('this service'), tokens('another service'));

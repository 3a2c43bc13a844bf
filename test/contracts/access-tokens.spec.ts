import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthGuard } from '@nestjs/passport';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
import { Authenticate, type AccessClaim } from '#application/auth/authenticate.use-case';
import { newId } from '#application/support/ids';
import { CallerAddress } from '#http/auth/caller-address';
import { JwtStrategy } from '#http/auth/jwt.strategy';
import { openContext, type HttpRequest } from '#http/server/request-context';
import { JwtTokens } from '#infrastructure/keys/jwt-tokens';
import { forgeries, GARBAGE } from './secrets.contract';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const terms = (name: string) => new AccessTokenTerms(createSecretKey(Buffer.from(`the key of ${name} `.repeat(4))));
const ours = terms('this service');
const tokens = new JwtTokens(ours);
const claim = (): AccessClaim => ({ userId: newId(), sessionId: newId(), count: 7, expiresAt: new Date(NOW.getTime() + 60_000) });
const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** As a server with the guard of the service has it: what the session was asked for, or null. */
describe('verifying access tokens', () => {
  let asked: AccessClaim | null;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const sessions = { user: async (said: AccessClaim) => ((asked = said), { userId: said.userId }) };
    const options = { defaultStrategy: 'jwt here' };
    new JwtStrategy(ours, new Authenticate(sessions as never, {} as never, {} as never, {} as never), new CallerAddress(0), options);
    const guard = new (AuthGuard())(options);
    server = createServer((request, response) => {
      openContext(request, { requestId: 'here', expectsContinue: false, bytesIn: 0, ignored: [], problems: [] });
      const http = { getRequest: () => request as HttpRequest, getResponse: () => response };
      Promise.resolve(guard.canActivate({ switchToHttp: () => http } as never) as Promise<boolean>).then(
        () => response.writeHead(200).end(),
        () => response.writeHead(401).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function check(authorization: string): Promise<AccessClaim | null> {
    asked = null;
    const { status } = await fetch(url, { headers: { authorization } });
    expect([authorization, status]).toEqual([authorization, asked ? 200 : 401]);
    return asked;
  }

  it('reads an issued token and its expiry at any time, with and without Bearer', async () => {
    const said = claim();
    const token = tokens.issueAccess(said, NOW);
    for (const sent of [token, `Bearer ${token}`, `bearer  ${token} `]) expect(await check(sent)).toEqual(said);
  });

  it('refuses what is not a token', async () => {
    // What fetch can send.
    for (const sent of GARBAGE.filter((each) => /^[ -~]*$/.test(each) && each.length < 10_000)) expect(await check(sent)).toBeNull();
    expect(await check(`Bearer ${tokens.issueRefresh(newId(), 1)}`)).toBeNull();
  });

  it('refuses a changed token', async () => {
    const token = tokens.issueAccess(claim(), NOW);
    expect(await check(token)).not.toBeNull();
    const [header, body, mac] = token.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    // Blanks and line ends around it belong to the header.
    for (const forged of forgeries(token).filter((each) => each === each.trim())) expect(await check(forged)).toBeNull();
    for (const forged of [
      `${text({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${text({ alg: 'none', typ: 'JWT' })}.${body}.${mac}`,
      `${text({ alg: 'HS512', typ: 'JWT' })}.${body}.${mac}`,
      `${header}.${text({ ...payload, exp: 9_999_999_999 })}.${mac}`,
      `${header}.${body}.`,
    ])
      expect(await check(forged)).toBeNull();
  });

  it('refuses tokens with another key, algorithm, issuer or audience, not yet valid or without a claim', async () => {
    const token = tokens.issueAccess(claim(), NOW);
    const [, body] = token.split('.') as [string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const signed = (said: object, alg = 'HS256', digest = 'sha256') => {
      const head = `${text({ alg, typ: 'JWT' })}.${text(said)}`;
      return `${head}.${createHmac(digest, ours.key).update(head).digest('base64url')}`;
    };
    expect(await check(signed(payload))).not.toBeNull();
    expect(await check(signed({ ...payload, nbf: 0 }))).toBeNull();
    for (const name of ['sub', 'sid', 'cnt', 'exp', 'iss', 'aud'])
      expect(await check(signed({ ...payload, [name]: undefined }))).toBeNull();
    for (const name of ['iss', 'aud', 'cnt', 'exp']) expect(await check(signed({ ...payload, [name]: 'outro' }))).toBeNull();
    expect(await check(signed(payload, 'HS384', 'sha384'))).toBeNull();
    expect(await check(signed(payload, 'HS512', 'sha512'))).toBeNull();
    expect(await check(new JwtTokens(terms('another service')).issueAccess(claim(), NOW))).toBeNull();
  });
});

import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { samplePdf } from '#src/demo/sample-files';
import { Api, loggedIn, type Call } from './support/api';
import { create, createdBy, expectRefusal, leavingNothing, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, opened, revokePath, sharesPath, visible } from './support/reading';
import { Remote } from './support/remote';
import { startService, type Service } from './support/service';

const MEGABYTE = 1024 ** 2;
/** A share link, to anybody. */
const at = ({ url }: Service, token: string, call: Call = {}) => new Api(url).get(`/compartilhado/${token}`, call);
const file = (link: string) => ({ link, extension: 'pdf' });

describe('links', () => {
  let service: Service;
  let api: Api;
  let bait: Remote;
  beforeAll(async () => {
    [service, bait] = await Promise.all([startService(), Remote.open('127.0.0.1', (_, response) => response.end(samplePdf('segredo')))]);
    api = await loggedIn(service.url);
  });
  afterAll(async () => {
    bait.close();
    await service.stop();
  });

  it('X7 that the service follows cannot reach the service itself, its database, its file store or cloud metadata', async () => {
    const { databaseUrl, s3 } = service.config;
    const database = databaseUrl && new URL(databaseUrl.reveal()).host;
    const hosts = [
      new URL(service.url).host,
      database,
      s3 && new URL(s3.endpoint).host,
      '169.254.169.254',
      '[fd00:ec2::254]',
      '100.100.100.200',
    ];
    const paths = ['/saude/viva', '/api/Estrutura', '/latest/meta-data/iam/security-credentials/'];
    const addresses = hosts
      .filter(Boolean)
      .flatMap((host) => ['http', 'https'].flatMap((scheme) => paths.map((path) => `${scheme}://${host}${path}`)));
    const answers = await leavingNothing(service, async () => {
      const found = [];
      for (const address of addresses) found.push(await create(api, 'V3', { files: [file(address)] }));
      return found;
    });
    expectAlike(422, answers);
    expect(answers[0]!.text).toMatch(/não é permitido/);
  });

  it('X8 that it follows reveal nothing about the internal network: open ports, closed ports and names get the same answer', async () => {
    const closed = await Remote.open('127.0.0.1', () => undefined);
    closed.close();
    const addresses = [bait, closed].flatMap(({ port }) => [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ]);
    const answers = await leavingNothing(service, async () => {
      const found = [];
      for (const address of [...addresses, 'http://127.0.0.1/', 'http://10.255.255.1/', 'http://intranet/', 'http://db.internal/']) {
        found.push(await create(api, 'V3', { files: [file(address)] }));
      }
      return found;
    });
    expectAlike(422, answers);
    expect(bait.connections).toBe(0);
  });

  it('X10 appear in no answer', async () => {
    const secret = `segredo-${randomBytes(6).toString('hex')}`;
    const answer = await create(api, 'V3', { files: [file(`http://127.0.0.1/${secret}?assinatura=${secret}`)] });
    expect(expectRefusal(answer, 422).mensagem).toBeTruthy();
    expect(answer.text).not.toContain(secret);
    expect(createdBy(await create(api, 'V3')).files).toEqual([]);
  });

  it('H8 of shares are refused as numbers, lists, objects or words', async () => {
    await filed(api, { files: [{ content: 'meu', extension: 'txt', share: true }] });
    const tokens = [
      '0',
      '1',
      '-1',
      'true',
      'null',
      'undefined',
      '[object%20Object]',
      '%5B%5D',
      '%7B%7D',
      "0'%20OR%20'1'='1",
      '%25',
      '_',
      '0e0',
    ];
    const answers = await Promise.all(tokens.map((token) => at(service, token)));
    for (const answer of answers) expectRefusal(answer, 404);
    expect(new Set(answers.map(({ json }) => json.codigo as string)).size).toBe(1);
    expectRefusal(await at(service, '0', { query: { token: 0, id: 0 } }), 404);
  });

  it('H3 revoked during a download fail for the next one, while the running one completes', async () => {
    const content = randomBytes(8 * MEGABYTE);
    const { id, files } = await filed(api, { files: [{ content, extension: 'bin', share: true }] });
    const address = `${service.url}${new URL(files[0]!.link!).pathname}`;
    const running = await fetch(address);
    const reader = running.body!.getReader();
    const pieces = [(await reader.read()).value!];
    expect((await api.patch(revokePath(id))).status).toBe(200);
    expectRefusal(await opened(service, files[0]!.link), 404);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    await refused(service, 422, () => api.patch(revokePath(id)));
  });

  it('H7 stay revoked when the file is shared again, by another link', async () => {
    const { id, files } = await filed(api, { files: [{ content: 'x', extension: 'txt', share: true }] });
    await api.patch(revokePath(id));
    const { json } = await api.post(sharesPath(id));
    expect(json.Arquivos[0].LinkCompartilhado).not.toBe(files[0]!.link);
    const [dead, never] = [await opened(service, files[0]!.link), await opened(service, 'http://x/compartilhado/nada')];
    expect(visible(dead)).toEqual(visible(never));
  });
});

describeService('frequent callers', { LINK_ALLOWED_NETWORKS: '127.0.0.0/8', RATE_LIMITS: '25/3600' }, ({ service }) => {
  let victim: Remote | undefined;
  afterAll(async () => {
    victim?.close();
  });

  it('X12 have links to one host followed four at a time: 100 links in 20 calls', async () => {
    const api = await loggedIn(service.url);
    let most = 0;
    const waiting: ServerResponse[] = [];
    victim = await Remote.open('127.0.0.1', (_, response) => {
      most = Math.max(most, waiting.push(response));
      // Four are waited for, and a moment longer for a fifth that should not come.
      if (waiting.length === 4) setTimeout(() => waiting.splice(0).forEach((each) => each.end(samplePdf('x'))), 20);
    });
    const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '127.0.0.1.'];
    const files = hosts.map((host) => file(`http://${host}:${victim!.port}/`));
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(api, 'V3', { files })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect([victim.connections, most]).toEqual([100, 4]);
  });

  it('H1 guess no share link: 300 tokens, partly rate-limited', async () => {
    const guesses = () => Promise.all(Array.from({ length: 30 }, () => at(service, randomBytes(32).toString('base64url'))));
    const answers: Awaited<ReturnType<typeof guesses>> = [];
    while (answers.length < 300) answers.push(...(await guesses()));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(250);
    for (const answer of answers) expectRefusal(answer, answer.status);
  });
});

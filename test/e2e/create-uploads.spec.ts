import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FileStorage } from '#application/ports/files';
import { until } from '../support/until';
import { Api, base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import {
  bodyOf,
  create,
  createdBy,
  expectRefusal,
  filesOf,
  leavesNothing,
  leavingNothing,
  PATHS,
  VERSIONS,
  type Version,
} from './support/creates';
import { describeService } from './support/describe-service';
import { RawRequest } from './support/raw-http';
import { journalAfterSweep, stagedUploads } from './support/state';

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const STRANGE = '12345678-1234-4234-8234-123456789abc';

describeService('uploads to all creates', ({ service }) => {
  let users: Record<'demo' | 'leitor' | 'financeiro' | 'nobody' | 'forger', Api>;
  let api: Api;
  beforeAll(async () => {
    const [demo, leitor, financeiro] = await Promise.all(['demo', 'leitor', 'financeiro'].map((login) => loggedIn(service.url, login)));
    api = demo!;
    const forged = `${api.token!.slice(0, -8)}AAAAAAAA`;
    users = { demo: api, leitor: leitor!, financeiro: financeiro!, nobody: new Api(service.url), forger: new Api(service.url, forged) };
  });

  const REFUSED: [string, keyof typeof users, Record<string, string>, status?: number][] = [
    ['who has no token', 'nobody', {}],
    ['who has a forged token', 'forger', {}],
    ['who may only look', 'leitor', {}],
    ["another user's client", 'demo', { idCliente: IDS.otherClient }],
    [
      "another user's client, unit and level",
      'demo',
      { idCliente: IDS.otherClient, idUnidade: IDS.otherUnit, idArvoreOrganizacional: IDS.otherLevel },
    ],
    ['a client that does not exist', 'demo', { idCliente: STRANGE }],
    ['a unit that does not serve the client', 'demo', { idUnidade: IDS.otherUnit }, 400],
    ['a unit that does not exist', 'demo', { idUnidade: STRANGE }, 400],
    ['a level of another client', 'demo', { idArvoreOrganizacional: IDS.otherLevel }, 400],
    ['a level that does not exist', 'demo', { idArvoreOrganizacional: STRANGE }, 400],
    ['a level out of reach', 'financeiro', { idArvoreOrganizacional: IDS.records }],
  ];

  describe('before the body is read', () => {
    leavesNothing(() => service);

    it.each(REFUSED)('refuses %s at once', async (_, user, where, status = 401) => {
      const texts = new Set<string>();
      for (const version of VERSIONS) {
        const request = new RawRequest(users[user], PATHS[version], { 'content-length': GIGABYTE }, { ...place(), ...where });
        await request.send('{"arquivos":[{"arquivo":"QUJD');
        // Nothing else is sent: whoever waited for more would never answer.
        const answer = await request.answer;
        request.hangUp();
        expectRefusal(answer, status);
        texts.add(answer.text.replace(/"idRequisicao":"[^"]+"/, ''));
      }
      expect(texts.size).toBe(1);
    });

    it.each(REFUSED)('does not ask for the body of %s', async (_, user, where, status = 401) => {
      for (const version of VERSIONS) {
        const headers = { 'content-length': GIGABYTE, expect: '100-continue' };
        const request = new RawRequest(users[user], PATHS[version], headers, { ...place(), ...where });
        expectRefusal(await request.answer, status);
        expect(request.continued).toBe(false);
        request.hangUp();
      }
    });

    it.each([
      ['a malformed id', 400, { 'content-length': GIGABYTE }, { idUnidade: 'x' }],
      ['too large a body', 413, { 'content-length': 3 * GIGABYTE }, {}],
      ['a type that is not read', 415, { 'content-length': GIGABYTE, 'content-type': 'text/plain' }, {}],
    ])('refuses %s, without asking for the body', async (_, status, headers, where) => {
      for (const expected of [null, { expect: '100-continue' }]) {
        const request = new RawRequest(api, PATHS.V3, { ...headers, ...expected }, { ...place(), ...where });
        expectRefusal(await request.answer, status);
        expect(request.continued).toBe(false);
        request.hangUp();
      }
    });

    it('delivers the refusal to a client that reads only after sending everything', async () => {
      const body = JSON.stringify(bodyOf('V3', { files: [{ content: Buffer.alloc(6 * MEGABYTE), extension: 'bin' }] }));
      const answer = await users.leitor.post(PATHS.V3, { query: place(), body });
      expectRefusal(answer, 401);
    });
  });

  it.each(VERSIONS)('%s asks for the body of authorised callers', async (version) => {
    const body = JSON.stringify(bodyOf(version, { files: [{ content: 'Olá', extension: 'txt' }] }));
    const request = new RawRequest(api, PATHS[version], { 'content-length': Buffer.byteLength(body), expect: '100-continue' });
    await until(() => request.continued, Boolean, { what: 'asked for the body' });
    request.end(body);
    expect(await filesOf(api, createdBy(await request.answer).id)).toMatchObject([{ binario: base64('Olá') }]);
  });

  it.each(VERSIONS)('%s accepts a chunked body in the smallest chunks', async (version) => {
    const body = Buffer.from(
      JSON.stringify(bodyOf(version, { values: invoiceValues('31'), files: [{ content: 'Olá, acervo!', extension: 'txt', name: 'Olá' }] })),
    );
    const request = new RawRequest(api, PATHS[version], { 'transfer-encoding': 'chunked' });
    for (const byte of body) await request.send(Uint8Array.of(byte));
    request.end();
    expect(await filesOf(api, createdBy(await request.answer).id)).toMatchObject([
      { nomeDoArquivo: 'Olá', binario: base64('Olá, acervo!') },
    ]);
  });

  describe('a client that disconnects', () => {
    const whole = (version: Version, bytes: number) => {
      const files = ['Um', 'Dois'].map((name) => ({ content: Buffer.alloc(bytes, name), extension: 'bin', name }));
      return Buffer.from(JSON.stringify(bodyOf(version, { files })));
    };
    const staged = () => stagedUploads(service);

    // The size is that of each of two files; on S3 the largest are sent in parts.
    it.each([
      ['in the middle of its first file', 200_000, 0.3, 1],
      ['in the middle of its second file', 200_000, 0.8, 2],
      ['in the middle of a large file', 20 * MEGABYTE, 0.45, 1],
      ['before the last brace', 1000, 0.9999, 2],
    ])('%s leaves nothing', async (_, size, part, files) => {
      for (const version of size > MEGABYTE ? (['V3'] as const) : VERSIONS) {
        const body = whole(version, size);
        await leavingNothing(service, async () => {
          const request = new RawRequest(api, PATHS[version], { 'content-length': body.length });
          await request.send(body.subarray(0, Math.floor(body.length * part)));
          const end = Date.now() + 60_000;
          while ((await staged()) < files && Date.now() < end) await pause(5);
          expect(await staged()).toBe(files);
          request.hangUp();
        });
      }
    });

    it('after sending everything leaves a complete document or nothing', async () => {
      const body = whole('V3', 100_000);
      for (let round = 0; round < 30; round++) {
        const request = new RawRequest(api, PATHS.V3, { 'content-length': body.length });
        await request.send(body);
        await pause(round);
        request.hangUp();
      }
      const end = Date.now() + 60_000;
      while ((await journalAfterSweep(service)) > 0 && Date.now() < end) await pause(50);
      expect(await staged()).toBe(0);
      const rows = (await service.database.query('SELECT document_code, object_key, sha256, name FROM document_file')) as Record<
        string,
        string
      >[];
      const storage = service.app.get(FileStorage);
      for (const { object_key: key, sha256, name } of rows) {
        const hash = createHash('sha256');
        for await (const chunk of await storage.read(key!)) hash.update(chunk);
        expect([name, hash.digest('hex')]).toEqual([name, sha256]);
      }
      const count = (wanted: string) => rows.filter(({ name }) => name === wanted).length;
      expect(count('Um')).toBe(count('Dois'));
    });
  });
});

describeService('limits of all creates', { MAX_BODY_MB: '3', MAX_FILE_MB: '1', MAX_FILES: '3' }, ({ service, demo: api }) => {
  const file = (size: number) => ({ content: Buffer.alloc(size), extension: 'bin' });

  it.each(VERSIONS)('%s accepts files up to the limits', async (version) => {
    const { id } = createdBy(await create(api, version, { files: [file(MEGABYTE), file(1), file(MEGABYTE / 2)] }));
    expect((await filesOf(api, id)).map(({ binario }) => Buffer.from(binario, 'base64').length)).toEqual([MEGABYTE, 1, MEGABYTE / 2]);
  });

  describe('beyond them', () => {
    leavesNothing(() => service);

    it.each(VERSIONS)('E9 %s refuses a file one byte too long', async (version) => {
      const { codigo, mensagem } = expectRefusal(await create(api, version, { files: [file(1), file(MEGABYTE + 1)] }), 413);
      expect([codigo, mensagem]).toEqual(['ARQUIVO_GRANDE_DEMAIS', expect.stringContaining('1 MB')]);
    });

    it.each(VERSIONS)('E9 %s refuses one file too many', async (version) => {
      const { codigo, mensagem } = expectRefusal(await create(api, version, { files: [1, 2, 3, 4].map(file) }), 413);
      expect([codigo, mensagem]).toEqual(['ARQUIVOS_DEMAIS', expect.stringContaining('3')]);
    });

    it.each(VERSIONS)('E9 %s refuses a larger body, announced or not', async (version) => {
      const body = JSON.stringify(bodyOf(version)).padEnd(3 * MEGABYTE + 1);
      const framings: Record<string, string | number>[] = [{ 'content-length': body.length }, { 'transfer-encoding': 'chunked' }];
      for (const headers of framings) {
        const request = new RawRequest(api, PATHS[version], headers);
        request.end(body);
        const { codigo, mensagem } = expectRefusal(await request.answer, 413);
        expect([codigo, mensagem]).toEqual(['CORPO_GRANDE_DEMAIS', expect.stringContaining('3 MB')]);
      }
    });
  });
});

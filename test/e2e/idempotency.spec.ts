import { connect } from 'node:net';
import { base64, loggedIn, place, type Answer, type Api } from './support/api';
import { bodyOf, expectRefusal, PATHS } from './support/creates';
import { describeService } from './support/describe-service';
import { linksOf, remove, works } from './support/reading';
import {
  addingNothing,
  countOf,
  documents,
  expectReplay,
  fresh,
  idsBy,
  KEY,
  keyed,
  OPERATION_NAMES,
  repeatableOperations,
  REPLAYED,
  respelled,
  type RepeatableOperation,
} from './support/repeats';

const DAY_MS = 86_400_000;

describeService('Idempotency-Key', ({ service }) => {
  let demo: Api;
  let finance: Api;
  let reader: Api;
  let other: Api;
  let operations: RepeatableOperation[];
  beforeAll(async () => {
    const logins = ['demo', 'financeiro', 'leitor', 'outro'].map((login) => loggedIn(service.url, login));
    [demo, finance, reader, other] = (await Promise.all(logins)) as [Api, Api, Api, Api];
    operations = await repeatableOperations(demo);
  });

  const operationOf = (name: string) => operations.find((operation) => operation.name === name)!;
  const refused = (status: number, call: () => Promise<Answer>) => addingNothing(service, async () => expectRefusal(await call(), status));
  const files = () => countOf(service, 'document_file', 'deleted_at IS NULL');

  describe.each(OPERATION_NAMES)('of %s', (name) => {
    let operation: RepeatableOperation;
    beforeAll(() => void (operation = operationOf(name)));

    /** A first call under a new key. */
    const first = async (text = fresh('Nota')) => {
      const key = fresh();
      const answer = await keyed(demo, operation, key, operation.body(text));
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([operation.status, null]);
      return { key, text, answer };
    };

    it('a repeated call gets the first answer and stores nothing', async () => {
      const before = await files();
      const { key, text, answer } = await first();
      expect(await files()).toBe(before + 1);
      await addingNothing(service, async () => {
        for (let round = 0; round < 3; round++) expectReplay(await keyed(demo, operation, key, operation.body(text)), answer);
      });
    });

    it('in another spelling', async () => {
      const { key, text, answer } = await first();
      const query = Object.fromEntries(
        Object.entries(operation.query)
          .map(([parameter, value]) => [parameter.toUpperCase(), `{${value.toUpperCase()}}`])
          .reverse(),
      );
      const spelt = { ...operation, path: `/v1${operation.path.toLowerCase()}`, query };
      await addingNothing(service, async () => {
        const headers = { 'content-type': 'text/json; charset=utf-8' };
        expectReplay(await keyed(demo, spelt, key, respelled(operation.body(text)), { headers }), answer);
      });
    });

    it('D12 another call under its key is refused', async () => {
      const { key, text, answer } = await first();
      const calls: [string, () => Promise<Answer>][] = [
        ['another body', () => keyed(demo, operation, key, operation.body(fresh('Outra')))],
        ['another file of the same name', () => keyed(demo, operation, key, operation.body(text, 'outro'))],
        ['another place', () => keyed(demo, { ...operation, query: operation.elsewhere }, key, operation.body(text))],
        ...operations
          .filter((candidate) => candidate.name !== name)
          .map((candidate): (typeof calls)[number] => [candidate.name, () => keyed(demo, candidate, key, candidate.body(text))]),
      ];
      await addingNothing(service, async () => {
        for (const [what, call] of calls) {
          expect([what, expectRefusal(await call(), 422).codigo]).toEqual([what, 'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA']);
        }
        expectReplay(await keyed(demo, operation, key, operation.body(text)), answer);
      });
    });

    it("D12 another user's key of the same name is another key", async () => {
      const { key, answer } = await first();
      const text = fresh('Nota');
      const theirs = await keyed(finance, operation, key, operation.body(text));
      expect([theirs.status, theirs.headers.get(REPLAYED)]).toEqual([operation.status, null]);
      if (name !== '2.2') expect(theirs.text).not.toBe(answer.text);
      expectReplay(await keyed(finance, operation, key, operation.body(text)), theirs);
    });

    it('a refused call leaves its key free', async () => {
      const key = fresh();
      const text = fresh('Nota');
      const good = operation.body(text) as Record<string, unknown>;
      const keys = await countOf(service, 'repeatable_call');
      const bad = Array.isArray(good) ? [{ ...good[0], extensao: [] }] : { ...good, [Object.keys(good)[0] as string]: {} };
      await refused(400, () => keyed(demo, operation, key, bad));
      await refused(400, () => keyed(demo, operation, key, '{"'));
      const broken = Array.isArray(good) ? [good[0], good[0]] : bodyOf(name as 'V1', { values: [{ label: 'Número', valorCampo: '7' }] });
      if (name !== '2.3') await refused(422, () => keyed(demo, operation, key, broken));
      expect(await countOf(service, 'repeatable_call')).toBe(keys);
      const answer = await keyed(demo, operation, key, good);
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([operation.status, null]);
      expectReplay(await keyed(demo, operation, key, good), answer);
    });

    it('unauthorised callers do not use a key', async () => {
      const { key, text } = await first();
      const keys = await countOf(service, 'repeatable_call');
      const unused = fresh();
      await addingNothing(service, async () => {
        for (const api of [{ token: null }, { token: 'x.y.z' }, { token: reader.token }]) {
          expectRefusal(await keyed(demo, operation, key, operation.body(text), api), 401);
          expectRefusal(await keyed(demo, operation, unused, operation.body(text), api), 401);
        }
        const foreign = await keyed(other, operation, key, operation.body(text));
        expectRefusal(foreign, name.startsWith('V') ? 401 : 400);
      });
      expect(await countOf(service, 'repeatable_call')).toBe(keys);
    });

    it('expires after seven days', async () => {
      const { key, answer } = await first();
      const [row] = (await service.database.query('SELECT kept_until FROM repeatable_call ORDER BY kept_until DESC LIMIT 1')) as {
        kept_until: string;
      }[];
      const days = (Number(row!.kept_until) - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(6.99);
      expect(days).toBeLessThan(7.01);
      await service.database.query(`UPDATE repeatable_call SET kept_until = kept_until - ${8 * DAY_MS}`);
      const text = fresh('Nota');
      const again = await keyed(demo, operation, key, operation.body(text));
      expect([again.status, again.headers.get(REPLAYED)]).toEqual([operation.status, null]);
      if (name !== '2.2') expect(again.text).not.toBe(answer.text);
      expectReplay(await keyed(demo, operation, key, operation.body(text)), again);
    });
  });

  it('without a key, or with another one, the same call runs again', async () => {
    const operation = operationOf('V3');
    const body = operation.body(fresh('Nota'));
    const before = await documents(service);
    for (let round = 0; round < 2; round++) expect((await demo.post(operation.path, { query: operation.query, body })).status).toBe(201);
    for (let round = 0; round < 2; round++) expect((await keyed(demo, operation, fresh(), body)).status).toBe(201);
    expect(await documents(service)).toBe(before + 4);
  });

  it('a form is equal to its JSON, with any boundary', async () => {
    const operation = operationOf('2.3');
    const key = fresh();
    const [name, content] = [fresh('Nota'), `Conteúdo ${fresh()}`];
    const first = await keyed(demo, operation, key, [{ arquivo: base64(content), nomeImagem: name, extensao: 'txt' }]);
    expect(first.status).toBe(200);
    const form = () => {
      const data = new FormData();
      data.append('arquivo', new Blob([content]), `${name}.txt`);
      return new Response(data);
    };
    await addingNothing(service, async () => {
      for (let round = 0; round < 2; round++) {
        const response = form();
        const headers = { 'content-type': response.headers.get('content-type')! };
        const body = new Uint8Array(await response.arrayBuffer());
        expectReplay(await keyed(demo, operation, key, body, { headers }), first);
      }
    });
  });

  it('the answer is replayed although the document has changed', async () => {
    const operation = operationOf('V2');
    const [key, body] = [fresh(), operation.body(fresh('Nota'))];
    const first = await keyed(demo, operation, key, body);
    const { id } = idsBy(first);
    const [link] = await linksOf(demo, id);
    await remove(demo, id);
    expectReplay(await keyed(demo, operation, key, body), first);
    expect(await works(service, link)).toBe(false);
  });

  describe('the header', () => {
    const send = (key: string, body: unknown = bodyOf('V3')) => demo.post(PATHS.V3, { query: place(), body, headers: { [KEY]: key } });

    it.each([
      ['255 characters', 'k'.repeat(255)],
      ['one character', '~'],
      ['blanks and signs within', 'nota 1, "x"; a=b {[(ü'.replace('ü', 'u')],
      ['a GUID', 'DC6A2FDC-0BA9-4D3E-9F0C-7B8C4F6E0001'],
    ])('may be %s', async (_, key) => {
      const first = await send(key);
      expect(first.status).toBe(201);
      expectReplay(await send(key), first);
    });

    it('ignores quotes and surrounding blanks', async () => {
      const key = fresh();
      const first = await send(`"${key}"`);
      expect(first.status).toBe(201);
      for (const spelt of [key, `  ${key} `, `"${key}"`]) expectReplay(await send(spelt), first);
    });

    it('is case-sensitive', async () => {
      const first = await send('Chave-X');
      const second = await send('CHAVE-X');
      expect([first.status, second.status, second.headers.get(REPLAYED)]).toEqual([201, 201, null]);
    });

    it.each([
      ['empty', ''],
      ['only quotes', '""'],
      ['a blank in quotes', '" "'],
      ['256 characters', 'k'.repeat(256)],
      ['not ASCII', 'chave-\u00e7'],
      ['a tabulator', 'a\tb'],
    ])('is refused when it is %s', async (_, key) => {
      const keys = await countOf(service, 'repeatable_call');
      const refusal = await refused(400, () => send(key));
      expect(refusal.erros).toMatchObject([{ campo: 'Idempotency-Key', codigo: 'FORMATO_INVALIDO' }]);
      expect(await countOf(service, 'repeatable_call')).toBe(keys);
    });

    it('with a control character is invalid HTTP', async () => {
      const { hostname, port } = new URL(service.url);
      const answer = await addingNothing(
        service,
        () =>
          new Promise<string>((resolve, reject) => {
            const socket = connect(Number(port), hostname, () =>
              socket.write(
                `POST ${PATHS.V3} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${demo.token}\r\nIdempotency-Key: a\u0001b\r\nContent-Length: 0\r\n\r\n`,
              ),
            );
            let text = '';
            socket.on('data', (chunk) => (text += chunk.toString()));
            socket.on('end', () => resolve(text));
            socket.on('error', reject);
          }),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    });
  });
});

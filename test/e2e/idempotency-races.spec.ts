import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Sql } from '#infrastructure/typeorm/sql';
import { until } from '../support/until';
import { place, type Answer } from './support/api';
import { bodyOf, createdBy, expectRefusal, filesOf, PATHS, VERSIONS } from './support/creates';
import { describeService } from './support/describe-service';
import { RawRequest } from './support/raw-http';
import { Remote } from './support/remote';
import {
  addingNothing,
  atOnce,
  countOf,
  documents,
  expectReplay,
  fresh,
  KEY,
  keyed,
  OPERATION_NAMES,
  printed,
  repeatableOperations,
  REPLAYED,
  tally,
  type RepeatableOperation,
} from './support/repeats';

const TWINS = 20;
const AN_HOUR_MS = 3_600_000;

/** As soon as it holds. */
const untilHeld = (holds: () => boolean | Promise<boolean>) => until(holds, Boolean, { what: holds.toString() });

describeService('Idempotency-Key, concurrent calls', { LINK_ALLOWED_NETWORKS: '127.0.0.1/32' }, ({ service, demo, finance }) => {
  let operations: RepeatableOperation[];
  beforeAll(async () => {
    operations = await repeatableOperations(demo);
  });

  const operationOf = (name: string) => operations.find((operation) => operation.name === name)!;
  const files = () => countOf(service, 'document_file');
  const open = (where = 'status IS NULL') => countOf(service, 'repeatable_call', where);

  describe.each(OPERATION_NAMES)('%s', (name) => {
    it(`D12 ${TWINS} equal calls run once`, async () => {
      const operation = operationOf(name);
      const [key, text] = [fresh(), fresh('Nota')];
      const before = [await documents(service), await files()] as const;
      const answers = await atOnce(TWINS, () => keyed(demo, operation, key, operation.body(text)));
      const counts = tally(answers);
      printed(`${name}, ${TWINS} twins`, counts);
      expect(await documents(service)).toBe(before[0] + (name.startsWith('V') ? 1 : 0));
      expect(await files()).toBe(before[1] + 1);
      const done = answers.filter(({ status }) => status === operation.status);
      expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
      expect(done.filter(({ headers }) => headers.get(REPLAYED) === null)).toHaveLength(1);
      for (const answer of answers) if (answer.status !== operation.status) expectRefusal(answer, 409);
      const [first] = done.filter(({ headers }) => headers.get(REPLAYED) === null);
      await addingNothing(service, async () => expectReplay(await keyed(demo, operation, key, operation.body(text)), first!));
      expect(await open()).toBe(0);
    });
  });

  it(`${TWINS} calls with different bodies under one key: one runs, none gets the answer of another`, async () => {
    const operation = operationOf('V3');
    const [key, before] = [fresh(), await documents(service)];
    const answers = await atOnce(TWINS, (index) => keyed(demo, operation, key, operation.body(`Nota ${index}`)));
    const counts = tally(answers);
    printed(`different bodies, ${TWINS} calls`, counts);
    expect(await documents(service)).toBe(before + 1);
    expect(counts).toEqual({ '201': 1, '422 CHAVE_DE_IDEMPOTENCIA_REUTILIZADA': TWINS - 1 });
  });

  it(`${TWINS} calls under as many keys, of two users, store as many documents`, async () => {
    const operation = operationOf('V3');
    const [body, before] = [operation.body('Nota'), await documents(service)];
    const keys = Array.from({ length: TWINS / 2 }, () => fresh());
    const answers = await atOnce(TWINS, (index) => keyed(index % 2 ? demo : finance, operation, keys[index >> 1]!, body));
    expect(tally(answers)).toEqual({ '201': TWINS });
    expect(await documents(service)).toBe(before + TWINS);
  });

  it.each(VERSIONS)('%s, equal refused calls get the same refusal, and the key is free', async (version) => {
    const [key, body] = [fresh(), bodyOf(version, { values: [{ label: 'Número', valorCampo: '1' }] })];
    const operation = operationOf(version);
    const answers = await addingNothing(service, () => atOnce(8, () => keyed(demo, operation, key, body)));
    for (const answer of answers) expect(expectRefusal(answer, 422).codigo).toBe('INDEXADOR_OBRIGATORIO');
    expect((await keyed(demo, operation, key, operation.body('Nota'))).status).toBe(201);
  });

  describe('a slow first call', () => {
    let remote: Remote;
    let waiting: ServerResponse[];
    beforeEach(async () => {
      waiting = [];
      remote = await Remote.open('127.0.0.1', (_, response) => void waiting.push(response));
    });
    afterEach(() => remote.close());

    const body = () => bodyOf('V3', { files: [{ link: `http://127.0.0.1:${remote.port}/nota.txt`, extension: 'txt' }] });
    const send = (key: string) => demo.post(PATHS.V3, { query: place(), body: body(), headers: { [KEY]: key } });
    const begun = async (count = 1) => untilHeld(() => waiting.length >= count);
    const finish = () => waiting.forEach((response) => response.end('Olá'));

    it('makes an equal call wait, then retry', async () => {
      const [key, before, started] = [fresh(), await documents(service), Date.now()];
      const first = send(key);
      await begun();
      // Slow, not silent: of silence the first call has enough before a slow machine has told its twins.
      const dripping = setInterval(() => waiting[0]!.write(' '), 500);
      const twins = await atOnce(3, () => send(key));
      clearInterval(dripping);
      for (const twin of twins) {
        expect(expectRefusal(twin, 409).codigo).toBe('CHAMADA_EM_ANDAMENTO');
        expect(Number(twin.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(Date.now() - started).toBeGreaterThan(1000);
      expect(await documents(service)).toBe(before);
      finish();
      const answer = await first;
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([201, null]);
      expectReplay(await send(key), answer);
      expect([remote.paths.length, await documents(service)]).toEqual([1, before + 1]);
    });

    it('answers an equal call when the first completes in time', async () => {
      const [key, before] = [fresh(), await documents(service)];
      const first = send(key);
      await begun();
      const twins = [send(key), send(key)];
      await pause(100);
      finish();
      for (const twin of await Promise.all(twins)) expectReplay(twin, await first);
      expect([remote.paths.length, await documents(service)]).toEqual([1, before + 1]);
    });

    it('refuses another body under its key at once', async () => {
      const key = fresh();
      const first = send(key);
      await begun();
      const other = await keyed(demo, operationOf('V3'), key, bodyOf('V3'));
      expect(expectRefusal(other, 422).codigo).toBe('CHAVE_DE_IDEMPOTENCIA_REUTILIZADA');
      finish();
      expect((await first).status).toBe(201);
    });

    it('stores one document when the client disconnects and repeats', async () => {
      const [key, before] = [fresh(), await documents(service)];
      const text = JSON.stringify(body());
      const first = new RawRequest(demo, PATHS.V3, { [KEY]: key, 'content-length': Buffer.byteLength(text) });
      first.end(text);
      await begun();
      first.hangUp();
      const again = send(key);
      await begun(2);
      expect(waiting[0]!.closed).toBe(true);
      finish();
      const answer = await again;
      expect(answer.status).toBe(201);
      expectReplay(await send(key), answer);
      expect(await documents(service)).toBe(before + 1);
    });

    it('frees the key when its link fails', async () => {
      const [key, before] = [fresh(), await documents(service)];
      const first = send(key);
      await begun();
      const twin = send(key);
      waiting[0]!.writeHead(404).end();
      expect(expectRefusal(await first, 422).codigo).toBe('DOWNLOAD_FALHOU');
      await begun(2);
      waiting[1]!.end('Olá');
      const answer = await twin;
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([201, null]);
      expect(await documents(service)).toBe(before + 1);
    });

    it('renews its claim while it runs', async () => {
      const key = fresh();
      const left = async () =>
        (await service.app
          .get(Sql)
          .first<{ until: number; read_at: number }>(
            `SELECT c.claimed_until AS until, ${service.app.get(Sql).now} AS read_at FROM repeatable_call c WHERE c.status IS NULL`,
          ))!;
      const first = send(key);
      await begun();
      const claimed = await left();
      // What a process that dies now leaves behind: by the database's clock nobody waits longer for it.
      expect(claimed.until - claimed.read_at).toBeLessThanOrEqual(15_000);
      const dripping = setInterval(() => waiting[0]!.write(' '), 500);
      const renewed = await until(left, ({ until: end }) => end > claimed.until, { what: 'the claim is renewed', withinMs: 120_000 });
      clearInterval(dripping);
      expect(renewed.until - renewed.read_at).toBeLessThanOrEqual(15_000);
      finish();
      expect((await first).status).toBe(201);
    });

    it('stores nothing when its claim has expired', async () => {
      const [key, before] = [fresh(), await documents(service)];
      const first = send(key);
      await begun();
      const second = send(key);
      // The first renews its claim, now and then also in between.
      await untilHeld(async () => {
        await service.database.query(`UPDATE repeatable_call SET claimed_until = claimed_until - ${AN_HOUR_MS} WHERE status IS NULL`);
        return waiting.length >= 2;
      });
      waiting[1]!.end('Olá');
      const answer = await second;
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([201, null]);
      waiting[0]!.end('Olá');
      expectRefusal(await first, 503);
      expectReplay(await send(key), answer);
      expect(await documents(service)).toBe(before + 1);
    });
  });

  describe('a claim whose process has died', () => {
    it.each(['V1', '2.3'])('%s, passes to the next caller after its lease', async (name) => {
      const operation = operationOf(name);
      const [key, body] = [fresh(), operation.body(fresh('Nota'))];
      const first = await keyed(demo, operation, key, body);
      expect(first.status).toBe(operation.status);
      await service.database.query(
        `UPDATE repeatable_call SET status = NULL, answer = NULL, claimed_until = claimed_until - ${AN_HOUR_MS}
         WHERE claim_id = (SELECT claim_id FROM (SELECT claim_id FROM repeatable_call ORDER BY kept_until DESC LIMIT 1) latest)`,
      );
      expect(await open()).toBe(1);
      const answers = await atOnce(5, () => keyed(demo, operation, key, body));
      const granted = answers.filter(({ headers }) => headers.get(REPLAYED) === null);
      expect(granted.map(({ status }) => status)).toEqual([operation.status]);
      expect(granted[0]!.text).not.toBe(first.text);
      for (const answer of answers) if (answer !== granted[0]) expectReplay(answer, granted[0]!);
    });
  });

  it('an interrupted and repeated upload stores one document', async () => {
    const content = Buffer.alloc(300_000, 'A nota. ');
    const text = JSON.stringify(bodyOf('V3', { files: [{ content, extension: 'txt' }] }));
    const headers = { [KEY]: fresh(), 'content-length': Buffer.byteLength(text) };
    const before = await documents(service);
    for (const share of [0.01, 0.5, 0.999]) {
      const broken = new RawRequest(demo, PATHS.V3, headers);
      await broken.send(text.slice(0, Math.floor(text.length * share)));
      await pause(30);
      broken.hangUp();
    }
    const sent = (): Promise<Answer> => demo.post(PATHS.V3, { query: place(), body: text, headers: { [KEY]: headers[KEY]! } });
    const answer = await sent();
    expectReplay(await sent(), answer);
    expect(await documents(service)).toBe(before + 1);
    const [file] = await filesOf(demo, createdBy(answer).id);
    expect(Buffer.from(file!.binario, 'base64').equals(content)).toBe(true);
    expect(await open()).toBe(0);
    await addingNothing(service, async () => undefined);
  });
});

import { stripVTControlCharacters } from 'node:util';
import { Sealer } from '#application/audit/sealer';
import { StatementLog } from '../support/statement-log';
import { expectRefusal } from './support/creates';
import { matrixScene, SECRET } from './support/matrix-archive';
import { readAll } from './support/read-all';
import { SAMPLE_NOTE } from './support/shown-files';
import { ERASE_USER, idsOf, LOGOUT, REMOVE_ROW, requestOf, RESTORE, SAMPLES, send, type Deviation } from './support/matrix-calls';
import { expectationOf, isFilter, isVisible, lacks, mayComeIn, permissionOf, type Expected } from './support/matrix-expectation';
import { matrixRoutes } from './support/matrix-routes';
import { CALLERS, type Caller, type Kind, type MatrixRoute, type MatrixScene } from './support/matrix-types';
import { answerToHead, contentOf, routerPaths } from './support/matrix-state';
import { NOBODY, visible } from './support/reading';
import { swept } from './support/adding-files';
import { STORAGE } from './support/service';
import { Api, type Answer } from './support/api';

const KINDS: readonly Kind[] = ['own', 'foreign', 'unknown', 'deleted', 'malformed'];
const ALL_CALLERS: readonly Caller[] = ['right', ...CALLERS.refused, ...CALLERS.lacking, ...CALLERS.elsewhere, ...CALLERS.programs];
/** Outside of the controllers, for everybody. */
const REFERENCE = ['/docs', '/openapi.json', '/openapi.yaml', '/openapi.en.json', '/openapi.en.yaml'];

/** For people who come without an address. */
const ENTRY = ['/', '/verificar', '/favicon.ico', '/robots.txt'];

interface Cell {
  name: string;
  caller: Caller;
  deviation?: Deviation;
  expected: Expected;
}

const table = matrixRoutes();
const size = { routes: table.length, slots: 0, cells: 0, refused: 0, allowed: 0, alike: 0, asked: 0, unread: 0 };
let scene: MatrixScene;
let asked: StatementLog;
beforeAll(async () => {
  scene = await matrixScene({ READ_FILES: 'true' });
  asked = new StatementLog(scene.service.database);
});
afterAll(async () => {
  process.stderr.write(`[matrix on ${STORAGE}] ${Object.entries(size).map(([name, count]) => `${count} ${name}`).join(', ')}\n`); // prettier-ignore
  await swept(scene.service);
  await scene.service.stop();
});

/** A deleted document is what is restored, and no other case. */
const kindsOf = ({ title }: MatrixRoute, { species, optional }: MatrixRoute['slots'][number]) =>
  KINDS.filter((kind) => scene.things[species][kind] !== undefined && (kind !== 'own' || optional)).filter(
    (kind) => title !== RESTORE || kind !== 'deleted',
  );

/** All own first, then one id after the other in every other kind. */
function cellsOf(route: MatrixRoute): Cell[] {
  const deviations = route.slots.flatMap((slot) =>
    kindsOf(route, slot).map((kind) => ({
      slot,
      kind,
    })),
  );
  return ALL_CALLERS.flatMap((caller) =>
    [undefined, ...deviations].map((deviation): Cell => {
      const ids = idsOf(route, scene.things, deviation);
      const name = `${caller}, ${deviation ? `${deviation.kind} ${deviation.slot.name} (${deviation.slot.where})` : 'all own'}`;
      return { name, caller, ...(deviation && { deviation }), expected: expectationOf(route, caller, ids, deviation) };
    }),
  );
}

const tokenOf = (route: MatrixRoute, caller: Caller) => scene.tokenOf(caller, permissionOf(route) ?? 'document:view');

async function answerOf(route: MatrixRoute, { caller, deviation }: Cell, things = scene.things, link?: string): Promise<Answer> {
  const ids = idsOf(route, things, deviation);
  const headers: Record<string, string> = route.spec.repeatable ? { 'idempotency-key': crypto.randomUUID() } : {};
  const token = tokenOf(route, caller);
  const answer = await send(scene.service.url, token, await requestOf(scene, route, ids, link), headers);
  if (route.title === LOGOUT && answer.status === 200) await scene.reopen(token as string);
  // What the request itself said may be said again.
  const text = deviation ? answer.text.replaceAll(ids.get(deviation.slot)!.id, NOBODY) : answer.text;
  return { ...answer, text };
}

/** All that is wrong with the cells, so that one run shows everything. */
class Findings {
  private readonly found: string[] = [];

  check(cell: string, expectation: () => void): void {
    try {
      expectation();
    } catch (error) {
      const plain = stripVTControlCharacters((error as Error).message).replace(/\s+/g, ' ');
      this.found.push(`${cell}: ${plain.slice(0, 300)}`);
    }
  }

  expectNone(): void {
    expect(this.found).toEqual([]);
  }
}

it('B1 covers every route of the router', async () => {
  const known = new Set([...table.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`.toLowerCase())]);
  const paths = routerPaths(scene.service.app).filter(
    (path) => !REFERENCE.some((reference) => path.startsWith(`get ${reference}`)) && !ENTRY.some((entry) => path === `get ${entry}`),
  );
  expect(paths.length).toBeGreaterThanOrEqual(table.length);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});

it('has a valid call for every route, and none for removed routes', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(table.map(({ title }) => title).sort());
});

/** Who may not is known from the head alone, unless it hangs on whose password it is. */
const isKnownByHead = (route: MatrixRoute, caller: Caller) =>
  CALLERS.lacking.includes(caller as never) ? lacks(route, caller) && route.spec.permission !== 'own' : !mayComeIn(route, caller);

describe.each(table)('$title', (route) => {
  const open = route.spec.permission === null;

  it('B1 B2 refuses unauthorised callers, with equal answers and without a change', async () => {
    const findings = new Findings();
    // The first page of the audit trail seals what earlier routes have left.
    await scene.service.app.get(Sealer).settle();
    const before = await contentOf(scene.service, open);
    const groups = new Map<string, [string, Answer]>();
    /** What the database was asked, by caller and place of the id. */
    const questions = new Map<string, [string, string[]]>();
    size.slots += route.slots.length;
    for (const cell of cellsOf(route)) {
      const { name, caller, deviation, expected } = cell;
      const filters = deviation && isFilter(deviation.slot) && deviation.kind !== 'own';
      if (expected === 'allowed' && !filters) continue;
      asked.take();
      const answer = await answerOf(route, cell);
      // Keys for uploads are staged many at a time, now and then, whoever asks. What is asked side by side comes in any order.
      const statements = asked
        .take()
        .filter((text) => !text.startsWith('INSERT INTO object_journal'))
        .sort();
      size.cells++;
      if (expected === 'allowed') findings.check(name, () => expect(answer.status).toBe(route.spec.answer.status));
      else {
        size.refused++;
        findings.check(name, () => expectRefusal(answer, expected));
        findings.check(name, () => expect(answer.text).not.toContain(SECRET));
        if (expected === 401 && !open && !CALLERS.refused.includes(cell.caller as never))
          findings.check(name, () => expect(answer.json.codigo).toBe('SEM_PERMISSAO'));
      }
      // Refused to a caller: always in the same words. Not found: like what never was.
      const seen = deviation && isVisible(caller, deviation.slot.species, deviation.kind);
      if (deviation && !seen && deviation.kind !== 'malformed') {
        const slot = `${caller} ${deviation.slot.path.join('.')} ${deviation.slot.where}`;
        const [other, before] = questions.get(slot) ?? [name, statements];
        questions.set(slot, [other, before]);
        findings.check(`${name} asks the database as ${other} does`, () => expect(statements).toEqual(before));
        size.asked++;
      }
      const group =
        expected === 401 && !open ? `401 for ${caller}` : `${caller} ${seen} ${deviation?.slot.path.join('.')} ${deviation?.slot.where}`;
      if (deviation?.kind === 'malformed' && expected !== 401) continue;
      const [first, like] = groups.get(group) ?? [name, answer];
      groups.set(group, [first, like]);
      if (answer === like) continue;
      size.alike++;
      findings.check(`${name} like ${first}`, () => expect(visible(answer)).toEqual(visible(like)));
    }
    const after = await contentOf(scene.service, open);
    findings.check('all of them', () => expect(after).toEqual(before));
    findings.expectNone();
  });

  it('B1 serves authorised callers, and shows no data of others', async () => {
    const findings = new Findings();
    for (const cell of cellsOf(route).filter(({ expected, deviation }) => expected === 'allowed' && (deviation?.kind ?? 'own') === 'own')) {
      const { document, file, link } = await scene.fresh(route.path.endsWith('/nota') ? SAMPLE_NOTE : undefined);
      const { things } = scene;
      const moved = route.slots.some(({ species }) => species === 'execution') ? await scene.freshFlow() : null;
      const webhook = route.slots.some(({ species }) => species === 'webhook') ? await scene.freshWebhook() : null;
      const session = route.slots.some(({ species }) => species === 'session') ? await scene.freshSession() : null;
      const key = route.slots.some(({ species }) => species === 'api key') ? await scene.freshKey() : null;
      const row = route.title === REMOVE_ROW ? await scene.freshRow() : null;
      const user = route.title === ERASE_USER ? await scene.freshUser() : null;
      if (route.title === RESTORE) await scene.remove(document);
      const own = {
        ...things,
        ...(user && { user: { ...things.user, own: user } }),
        ...(row && { row: { ...things.row, own: row } }),
        ...(key && { 'api key': { ...things['api key'], own: key } }),
        ...(session && { session: { ...things.session, own: session } }),
        ...(webhook && { webhook: { ...things.webhook, own: webhook } }),
        document: { ...things.document, own: document },
        file: { ...things.file, own: file },
        ...(moved && { flow: { ...things.flow, own: moved.flow }, execution: { ...things.execution, own: moved.execution } }),
      };
      // Else the preview is still to be made.
      if (route.path.endsWith('/miniatura')) await readAll(scene.service);
      const answer = await answerOf(route, cell, own, link);
      // The structure has a new version: the next calls are not to differ by who reads it first.
      if (row) for (const caller of ALL_CALLERS) await new Api(scene.service.url, tokenOf(route, caller)).get('/api/Estrutura');
      size.cells++;
      size.allowed++;
      findings.check(cell.name, () => expect([answer.status, answer.text]).toEqual([statusOf(route), expect.anything()]));
      if (cell.caller !== 'other client' || open) continue;
      const foreign = [things.client, things.list, things.user, things.level, things.document].map(({ own: id }) => id as string);
      findings.check(cell.name, () => expect(foreign.filter((id) => answer.text.includes(id))).toEqual([]));
    }
    findings.expectNone();
  });

  const unread = open || !route.spec.body ? [] : [...CALLERS.refused, ...CALLERS.lacking].filter((caller) => isKnownByHead(route, caller));
  if (unread.length > 0) {
    it('B1 refuses before it reads the body', async () => {
      const findings = new Findings();
      for (const caller of unread) {
        const sent = await requestOf(scene, route, idsOf(route, scene.things));
        const token = tokenOf(route, caller);
        const { url } = scene.service;
        const statuses = [await answerToHead(url, token, sent), (await send(url, token, { ...sent, body: '{"' })).status];
        findings.check(caller, () => expect(statuses).toEqual([401, 401]));
        size.unread += 2;
      }
      findings.expectNone();
    });
  }
});

/** A link leads to the store, where there is one. */
const statusOf = ({ path, spec }: MatrixRoute) => (path.startsWith('/compartilhado') && scene.service.config.s3 ? 302 : spec.answer.status);

it.each([...REFERENCE, ...ENTRY])('shows %s to everybody', async (path) => {
  expect((await send(scene.service.url, null, { method: 'GET', path, query: {} })).status).toBe(200);
});

it('H6 returns the same answer for removed, deleted and invented share links', async () => {
  const [removed, deleted] = [await scene.fresh(), await scene.fresh()];
  const { client, unit, level } = scene.things;
  await scene.right.patch(`/api/Documento/${removed.document}/cliente/${client.own}/compartilhar-arquivos`);
  const query = { idCliente: client.own!, idUnidade: unit.own!, idArvoreOrganizacional: level.own!, idDocumento: deleted.document };
  expect((await scene.right.delete('/api/Documento/Delete', { query })).status).toBe(200);
  const token = (link: string) => link.split('/').at(-1) as string;
  const tokens = [token(removed.link), token(deleted.link), `${token(removed.link).slice(0, -3)}AAA`, 'nada'];
  const answers = [];
  for (const each of tokens)
    answers.push(await send(scene.service.url, null, { method: 'GET', path: `/compartilhado/${each}`, query: {} }));
  for (const answer of answers) {
    expectRefusal(answer, 404);
    expect(visible(answer)).toEqual(visible(answers[0]!));
  }
});

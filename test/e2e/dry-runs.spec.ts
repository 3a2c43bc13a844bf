import { randomBytes } from 'node:crypto';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { stableId } from '#application/support/stable-id';
import { zipOf } from '../support/sample-documents';
import { swept } from './support/adding-files';
import { Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { matrixScene } from './support/matrix-archive';
import { idsOf, requestOf, send, type Sent } from './support/matrix-calls';
import { matrixRoutes } from './support/matrix-routes';
import type { MatrixRoute, MatrixScene } from './support/matrix-types';
import { expectRefusedAlike } from './support/simulations';
import type { Service } from './support/service';
import { journalAfterSweep } from './support/state';

const routes = matrixRoutes();
const changing = routes.filter(({ method, spec }) => method !== 'GET' && spec.dryRun !== 'reads');
const specified = changing.filter(({ spec }) => spec.number !== null);
const taking = specified.filter(({ spec }) => spec.dryRun !== 'refused');

/** What each would record. */
const EVENTS: Record<string, string> = {
  '2.2': 'arquivo.incluido',
  '2.3': 'arquivo.incluido',
  '2.4': 'arquivo.excluido',
  '2.6': 'arquivo.assinado',
  '4.6': 'compartilhamento.revogado',
  '4.7': 'documento.excluido',
  '4.8': 'compartilhamento.criado',
  '6.2': 'fluxo.ativado',
  '6.3': 'fluxo.documento_associado',
  '6.7': 'fluxo.formulario_alterado',
  '9.1': 'usuario.criado',
  '9.2': 'usuario.senha_trocada',
  '9.3': 'usuario.status_alterado',
};

/** Changed by any call, and by the service itself: sessions, leases of keys for uploads, and events on their way into the log. */
const PASSING = /^(?:session|object_journal|rate_window|event.*)$/;
/** Of calls that change nothing. */
const OF_READING = "('call.refuse', 'file.read', 'share.open', 'session.open', 'session.close', 'session.refuse')";

/** All rows of all tables, and how many changes are recorded. */
async function contentsOf({ database }: Service): Promise<Record<string, unknown>> {
  const tables = database.entityMetadatas.map(({ tableName }) => tableName).filter((name) => !PASSING.test(name));
  // Shards answer in any order.
  const rowsOf = async (name: string) =>
    ((await database.query(`SELECT * FROM ${name}`)) as object[]).map((row) => JSON.stringify(row)).sort();
  const rows = await Promise.all(tables.map(async (name) => [name, await rowsOf(name)] as const));
  const changes = `SELECT SUM(c) AS total FROM (SELECT COUNT(*) AS c FROM event WHERE action NOT IN ${OF_READING}
    UNION ALL SELECT COUNT(*) FROM event_outbox WHERE action NOT IN ${OF_READING}) counted`;
  return { ...Object.fromEntries(rows), events: (await database.query(changes)) as unknown };
}

describe('simular=true', () => {
  let scene: MatrixScene;
  beforeAll(async () => {
    scene = await matrixScene();
  });
  afterAll(async () => {
    await swept(scene.service);
    await scene.service.stop();
  });

  const tokenOf = (route: MatrixRoute) => scene.tokenOf('right', route.spec.permission ?? '');
  const ask = (route: MatrixRoute, sent: Sent, simular = 'true') =>
    send(scene.service.url, tokenOf(route), { ...sent, query: { ...sent.query, simular } });

  /** A call that would succeed, of things of its own. */
  async function goodCall(route: MatrixRoute): Promise<Sent> {
    const { document, file } = await scene.fresh();
    const { flow, execution } = await scene.freshFlow();
    const things = structuredClone(scene.things);
    Object.assign(things.document, { own: document });
    Object.assign(things.file, { own: file });
    Object.assign(things.flow, { own: flow });
    Object.assign(things.execution, { own: execution });
    return requestOf(scene, route, idsOf(route, things));
  }

  async function changingNothing<T>(work: () => Promise<T>): Promise<T> {
    await journalAfterSweep(scene.service);
    const before = await contentsOf(scene.service);
    const result = await work();
    expect(await contentsOf(scene.service)).toEqual(before);
    expect(await journalAfterSweep(scene.service)).toBe(0);
    return result;
  }

  it('is declared for each of the 38 operations that changes something', () => {
    const numbers = [...new Set(specified.map(({ spec }) => spec.number))].sort();
    expect(numbers).toEqual('1.1 1.2 2.2 2.3 2.4 2.6 4.1 4.2 4.3 4.6 4.7 4.8 4.9 5.4 5.5 6.2 6.3 6.7 7.1 9.1 9.2 9.3'.split(' '));
  });

  it.each(taking)('says what would happen, and changes nothing: $title', async (route) => {
    const sent = await goodCall(route);
    const answer = await changingNothing(() => ask(route, sent));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"simulado":true')]);
    expect(answer.json.camposIgnorados).toEqual([]);
    if (route.spec.dryRun === 'rehearsed')
      expect(answer.json.eventos).toContainEqual({ tipo: EVENTS[route.spec.number!], dados: expect.any(Object) });
    for (const unreadable of ['', 'talvez']) {
      const refused = await changingNothing(() => ask(route, sent, unreadable));
      expect(problemsOf(expectRefusal(refused, 400))[0]).toMatch(/^simular /);
    }
    // The same call for real, which the dry run has not used up.
    const real = await send(scene.service.url, tokenOf(route), sent);
    expect([real.status, real.text]).toEqual([route.spec.answer.status, expect.anything()]);
  });

  it.each(taking)('is refused like the real call of an unknown thing: $title', async (route) => {
    const slot =
      route.slots.find(({ species, where }) => where !== 'body' && species !== 'client' && species !== 'unit') ?? route.slots[0]!;
    const sent = await requestOf(scene, route, idsOf(route, scene.things, { slot, kind: 'unknown' }));
    const answer = await changingNothing(() => ask(route, sent));
    await expectRefusedAlike(scene.service, answer.status, (simular) => ask(route, sent, String(simular)));
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it.each(specified.filter(({ spec }) => spec.dryRun === 'refused'))('is not there for $title', async (route) => {
    const sent = await goodCall(route);
    const answer = await ask(route, sent);
    expect(expectRefusal(answer, 400).codigo).toBe('SIMULACAO_INDISPONIVEL');
    expect((await ask(route, sent, 'false')).status).toBe(201);
  });

  it.each(changing.filter(({ spec }) => spec.dryRun === 'unknown'))('is refused by $title, an extension without it', async (route) => {
    const sent = await requestOf(scene, route, idsOf(route, scene.things));
    await changingNothing(async () =>
      expect(problemsOf(expectRefusal(await ask(route, sent), 400))).toContain('simular CAMPO_DESCONHECIDO'),
    );
  });

  it.each(['4.3', '4.9'])('looks into files as the real call does: %s', async (number) => {
    const route = taking.find(({ spec }) => spec.number === number)!;
    const sent = await goodCall(route);
    // Its parts are in another order than most programs write them, so that its directory has to be read.
    const first = randomBytes(8192).toString('hex');
    const docx = await zipOf({ 'customXml/item1.xml': first, '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' });
    const withFile = (bytes: Buffer, extension: string): Sent => ({
      ...sent,
      body: JSON.parse(
        JSON.stringify(sent.body, (name, value: unknown) => {
          if (/^arquivo$/i.test(name)) return bytes.toString('base64');
          return /^extensao$/i.test(name) ? extension : value;
        }),
      ) as object,
    });
    const good = withFile(docx, 'docx');
    const rehearsed = await changingNothing(() => ask(route, good));
    expect([rehearsed.status, rehearsed.text]).toEqual([200, expect.stringContaining('"simulado":true')]);
    const answer = await changingNothing(() => ask(route, withFile(docx, 'pdf')));
    expect(expectRefusal(answer, 422).erros![0]!.codigo).toBe('CONTEUDO_DIFERE_DA_EXTENSAO');
    expect((await ask(route, good, 'false')).status).toBe(201);
  });

  it('does not tell which password is the present one', async () => {
    const own = new Api(scene.service.url, scene.tokenOf('right', 'document:view'));
    const query = { simular: 'true' };
    const path = `/api/Usuario/${stableId('user', 'certo')}/AlterarSenhaUsuario`;
    const answers = [];
    for (const novaSenha of [DEMO_PASSWORD, 'Outra@2026x']) answers.push(await own.patch(path, { query, body: { novaSenha } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('does what others do at the same time, and only that', async () => {
    const route = taking.find(({ spec }) => spec.number === '2.3')!;
    const sent = await goodCall(route);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(
          route,
          { ...sent, body: [{ arquivo: Buffer.from(`nota ${index}`).toString('base64'), nomeImagem: `N${index}`, extensao: 'txt' }] },
          String(index % 2 === 0),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { json } = await scene.right.get('/api/Arquivo/Get', { query: { idDocumento: sent.query.idDocumento! } });
    const names = json.arquivos.map((file: { nomeDoArquivo: string }) => file.nomeDoArquivo).filter((name: string) => /^N\d/.test(name));
    expect(names.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `N${2 * index + 1}`).sort());
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Sealer } from '#application/audit/sealer';
import { EventArrivals } from '#application/events/event-arrivals';
import { begin } from '#src/background/background-work';
import { SealInBackground } from '#src/background/seal-in-background';
import { endsWithTest } from '../support/ends-with-test';
import { dataProblems } from '../support/event-schemas';
import { IDS, place, type Answer, type Api } from './support/api';
import { AUDITED, sent } from './support/audited';
import { bodyOf, create, createdBy, expectRefusal, PATHS, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { addProfile, done, grant, makeUser, setGrants, setPassword, userWith } from './support/users';

const FEED = '/api/Evento';
const ROOT = join(__dirname, '..', '..');
const FOLLOWERS: [program: string, script: string][] = [[process.execPath, 'follow-events.mjs']];
if (spawnSync('python3', ['--version']).status === 0) FOLLOWERS.push(['python3', 'follow_events.py']);
else console.error('NOT RUN: the follower in Python, because there is no python3');
type Query = Record<string, string | number>;

interface Shown {
  id: string;
  posicao: number;
  type: string;
  subject?: string;
  source: string;
  time: string;
  data: Record<string, unknown>;
}
interface Page {
  eventos: Shown[];
  proximo: number;
  haMais: boolean;
  selo: string;
}

const read = async (api: Api, query: Query = {}): Promise<Page> => {
  const answer = await api.get(FEED, { query: { idCliente: IDS.client, ...query } as Record<string, string> });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as unknown as Page;
};
const refused = async (api: Api, query: Query): Promise<Answer> =>
  api.get(FEED, { query: { idCliente: IDS.client, ...query } as Record<string, string> });

describeService('the feed of events', ({ service, demo, finance, reader, other }) => {
  let sealing: SealInBackground;
  beforeAll(async () => void (sealing = await begin(service.app, SealInBackground)));
  afterAll(() => sealing.end());

  /** With all that has happened so far sealed. */
  const end = async () => {
    await service.app.get(Sealer).settle();
    return (await read(demo, { apos: 'fim' })).proximo;
  };
  /** What happened after the position, once it is all there. */
  const following = async (apos: number, until: (events: Shown[]) => boolean, query: Query = {}): Promise<Shown[]> => {
    const events: Shown[] = [];
    while (!until(events)) {
      const page = await read(demo, { espera: 25, ...query, apos });
      events.push(...page.eventos);
      apos = page.proximo;
    }
    return events;
  };

  it('returns a create as a CloudEvent', async () => {
    const apos = await end();
    const { id, code } = createdBy(await create(demo, 'V3', { files: [{ content: 'a', extension: 'txt', name: 'a' }] }));
    const [event] = await following(apos, ({ length }) => length > 0);
    expect(event).toEqual({
      specversion: '1.0',
      id: String(apos + 1),
      source: `/clientes/${IDS.client}`,
      type: 'documento.criado',
      subject: `documentos/${id}`,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/),
      datacontenttype: 'application/json',
      posicao: apos + 1,
      data: {
        idAutor: expect.any(String),
        idDocumento: id,
        codigo: code,
        idNivel: IDS.invoices,
        idUnidade: IDS.unit,
        arquivos: [
          {
            idArquivo: expect.any(String),
            sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
            tamanho: 1,
          },
        ],
      },
    });
  });

  it('has an event for each changing operation, in Portuguese', async () => {
    for (const { name, ready } of AUDITED) {
      const call = await ready(demo);
      const apos = await end();
      expect([name, (await sent(demo, call)).status]).toEqual([name, expect.any(Number)]);
      const [event] = await following(apos, ({ length }) => length > 0);
      expect([name, dataProblems(event!)]).toEqual([name, []]);
    }
  });

  it('has only events described in the catalogue', async () => {
    const last = await end();
    const events = await following(0, (read) => (read.at(-1)?.posicao ?? 0) >= last);
    expect(events.flatMap(dataProblems)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['fluxo.ativado', 'fatura.criada', 'sessao.aberta']));
  });

  it('returns every position once to a reader that continues, despite concurrent writes', async () => {
    const apos = await end();
    const wanted = 40;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let made = 0; made < wanted / 4; made++)
          expect((await demo.post(PATHS.V3, { query: place(), body: bodyOf('V3') })).status).toBe(201);
      }),
    );
    const events = await following(apos, ({ length }) => length >= wanted, { limite: 7 });
    await writing;
    expect(events.map(({ posicao }) => posicao)).toEqual(Array.from({ length: wanted }, (_, index) => apos + index + 1));
  });

  it('waits for new events, up to the requested time', async () => {
    const apos = await end();
    const waiting = read(demo, { apos, espera: 25 });
    await pause(300);
    await create(demo, 'V3');
    expect((await waiting).eventos).toHaveLength(1);
    expect(await read(demo, { apos: apos + 1, espera: 1 })).toMatchObject({ eventos: [], proximo: apos + 1, haMais: false });
  });

  it('advances over filtered events', async () => {
    const apos = await end();
    const { id } = createdBy(await create(demo, 'V3', { files: [{ content: 'a', extension: 'txt', name: 'a' }] }));
    const deleted = await demo.call('DELETE', '/api/Documento/Delete', { query: { ...place(), idDocumento: id } });
    expect([deleted.status, deleted.text]).toEqual([200, expect.anything()]);
    await following(apos, ({ length }) => length === 2);
    expect(await read(demo, { apos, tipo: 'documento.excluido' })).toMatchObject({
      eventos: [{ type: 'documento.excluido' }],
      proximo: apos + 2,
    });
    expect(await read(demo, { apos, tipo: 'linha.*,fluxo.ativado' })).toMatchObject({ eventos: [], proximo: apos + 2, haMais: false });
    expect((await read(demo, { apos, tipo: 'documento.*' })).eventos).toHaveLength(2);
  });

  it('starts at a time, or at the end', async () => {
    const desde = new Date().toISOString();
    const apos = await end();
    await create(demo, 'V3');
    await following(apos, ({ length }) => length === 1);
    expect((await read(demo, { desde })).eventos.map(({ posicao }) => posicao)).toContain(apos + 1);
    expect(await read(demo, { desde: '2099-01-01T00:00:00Z' })).toMatchObject({ eventos: [], proximo: apos + 1 });
    expect((await read(demo, { apos: 0, limite: 1 })).eventos[0]).toMatchObject({ posicao: 1, id: '1' });
  });

  it('returns the signed head of what was read', async () => {
    const { selo } = await read(demo, { apos: 'fim' });
    expect(selo).toMatch(new RegExp(`^acervo/[0-9a-f]{16}/${IDS.client}\\n\\d+\\n[\\w+/]{43}=\\n\\n— acervo/[0-9a-f]{16} [\\w+/=]+\\n$`));
  });

  it.each<[string, Query, string]>([
    ['a position that is no number', { apos: 'ontem' }, 'apos FORMATO_INVALIDO'],
    ['a negative position', { apos: '-1' }, 'apos FORMATO_INVALIDO'],
    ['a position that was never given out', { apos: '999999999' }, 'apos FORA_DO_INTERVALO'],
    ['two beginnings', { apos: '1', desde: '2026-01-01' }, 'desde EXATAMENTE_UM'],
    ['a type that no event has', { tipo: 'documento.criado,documento.apagado' }, 'tipo[1] OPCAO_INVALIDA'],
    ['too long a wait', { espera: 26 }, 'espera FORA_DO_INTERVALO'],
    ['too many events', { limite: 501 }, 'limite FORA_DO_INTERVALO'],
  ])('refuses %s', async (_, query, problem) => {
    expect(problemsOf(expectRefusal(await refused(demo, query), 400))).toEqual([problem]);
  });

  it('W5 requires the whole client and the permission', async () => {
    for (const api of [finance, reader, other]) expect((await refused(api, {})).status).toBe(401);
    expect((await other.get(FEED, { query: { idCliente: IDS.otherClient } })).status).toBe(200);
  });

  it('W6 shows personal data only with the permission for the audit trail', async () => {
    const profile = await addProfile(service, 'Seguidor', ['event:view', 'document:create']);
    const { api } = await userWith(demo, [grant(profile)]);
    const apos = await end();
    const user = await makeUser(demo);
    await setPassword(demo, user.id);
    await create(demo, 'V3');
    await following(apos, (events) => events.some(({ type }) => type === 'documento.criado'));
    const types = new Set((await read(demo, { apos })).eventos.map(({ type }) => type));
    expect([...types]).toEqual(expect.arrayContaining(['usuario.criado', 'documento.criado']));
    expect((await read(api, { apos })).eventos.map(({ type }) => type)).toEqual(['documento.criado']);
    expect((await read(api, { apos, tipo: 'usuario.*' })).eventos).toEqual([]);
  });

  it('W4 checks the permission again after a wait', async () => {
    const { api, id } = await userWith(demo, [grant(await addProfile(service, 'Quem segue', ['event:view', 'audit:view']))]);
    const other = await addProfile(service, 'Quem inclui', ['document:create']);
    const waiting = refused(api, { apos: await end(), espera: 25 });
    await pause(300);
    // The event about it is what ends the wait.
    done(await setGrants(demo, id, [grant(other)]));
    expect((await waiting).status).toBe(401);
  });

  it.each(FOLLOWERS)('is followed by %s, the example of the guide', async (program, script) => {
    const before = await end();
    const child = spawn(program, [join(ROOT, 'docs/examples', script), service.url, IDS.client, String(before)], {
      env: { ...process.env, ACERVO_USER: 'demo', ACERVO_PASSWORD: 'Acervo@2026' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const { code } = createdBy(await create(demo, 'V3'));
      let said = '';
      for await (const piece of child.stdout) if ((said += String(piece)).includes('documento.criado')) break;
      expect(said).toMatch(new RegExp(`^\\d+ documento\\.criado .*"codigo": ?${code}\\b`, 'm'));
    } finally {
      child.kill();
    }
  });

  it.each(FOLLOWERS)('is followed by %s %s until nobody reads its output any more', async (program, script) => {
    const child = spawn(program, [join(ROOT, 'docs/examples', script), service.url, IDS.client, String(await end())], {
      env: { ...process.env, ACERVO_USER: 'demo', ACERVO_PASSWORD: 'Acervo@2026' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once(
      'close',
      endsWithTest(() => child.kill('SIGKILL')),
    );
    const said: string[] = [];
    child.stderr.on('data', (piece: Buffer) => said.push(piece.toString()));
    const ended = once(child, 'exit');
    child.stdout.destroy();
    await create(demo, 'V3');
    await service.app.get(Sealer).settle();
    expect([await ended, said]).toEqual([[0, null], []]);
  });

  it('ends waiting calls when the service stops', async () => {
    const waiting = read(demo, { apos: await end(), espera: 25 });
    await pause(300);
    service.app.get(EventArrivals).end();
    expect((await waiting).eventos).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { PERMISSIONS } from '#domain/access/permission';
import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS } from './support/api';
import { AUDIT, AUDITED, eventRows, eventsOf, lastOf, sent } from './support/audited';
import { AUDITED_MORE } from './support/audited-more';
import { createdBy, create, expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY } from './support/reading';
import { atOnce, fresh, KEY, REPLAYED } from './support/repeats';
import { startService } from './support/service';
import {
  addProfile,
  dayOf,
  daysFromNow,
  done,
  grant,
  makeUser,
  OTHER_HOME,
  setPassword,
  signIn,
  tryLogin,
  userWith,
} from './support/users';

const SECRETS = /Sigilos|Segredo@2026|Mudado#2027|teste@exemplo|Usuário de Teste/;

describeService('the audit trail', ({ service, demo, reader, finance, other }) => {
  let demoId: string;
  beforeAll(async () => {
    demoId = (await tryLogin(service.url, 'demo', 'Acervo@2026')).json.IdUsuario as string;
  });

  const verify = () => service.app.get(VerifyTrail).execute();
  const addingNone = async <T>(calls: () => Promise<T>): Promise<T> => {
    const before = await lastOf(demo);
    const result = await calls();
    expect(await lastOf(demo)).toBe(before);
    return result;
  };

  describe.each([...AUDITED, ...AUDITED_MORE])('of $name', ({ name, action, repeatable, simulated, ready }) => {
    it('records one event: user, origin, action, subject', async () => {
      const call = await ready(demo);
      const before = await lastOf(demo);
      const requestId = fresh(`audit-${name.replaceAll(' ', '')}`);
      const started = Date.now();
      const answer = await sent(demo, call, { headers: { 'x-request-id': requestId, 'x-forwarded-for': '203.0.113.9' } });
      expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.anything()]);
      const { eventos } = await eventsOf(demo, { limite: 2 });
      const event = eventos[0]!;
      expect(event).toEqual({
        sequencia: before + 1,
        dataHora: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/),
        idUsuario: demoId,
        origem: '127.0.0.1',
        idRequisicao: requestId,
        acao: action,
        objeto: await call.subject(answer),
        hash: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(Date.parse(event.dataHora)).toBeGreaterThanOrEqual(started);
      expect(Date.parse(event.dataHora)).toBeLessThanOrEqual(Date.now());
      expect(JSON.stringify(event)).not.toMatch(SECRETS);
    });

    it('records none for a refused call', async () => {
      const call = await ready(demo);
      await addingNone(async () => {
        for (const as of [reader, other, new Api(service.url)]) expect((await sent(as, call)).status).toBeGreaterThanOrEqual(400);
        if (call.wrong !== undefined) expect((await sent(demo, { ...call, body: call.wrong })).status).toBeGreaterThanOrEqual(400);
      });
    });

    if (repeatable)
      it('records none for a replay', async () => {
        const call = await ready(demo);
        const headers = { [KEY]: fresh() };
        const before = await lastOf(demo);
        expect((await sent(demo, call, { headers })).headers.get(REPLAYED)).toBeNull();
        for (const answer of await atOnce(4, () => sent(demo, call, { headers }))) expect(answer.headers.get(REPLAYED)).toBe('true');
        expect(await lastOf(demo)).toBe(before + 1);
      });

    if (simulated)
      it('records none for a read', async () => {
        const call = await ready(demo);
        await addingNone(async () =>
          expect((await sent(demo, { ...call, query: { ...call.query, simular: 'true' } })).status).toBeLessThan(300),
        );
      });
  });

  describe('of logins', () => {
    it('records successful logins only', async () => {
      const { id, login } = await makeUser(demo);
      const before = await lastOf(demo);
      const answer = await tryLogin(service.url, login);
      const { eventos } = await eventsOf(demo, { limite: 1 });
      expect(eventos[0]).toMatchObject({
        sequencia: before + 1,
        acao: 'sessao.abrir',
        idUsuario: id,
        idRequisicao: answer.headers.get('x-request-id'),
        origem: '127.0.0.1',
        objeto: { sessionId: expect.any(String), exclusive: false },
      });
      await addingNone(() => tryLogin(service.url, login, 'Errada#123'));
    });
  });

  it('records a change of the own password as such', async () => {
    const { id, api } = await userWith(demo, []);
    done(await setPassword(api, id));
    expect((await eventsOf(demo, { limite: 1 })).eventos[0]).toMatchObject({
      idUsuario: id,
      acao: 'usuario.senha',
      objeto: { userId: id, own: true },
    });
  });

  it('records each concurrent change once, without a gap', async () => {
    const before = await lastOf(demo);
    const answers = await atOnce(16, () => create(demo, 'V3', {}));
    const made = answers.map((answer) => createdBy(answer).id).sort();
    const { eventos } = await eventsOf(demo, { limite: 16 });
    expect(eventos.map(({ objeto }) => objeto.documentId).sort()).toEqual(made);
    expect(eventos.map(({ sequencia }) => sequencia)).toEqual(made.map((_, index) => before + 16 - index));
  });

  describe('GET /api/Auditoria', () => {
    it('returns every event once, page by page, newest first', async () => {
      const all = await eventsOf(demo, { limite: 500 });
      expect(all.proximo).toBeNull();
      const pages: number[] = [];
      let cursor: number | null = null;
      do {
        const page: Awaited<ReturnType<typeof eventsOf>> = await eventsOf(demo, { limite: 7, ...(cursor !== null && { cursor }) });
        pages.push(...page.eventos.map(({ sequencia }) => sequencia));
        // What comes meanwhile does not move the pages.
        if (cursor === null) createdBy(await create(demo, 'V3', {}));
        cursor = page.proximo;
      } while (cursor !== null);
      expect(pages).toEqual(all.eventos.map(({ sequencia }) => sequencia));
      expect(pages.at(-1)).toBe(1);
    });

    it('returns a hundred by default', async () => {
      await atOnce(40, () => create(demo, 'V3', {}));
      const { eventos, proximo } = await eventsOf(demo);
      expect([eventos.length, proximo]).toEqual([100, expect.any(Number)]);
    });

    it('filters by user, action and time, all together', async () => {
      const { id, login } = await makeUser(demo, { clienteMaster: '1' });
      const api = await signIn(service.url, login);
      createdBy(await create(api, 'V3', {}));
      const actions = async (query: Record<string, string>) => (await eventsOf(demo, query)).eventos.map(({ acao }) => acao);
      expect(await actions({ idUsuario: id })).toEqual(['documento.incluir', 'sessao.abrir']);
      expect(await actions({ idUsuario: id, acao: 'DOCUMENTO.incluir' })).toEqual(['documento.incluir']);
      expect(await actions({ idUsuario: id, dataInicial: dayOf(new Date()), dataFinal: dayOf(new Date()) })).toHaveLength(2);
      expect(await actions({ idUsuario: id, dataInicial: dayOf(daysFromNow(1)) })).toEqual([]);
      expect(await actions({ idUsuario: id, dataFinal: dayOf(daysFromNow(-1)) })).toEqual([]);
      expect(await actions({ idUsuario: NOBODY })).toEqual([]);
      const [event] = (await eventsOf(demo, { idUsuario: id, acao: 'sessao.abrir' })).eventos;
      expect(await actions({ idUsuario: id, dataFinal: event!.dataHora })).toContain('sessao.abrir');
    });

    it.each<[string, string]>([
      ['acao=apagar', 'acao OPCAO_INVALIDA'],
      ['limite=501', 'limite FORA_DO_INTERVALO'],
      ['limite=0', 'limite FORA_DO_INTERVALO'],
      ['cursor=0', 'cursor FORA_DO_INTERVALO'],
      ['cursor=x', 'cursor FORMATO_INVALIDO'],
      ['dataInicial=ontem', 'dataInicial FORMATO_INVALIDO'],
      ['dataInicial=02/01/2026&dataFinal=01/01/2026', 'dataFinal PERIODO_INVERTIDO'],
      ['idUsuario=x', 'idUsuario FORMATO_INVALIDO'],
      ['nome=x', 'nome CAMPO_DESCONHECIDO'],
    ])('refuses ?%s', async (query, problem) => {
      expect(problemsOf(expectRefusal(await demo.get(AUDIT, { query: `idCliente=${IDS.client}&${query}` }), 400))).toEqual([problem]);
    });

    it('requires the client, and a separate permission', async () => {
      expect(problemsOf(expectRefusal(await demo.get(AUDIT), 400))).toEqual(['idCliente OBRIGATORIO']);
      const blind = await addProfile(
        service,
        'Sem auditoria',
        PERMISSIONS.filter((permission) => permission !== 'audit:view'),
      );
      const { api } = await userWith(demo, [grant(blind)]);
      for (const as of [api, new Api(service.url)]) expectRefusal(await as.get(AUDIT, { query: { idCliente: IDS.client } }), 401);
      const auditor = await addProfile(service, 'Só auditoria', ['audit:view']);
      const { api: may } = await userWith(demo, [grant(auditor)]);
      expect((await eventsOf(may)).eventos[0]).toMatchObject({ acao: 'sessao.abrir' });
    });

    it('never shows events of other clients', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      expectRefusal(await other.get(AUDIT, { query: { idCliente: IDS.client } }), 401);
      const refusals = [IDS.otherClient, NOBODY].map(async (idCliente) =>
        expectRefusal(await demo.get(AUDIT, { query: { idCliente } }), 401),
      );
      const [known, unknown] = await Promise.all(refusals);
      expect({ ...known, idRequisicao: '' }).toEqual({ ...unknown, idRequisicao: '' });
      const theirs = await eventsOf(other, { idCliente: IDS.otherClient });
      expect(theirs.eventos[0]).toMatchObject({ acao: 'usuario.incluir', objeto: { userId: foreign.id } });
      expect(theirs.eventos.map(({ sequencia }) => sequencia)).toEqual(theirs.eventos.map((_, index) => theirs.eventos.length - index));
      expect((await eventsOf(demo, { limite: 500 })).eventos.map(({ objeto }) => objeto.userId)).not.toContain(foreign.id);
    });
  });

  it('contains no request contents', async () => {
    expect(JSON.stringify(await eventRows(service))).not.toMatch(SECRETS);
  });

  it('contains the digests of added files', async () => {
    const content = fresh();
    const { id } = createdBy(await create(demo, 'V3', { files: [{ content, extension: 'txt', name: 'a' }] }));
    const [row] = (await eventRows(service, 'e.thing = ?', [`document:${id}`])) as unknown as { files: string }[];
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(JSON.parse(row!.files)).toEqual([{ id: expect.any(String), sha256, bytes: content.length }]);
  });

  describe('verified', () => {
    const ofClient = `client_id = ${bytesIn(`'${IDS.client}'`)}`;
    const at = `${ofClient} AND position = 3`;

    it('is valid afterwards', async () => {
      const found = await verify();
      expect(found).toMatchObject({ events: (await eventRows(service)).length, broken: [], refused: 0 });
      expect(finance.token).toBeTruthy();
    });

    it.each<[string, string[], number, string]>([
      ['an edited subject', [`UPDATE event SET subject = '{}' WHERE ${at}`], 3, 'altered'],
      ['another user', [`UPDATE event SET user_id = '${NOBODY}' WHERE ${at}`], 3, 'altered'],
      ['another time', [`UPDATE event SET at = at + 1 WHERE ${at}`], 3, 'altered'],
      ['another address', [`UPDATE event SET address = '10.0.0.1' WHERE ${at}`], 3, 'altered'],
      ['a dropped event', [`DELETE FROM event WHERE ${at}`], 3, 'missing'],
    ])('reports %s', async (_, statements, position, reason) => {
      const kept = (await service.database.query(`SELECT * FROM event WHERE ${at}`)) as Record<string, unknown>[];
      for (const statement of statements) await service.database.query(statement);
      expect((await verify()).broken).toEqual([{ clientId: IDS.client, position, reason }]);
      const row = kept[0]!;
      await service.database.query(`DELETE FROM event WHERE ${at}`);
      const columns = Object.keys(row);
      await service.database.query(
        `INSERT INTO event (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        Object.values(row),
      );
      expect((await verify()).broken).toEqual([]);
    });

    it('reports a truncated trail, also with a truncated log', async () => {
      const last = await lastOf(demo);
      await service.database.query(`DELETE FROM event WHERE ${ofClient} AND position = ${last}`);
      const cut = [{ clientId: IDS.client, position: last, reason: 'truncated' }];
      expect((await verify()).broken).toEqual(cut);
      await service.database.query(`UPDATE event_log SET size = ${last - 1} WHERE ${ofClient}`);
      expect((await verify()).broken).toEqual(cut);
    });

    it('reports a client with documents but without trail and log', async () => {
      await service.database.query(`DELETE FROM event WHERE ${ofClient}`);
      await service.database.query(`DELETE FROM event_log WHERE ${ofClient}`);
      expect((await verify()).broken).toEqual([{ clientId: IDS.client, position: 0, reason: 'truncated' }]);
    });
  });

  it('G8 records the client address behind trusted proxies', async () => {
    const behind = await startService({ TRUSTED_PROXIES: '1' });
    const api = new Api(behind.url);
    // Some proxies add the port.
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7:51234' };
    const { json } = await api.post('/api/Autenticacao/Login', { body: { username: 'demo', password: 'Acervo@2026' }, headers });
    const signedIn = new Api(behind.url, json.Token as string);
    expect((await eventsOf(signedIn, { limite: 1 })).eventos[0]).toMatchObject({ acao: 'sessao.abrir', origem: '203.0.113.7' });
    createdBy(await create(signedIn, 'V3', {}));
    expect((await eventsOf(signedIn, { limite: 1 })).eventos[0]).toMatchObject({ acao: 'documento.incluir', origem: '127.0.0.1' });
    await behind.stop();
  });
});

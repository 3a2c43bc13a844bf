import { AuditBuffer } from '#application/audit/audit-buffer';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { NOBODY_ID } from '#domain/access/actor';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { until } from '../support/until';
import { IDS } from './support/api';
import { fetchPath } from './support/adding-files';
import { AUDIT, eventsOf, lastOf, rowsOfLog, type ShownEvent } from './support/audited';
import { create, createdBy } from './support/creates';
import { describeService } from './support/describe-service';
import { opened, sharesOf, sharesPath, type SharedFile } from './support/reading';
import { makeUser, signIn, tryLogin, type MadeUser } from './support/users';

const BYTES = { accept: 'application/octet-stream' };

/** What changes nothing and is taken down all the same, later and together. */
describeService('the audit trail of refused access and of reads', ({ service, demo }) => {
  let user: MadeUser;
  let files: readonly { id: string }[];
  let document: string;
  let buffer: AuditBuffer;
  beforeAll(async () => {
    user = await makeUser(demo);
    buffer = service.app.get(AuditBuffer);
    const made = createdBy(
      await create(demo, 'V3', { files: ['a', 'b'].map((content) => ({ content, extension: 'txt', name: content })) }),
    );
    [document, files] = [made.id, made.files];
  });
  beforeEach(() => buffer.flush());

  /** The new events of the client, oldest first; none of them is there before they are all written. */
  const taken = async (calls: () => Promise<unknown>): Promise<ShownEvent[]> => {
    const before = await lastOf(demo);
    await calls();
    expect(await lastOf(demo)).toBe(before);
    await buffer.flush();
    return (await eventsOf(demo)).eventos.filter(({ sequencia }) => sequencia > before).reverse();
  };
  const ofService = async () =>
    (await rowsOfLog(service, SERVICE_LOG)).map(({ user_id, action, subject }) => ({
      user_id,
      action,
      subject,
    }));

  it('records failed logins of the users of a client, equal ones combined', async () => {
    let requestId: string | null = null;
    const events = await taken(async () => {
      requestId = (await tryLogin(service.url, user.login, 'Errada#123')).headers.get('x-request-id');
      await tryLogin(service.url, user.login, 'Errada#124');
    });
    const subject = { why: 'password', times: 2 };
    expect(events).toMatchObject([
      { acao: 'sessao.recusar', idUsuario: user.id, origem: '127.0.0.1', idRequisicao: requestId, objeto: subject },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Errada/);
  });

  it('records the reason, also for locked and inactive users', async () => {
    const [blocked, inactive] = [await makeUser(demo), await makeUser(demo)];
    await service.database.query(`UPDATE user_account SET active = 0 WHERE id = '${inactive.id}'`);
    const events = await taken(async () => {
      for (let time = 0; time < 8; time++) await tryLogin(service.url, blocked.login, 'Errada#123');
      await tryLogin(service.url, inactive.login);
    });
    expect(events.map(({ idUsuario, objeto }) => [idUsuario, objeto.why])).toEqual([
      [blocked.id, 'password'],
      [blocked.id, 'blocked'],
      [inactive.id, 'inactive'],
    ]);
  });

  it('records unknown logins in the log of the service, without the typed text', async () => {
    const before = await ofService();
    expect(await taken(() => tryLogin(service.url, 'Minha#Senha2026'))).toEqual([]);
    const [event, ...more] = (await ofService()).slice(before.length);
    expect([event?.user_id, event?.action, JSON.parse(event?.subject as string), more]).toEqual([
      NOBODY_ID,
      'session.refuse',
      { why: 'unknown' },
      [],
    ]);
  });

  it('records refused calls of users of the client, but none without a user', async () => {
    const api = await signIn(service.url, user.login);
    await buffer.flush();
    const events = await taken(async () => {
      expect((await api.get(AUDIT, { query: { idCliente: IDS.otherClient } })).status).toBe(401);
      expect((await create(api, 'V3')).status).toBe(401);
      expect((await api.get('/api/Estrutura', { token: 'inventado' })).status).toBe(401);
      expect((await demo.get('/api/Arquivo/Get', { query: { idDocumento: 'x' } })).status).toBe(400);
    });
    expect(events.map(({ idUsuario, acao, objeto }) => [idUsuario, acao, objeto])).toEqual([
      [user.id, 'chamada.recusar', { operation: 'GET /api/Auditoria', code: 'SEM_PERMISSAO' }],
      [user.id, 'chamada.recusar', { operation: '4.9', code: 'SEM_PERMISSAO' }],
    ]);
  });

  it('records reads of files: one for each call, none where no bytes were sent', async () => {
    const [first] = files as [{ id: string }];
    const ids = files.map(({ id }) => id);
    const events = await taken(async () => {
      const whole = await demo.get(fetchPath(first.id), { headers: BYTES });
      expect(whole.text).toBe('a');
      const headers = { ...BYTES, 'if-none-match': whole.headers.get('etag') as string };
      expect((await demo.get(fetchPath(first.id), { headers })).status).toBe(304);
      expect((await demo.call('HEAD', fetchPath(first.id), { headers: BYTES })).status).toBe(200);
      expect((await demo.get('/api/Arquivo/Get', { query: { idDocumento: document } })).json.qtdArquivos).toBe(2);
    });
    expect(events.map(({ acao, objeto }) => [acao, objeto])).toEqual([
      ['arquivo.ler', { documentId: document, files: [first.id] }],
      ['arquivo.ler', { documentId: document, files: ids }],
    ]);
  });

  it('records files opened by temporary addresses as reads of who asked for these', async () => {
    const [first] = files as [{ id: string }];
    const events = await taken(async () => {
      const { endereco } = (await demo.post(`${fetchPath(first.id)}/endereco-temporario`)).json;
      expect((await opened(service, endereco)).status).toBeLessThan(400);
    });
    expect(events.map(({ acao, objeto, idUsuario }) => [acao, objeto, idUsuario])).toEqual([
      ['arquivo.ler', { documentId: document, files: [first.id] }, expect.not.stringMatching(/^0{8}-/)],
    ]);
  });

  it('records opened links, without a user', async () => {
    expect((await demo.post(sharesPath(document))).status).toBeLessThan(300);
    const [{ IdArquivo: file, LinkCompartilhado: link }] = (await sharesOf(demo, document)) as [SharedFile];
    const events = await taken(async () => {
      expect((await opened(service, link)).status).toBeLessThan(400);
      expect((await opened(service, link, { method: 'HEAD' })).status).toBe(200);
      expect((await opened(service, `${link}x`)).status).toBe(404);
    });
    expect(events.map(({ idUsuario, origem, acao, objeto }) => [idUsuario, origem, acao, objeto])).toEqual([
      [NOBODY_ID, '127.0.0.1', 'compartilhamento.abrir', { documentId: document, files: [file] }],
    ]);
  });

  it('is written in the background', async () => {
    const before = await lastOf(demo);
    buffer.flushMs = 10;
    await tryLogin(service.url, user.login, 'Errada#123');
    await until(() => lastOf(demo), (last) => last > before, { what: 'the event is written' }); // prettier-ignore
    buffer.flushMs = 2 ** 31 - 1;
  });

  it('is buffered while the database is unavailable', async () => {
    const events = await taken(async () => {
      await tryLogin(service.url, user.login, 'Errada#123');
      await service.database.query('ALTER TABLE event_outbox RENAME TO event_outbox_gone');
      await buffer.flush();
      await service.database.query('ALTER TABLE event_outbox_gone RENAME TO event_outbox');
    });
    expect(events.map(({ acao }) => acao)).toEqual(['sessao.recusar']);
  });

  it('counts dropped events, and reports them', async () => {
    const { mostWaiting } = buffer;
    buffer.mostWaiting = 1;
    const events = await taken(async () => {
      await tryLogin(service.url, user.login, 'Errada#123');
      for (const { id } of files) await demo.get(fetchPath(id), { headers: BYTES });
    });
    buffer.mostWaiting = mostWaiting;
    expect(events.map(({ acao, origem, objeto }) => [acao, origem, objeto])).toMatchObject([
      ['sessao.recusar', '127.0.0.1', {}],
      ['auditoria.descartar', 'service', { events: 2 }],
    ]);
  });

  it('is part of the verified log', async () => {
    expect((await service.app.get(VerifyTrail).execute()).broken).toEqual([]);
  });
});

import { Sealer } from '#application/audit/sealer';
import { AuditTrail } from '#application/ports/audit-trail';
import { NOBODY_ID } from '#domain/access/actor';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, loggedIn, type Api } from './support/api';
import { expectRefusal } from './support/creates';
import { acervo } from './support/in-process';
import { LOOPBACK, Receiver } from './support/receivers';
import { startService, type Service } from './support/service';

const FEED = '/api/Evento';
const OLD = Date.parse('2020-01-01T12:00:00Z');

describe('acervo audit prune', () => {
  let service: Service;
  let receiver: Receiver;
  let other: Api;
  beforeAll(async () => {
    [service, receiver] = await Promise.all([startService(LOOPBACK), Receiver.open()]);
    const author = { userId: NOBODY_ID, origin: { address: 'cli', requestId: 'old' } };
    const events = Array.from({ length: 300 }, (_, n) => ({
      author,
      at: new Date(OLD + n),
      action: 'archive.apply' as const,
      subject: { n },
    }));
    await service.app.get(AuditTrail).recordAll(IDS.otherClient, events);
    await service.app.get(Sealer).settle();
    other = await loggedIn(service.url, 'outro');
  });
  afterAll(async () => {
    receiver.close();
    await service.stop();
  });
  const prune = (...words: string[]) => acervo(service.app, ['audit', 'prune', '--client', 'Outra Empresa', ...words]);
  const read = (query: Record<string, string>) => other.get(FEED, { query: { idCliente: IDS.otherClient, limite: '1', ...query } });

  it('removes old events; the feed and the webhook command report the new beginning', async () => {
    const { status, text } = await other.post('/api/Webhook', { query: { idCliente: IDS.otherClient }, body: { url: receiver.url } });
    expect([status, text]).toEqual([201, expect.anything()]);
    await service.database.query('UPDATE webhook SET reached = 7 WHERE client_id = ?', [idBytes(IDS.otherClient)]);
    const done = await prune('--before', '2200-01-01');
    expect([done.exitCode, done.text.split('\n')]).toEqual([
      0,
      [
        `the webhook ${receiver.url} received events only up to 7: it will not receive the others up to 256`,
        'Outra Empresa: 256 events removed, up to position 256',
      ],
    ]);
    for (const apos of ['0', '255']) {
      const refusal = expectRefusal(await read({ apos }), 410);
      expect([refusal.codigo, refusal.mensagem]).toEqual(['CURSOR_EXPIRADO', expect.stringContaining('a primeira que existe é 257')]);
    }
    const begins: Record<string, string>[] = [{}, { apos: '256' }, { desde: '2019-01-01' }];
    for (const query of begins) {
      const { json } = await read(query);
      expect((json as unknown as { eventos: { posicao: number }[] }).eventos.map(({ posicao }) => posicao)).toEqual([257]);
    }
    expect((await acervo(service.app, ['audit', 'verify'])).exitCode).toBe(0);
    const { json } = await other.get('/api/Auditoria', { query: { idCliente: IDS.otherClient, acao: 'trilha.podar' } });
    expect(json).toMatchObject({ eventos: [{ origem: 'cli', objeto: { from: 1, upTo: 256 } }] });
  });

  it('keeps recent events', async () => {
    expect((await prune('--before', '2200-01-01')).text).toBe('Outra Empresa: 0 events removed, up to position 256');
  });
});

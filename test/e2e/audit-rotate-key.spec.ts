import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExchangeRefused } from '#application/audit/key-exchange';
import { Sealer } from '#application/audit/sealer';
import { EventSealing } from '#application/ports/audit-trail';
import { UsageError } from '#src/terminal/usage-error';
import { Secret } from '#src/config';
import { createApp } from '#src/server/create-app';
import { judged, RECEIPT_SCRIPTS } from '../support/receipt-scripts';
import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { filed } from './support/reading';

interface Key {
  id: string;
  chave: string;
  desde: string;
  ate: string | null;
  declaracao: string | null;
}

const SECRET = 'another secret of the audit trail, long enough';

describeService('acervo audit rotate-key', ({ service, demo }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rotate-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const rotate = async (secret: string) => {
    const file = join(folder, 'secret');
    await writeFile(file, `${secret}\n`);
    return acervo(service.app, ['audit', 'rotate-key', '--new-secret-file', file]);
  };
  const keys = async () => ((await (await fetch(`${service.url}/.well-known/acervo-selos`)).json()) as { chaves: Key[] }).chaves;
  const receiptOf = async (idArquivo: string) =>
    (await demo.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo } })).json as object;
  const verify = (...words: string[]) => acervo(service.app, ['audit', 'verify', '--ends', join(folder, 'ends.json'), ...words]);

  it.each(['short', 'a'.repeat(40)])('takes no weak secret: %s', async (secret) => {
    await expect(rotate(secret)).rejects.toThrow(UsageError);
  });

  it('refuses the current secrets, and a missing file', async () => {
    const { linkSecret, jwtSecret } = service.config;
    for (const secret of [linkSecret, jwtSecret]) if (secret) await expect(rotate(secret.reveal())).rejects.toThrow(UsageError);
    const words = ['audit', 'rotate-key', '--new-secret-file', join(folder, 'none')];
    await expect(acervo(service.app, words)).rejects.toThrow(UsageError);
  });

  it('leaves receipts valid that were made before, and those made after are by the new key', async () => {
    const content = Buffer.from('antes e depois');
    const { files } = await filed(demo, { files: [{ content: content.toString(), extension: 'txt' }] });
    const file = files[0]!.id;
    const [before, [former]] = [await receiptOf(file), await keys()];
    expect((await verify()).exitCode).toBe(0);

    const done = await rotate(SECRET);
    expect([done.exitCode, done.text]).toEqual([
      0,
      expect.stringMatching(/^\d trails are signed by the key [0-9a-f]{8} now: set AUDIT_SECRET/),
    ]);
    const [now, kept, ...none] = (await keys()) as [Key, Key, ...Key[]];
    expect([kept, none]).toEqual([{ ...former, ate: now.desde }, []]);
    expect(now).toMatchObject({ ate: null, declaracao: expect.stringContaining(`\n${kept.chave}\n${now.chave}\n`) });

    const after = await receiptOf(file);
    for (const [, command, isThere] of RECEIPT_SCRIPTS) {
      if (!isThere) continue;
      expect(await judged(command, kept.chave, before, content)).toMatch(/^VALID: /);
      expect(await judged(command, now.chave, after, content)).toMatch(/^VALID: /);
      expect(await judged(command, kept.chave, after, content)).toBe('NOT VALID: the head is not signed by this key');
    }
    await filed(demo);
    expect(await verify()).toMatchObject({ exitCode: 0, text: expect.stringContaining('the same as at the last time') });
  });

  it('is an event of each log', async () => {
    await service.app.get(Sealer).settle();
    const [now, kept] = (await keys()) as [Key, Key];
    const query = { idCliente: IDS.client, tipo: 'trilha.chave_trocada' };
    const { eventos } = (await demo.get('/api/Evento', { query })).json as unknown as { eventos: { data: object }[] };
    expect(eventos.map(({ data }) => data)).toEqual([
      { idAutor: expect.any(String), idChave: now.id, idChaveAnterior: kept.id, declaracao: now.declaracao },
    ]);
    const audit = await demo.get('/api/Auditoria', { query: { idCliente: IDS.client, acao: 'trilha.trocar_chave' } });
    expect(audit.json).toMatchObject({ eventos: [{ origem: 'cli' }] });
  });

  it('lets replicas start that have the new secret', async () => {
    const replica = await createApp({ ...service.config, auditSecret: new Secret(SECRET) });
    await replica.close();
  });

  it('waits for running replicas to end, and gives up', async () => {
    const replica = await createApp({ ...service.config, auditSecret: new Secret(SECRET) });
    await replica.get(EventSealing).lead(60_000);
    await expect(rotate(`${SECRET}!`)).rejects.toThrow(ExchangeRefused);
    await replica.get(EventSealing).lead(0);
    await replica.close();
    expect(await keys()).toHaveLength(2);
  });
});

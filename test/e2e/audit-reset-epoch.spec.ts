import { Sealer } from '#application/audit/sealer';
import { EventSealing } from '#application/ports/audit-trail';
import { judged, RECEIPT_SCRIPTS } from '../support/receipt-scripts';
import { IDS } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { filed } from './support/reading';
import { Deliveries, LOOPBACK, Receiver } from './support/receivers';

interface Page {
  eventos: { id: string; source: string; type: string; posicao: number; data: Record<string, unknown> }[];
  proximo: number;
  selo: string;
  epoca?: string;
}

const TABLES = ['event_outbox', 'event_log', 'event', 'event_node', 'event_writer'];

describeService('acervo restored', LOOPBACK, ({ service, demo }) => {
  const feed = (query: Record<string, string>) => demo.get('/api/Evento', { query: { idCliente: IDS.client, ...query } });
  const read = async (query: Record<string, string>) => (await feed(query)).json as unknown as Page;
  const seal = () => service.app.get(Sealer).settle();
  const rows = async () => {
    const kept = new Map<string, Record<string, unknown>[]>();
    for (const table of TABLES) kept.set(table, (await service.database.query(`SELECT * FROM ${table} x`)) as Record<string, unknown>[]);
    return kept;
  };

  let common: number;
  let epoch: string;
  /** Of the epoch that is lost. */
  let reached: Page;
  let receiver: Receiver;
  let [file, formerReceipt]: [string, object] = ['', {}];
  const receiptOf = async (idArquivo: string) =>
    (await demo.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo } })).json as object;
  beforeAll(async () => {
    const { files } = await filed(demo, { files: [{ content: 'recibo', extension: 'txt' }] });
    [file, formerReceipt] = [files[0]!.id, await receiptOf(files[0]!.id)];
    common = (await read({ apos: 'fim' })).proximo;
    const kept = await rows();
    for (let n = 0; n < 3; n++) await filed(demo);
    await seal();
    reached = await read({ apos: String(common) });
    for (const [table, all] of kept) {
      await service.database.query(`DELETE FROM ${table}`);
      for (const row of all)
        await service.database.query(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?').join(', ')})`, // prettier-ignore
          Object.values(row),
        );
    }
    // A process that starts after the restore has not seen how long the logs were.
    const { logs } = service.app.get(EventSealing) as unknown as { logs: { sizes: Map<string, number> } };
    logs.sizes.clear();
    receiver = await Receiver.open();
    const webhook = await demo.post('/api/Webhook', { query: { idCliente: IDS.client }, body: { url: receiver.url } });
    expect(webhook.status).toBe(201);
    const { exitCode, text } = await acervo(service.app, ['restored']);
    expect([exitCode, text]).toEqual([
      0,
      expect.stringMatching(/the audit trail goes on under the name acervo\/[0-9a-f]{16}\/\d{8}T\d{6}Z\n/),
    ]);
    await filed(demo);
    await seal();
  });
  afterAll(() => receiver.close());

  it('begins an epoch; the answers of an archive that was never restored name none', async () => {
    expect([reached.epoca, reached.eventos.length, 'epoca' in reached]).toEqual([undefined, 3, false]);
    const page = await read({ apos: String(common) });
    epoch = page.epoca!;
    expect(epoch).toMatch(/^\d{8}T\d{6}Z$/);
    expect(page.selo).toMatch(new RegExp(`^acervo/[0-9a-f]{16}/${epoch}/${IDS.client}\n`));
    const begun = page.eventos.find(({ type }) => type === 'trilha.epoca_iniciada')!;
    expect(begun).toMatchObject({ source: `/clientes/${IDS.client}/epocas/${epoch}`, data: { epoca: epoch, de: common + 1 } });
    const before = await read({ limite: String(common) });
    expect(new Set(before.eventos.map(({ source }) => source))).toEqual(new Set([`/clientes/${IDS.client}`]));
  });

  it('refuses positions that only the lost events had, and says where the new ones begin', async () => {
    for (const apos of [common + 1, reached.proximo, reached.proximo + 1000]) {
      const { codigo, mensagem } = expectRefusal(await feed({ apos: String(apos) }), 410);
      expect([codigo, mensagem]).toEqual(['CURSOR_EXPIRADO', expect.stringContaining(`apos=${common} e epoca=${epoch}`)]);
    }
    expectRefusal(await feed({ apos: String(reached.proximo + 1000), epoca: epoch }), 400);
    const page = await read({ apos: String(common + 1), epoca: epoch });
    expect(page.eventos[0]?.posicao).toBe(common + 2);
    // What both have is read on from, with or without the name.
    for (const query of [{ apos: String(common) }, { apos: String(common), epoca: epoch }] as Record<string, string>[])
      expect((await read(query)).eventos[0]?.posicao).toBe(common + 1);
  });

  it('names what it does not know', async () => {
    const early = expectRefusal(await feed({ apos: '1', epoca: '20200101T000000Z' }), 410);
    expect(early.codigo).toBe('CURSOR_EXPIRADO');
    const late = expectRefusal(await feed({ apos: '1', epoca: '99990101T000000Z' }), 400);
    expect(late.erros).toEqual([expect.objectContaining({ campo: 'epoca', mensagem: expect.stringContaining(epoch) })]);
  });

  it('gives events other ids for webhooks than those that had the same positions', async () => {
    await new Deliveries(service).run();
    const sent = receiver.got.filter(({ event }) => event.type !== 'webhook.teste');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual(sent.map(({ event }) => `${IDS.client}:${epoch}:${event.id}`));
  });

  it('leaves receipts valid, each under the name of its time', async () => {
    const { chaves } = (await (await fetch(`${service.url}/.well-known/acervo-selos`)).json()) as { chaves: { chave: string }[] };
    const [now, former] = chaves.map(({ chave }) => chave) as [string, string];
    const receipt = await receiptOf(file);
    for (const [, command, isThere] of RECEIPT_SCRIPTS) {
      if (!isThere) continue;
      expect(await judged(command, former, formerReceipt, Buffer.from('recibo'))).toMatch(/^VALID: /);
      expect(await judged(command, now, receipt, Buffer.from('recibo'))).toMatch(/^VALID: /);
      expect(await judged(command, former, receipt, Buffer.from('recibo'))).toMatch(/^NOT VALID: /);
    }
  });

  it('leaves a trail that is whole', async () => {
    expect((await acervo(service.app, ['audit', 'verify'])).exitCode).toBe(0);
  });
});

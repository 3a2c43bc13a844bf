import { openDesk } from './support/archive-files';
import { UsageError } from '#src/terminal/usage-error';
import { IDS, loggedIn, type Api } from './support/api';
import { eventsOf, rowsOfLog } from './support/audited';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';
import { filed, texts } from './support/reading';

describeScene('acervo audit erase', openDesk, (desk) => {
  let demo: Api;
  let finance: Api;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
    finance = await loggedIn(desk.service.url, 'financeiro');
  });
  const run = (...words: string[]) => acervo(desk.service.app, ['audit', ...words]);
  const erase = (...words: string[]) => run('erase', '--client', 'Empresa Exemplo', ...words);

  it('erases the addresses of one user; receipts, the trail and other events stay valid', async () => {
    const { files } = await filed(demo, { files: texts('recibo') });
    await filed(finance);
    const receipt = async () =>
      (await demo.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo: files[0]!.id } })).json as unknown as {
        evento: string;
      };
    const { evento } = await receipt();
    const { text, exitCode } = await erase('--what', 'origin', '--user', 'demo');
    expect([exitCode, text]).toEqual([0, expect.stringMatching(/^Empresa Exemplo: origin erased from \d+ events$/)]);
    const rows = await rowsOfLog(desk.service, IDS.client);
    const of = (action: string) => rows.filter((row) => row.action === action);
    expect(
      of('document.create')
        .slice(-2)
        .map(({ address, user_id }) => [address, user_id !== null]),
    ).toEqual([
      [null, true],
      ['127.0.0.1', true],
    ]);
    expect(of('event.anonymize').at(-1)).toMatchObject({
      address: 'cli',
      subject: expect.stringMatching(/^\{"group":"origin","events":\d+,.*"why":"request"\}$/),
    });
    expect((await receipt()).evento).toBe(evento);
    expect((await run('verify')).exitCode).toBe(0);
    const { eventos } = await eventsOf(demo, { acao: 'documento.incluir', limite: 2 });
    expect(eventos.map((event) => [event.origem, event.idRequisicao === null])).toEqual([
      ['127.0.0.1', false],
      [null, true],
    ]);
  });

  it('keeps authors that the bill of the month counts', async () => {
    await expect(erase('--what', 'author', '--before', '2200-01-01')).rejects.toThrow(
      /^the bill of \d{4}-\d\d, contract .*, counts these users and is not closed yet$/,
    );
  });

  it.each([
    [['--what', 'origin'], 'give --user, --before or both'],
    [['--what', 'origin', '--before', '2026-02-30'], '--before must be a day'],
    [['--what', 'origin', '--user', 'demo', '--client', 'Ninguém'], '--client must name a client'],
  ])('refuses %j', async (words, reason) => {
    await expect(erase(...words)).rejects.toThrow(UsageError);
    await expect(erase(...words)).rejects.toThrow(reason);
  });
});

import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { SETTLED_AFTER_MS } from '#application/billing/billed-span';
import { ClosingRefused } from '#application/billing/close-billing.use-case';
import { closeLastPeriods } from '#src/demo/load-demo-archive';
import { UsageError } from '#src/terminal/usage-error';
import { base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import { edited, demoText } from './support/archive-files';
import { applied, closing, DAY, monthsBack } from './support/billing';
import { runCommand } from './support/command';
import { createdBy } from './support/creates';
import { describeService } from './support/describe-service';
import { setClock } from './support/users';

/** A contract of one line for each of these descriptions. */
const contract = (number: string, lines: string, more = '') => `
      - number: ${number}
        unit: Unidade Central
        from: 2020-01-01
        dueDays: 10
        ${more}
        services: [${lines}]`;
const fixed = '{ kind: fixed-fee, description: Mensalidade, periodicPackage: { quantity: 1, price: 10 } }';
const withContracts = async (contracts: string) => edited(await demoText(), ['\n    contracts:\n', `\n    contracts:${contracts}\n`]);

const thisMonth = () => DAY.of(new Date()).slice(0, 7);
const NEXT_MONTH = () => new Date(Date.parse(`${thisMonth()}-28T12:00:00Z`) + 7 * 86_400_000);

describeService('close-billing', ({ service, demo }) => {
  afterEach(() => setClock(service, null));

  const bills = async (where = '1 = 1') =>
    (await service.database.query(
      `SELECT b.contract_number, b.period, b.total FROM bill b WHERE ${where} ORDER BY b.period, b.contract_number`,
    )) as { contract_number: string; period: string; total: number }[];
  const lines = async (number: string, period: string) =>
    (await service.database.query(
      `SELECT l.kind, l.quantity, l.price FROM bill b JOIN bill_line l ON l.bill_id = b.id
       WHERE b.contract_number = '${number}' AND b.period = '${period}' ORDER BY l.position`,
    )) as { kind: string; quantity: number; price: number }[];
  const everything = async () =>
    JSON.stringify([await service.database.query('SELECT * FROM bill'), await service.database.query('SELECT * FROM bill_line')]);

  it('creates no second bill, however often it is run', async () => {
    const before = await everything();
    const again = await closing(service, '--period', monthsBack(1));
    expect([again.exitCode, again.text]).toEqual([0, `${monthsBack(1)}: 0 billed, 1 already billed`]);
    expect(again.said).toEqual(['Unidade Central / Empresa Exemplo / 2020/001: already billed']);
    expect(await everything()).toBe(before);
  });

  it.each([
    ['no period', []],
    ['a month that there is not', ['--period', '2026-13']],
    ['another form', ['--period', '10/2026']],
    ['a word too many', ['--period', '2026-10', 'now']],
    ['an unknown option', ['--period', '2026-10', '--force']],
  ])('refuses %s', async (_, words) => {
    await expect(closing(service, ...words)).rejects.toThrow(UsageError);
  });

  it('refuses a month until an hour after its end, and an unknown unit', async () => {
    const before = await everything();
    const current = monthsBack(0);
    await expect(closing(service, '--period', current)).rejects.toThrow(ClosingRefused);
    const [year, month] = current.split('-').map(Number) as [number, number];
    // Midnight in São Paulo.
    const over = Date.UTC(year, month, 1, 3);
    const settled = over + SETTLED_AFTER_MS;
    const next = DAY.of(new Date(over));
    for (const early of [over - 1, over, settled - 1]) {
      setClock(service, new Date(early));
      for (const more of [[], ['--dry-run']]) {
        await expect(closing(service, '--period', current, ...more)).rejects.toThrow(
          `${current} can be closed one hour after its end, from ${next}T01:00:00.000-03:00 on`,
        );
      }
    }
    // As a demo archive does that is made in the first hour of a month.
    await closeLastPeriods(service.app, 2);
    await expect(closing(service, '--period', monthsBack(1), '--unit', 'Nada')).rejects.toThrow(/no unit "Nada"/);
    expect(await everything()).toBe(before);
    setClock(service, new Date(settled));
    expect((await closing(service, '--period', current, '--dry-run')).said[0]).toMatch(/: billed \d/);
  });

  it('only reports what it would bill on a dry run', async () => {
    const before = await everything();
    const { text, said } = await closing(service, '--period', '2025-05', '--dry-run');
    expect(said[0]).toMatch(/^Unidade Central \/ Empresa Exemplo \/ 2020\/001: billed 500, due \d{4}-\d\d-\d\d, bill [0-9a-f-]{36}$/);
    expect(text).toBe('2025-05: 1 billed; nothing was stored: this was a dry run');
    expect(await everything()).toBe(before);
  });

  it('bills one unit when requested', async () => {
    expect((await closing(service, '--period', '2025-06', '--unit', 'Unidade Sul')).text).toBe('2025-06: 0 billed');
    expect((await closing(service, '--period', '2025-06', '--unit', 'Unidade Central')).text).toBe('2025-06: 1 billed');
  });

  it('meters storage and activity, with the same result at any closing time', async () => {
    const month = thisMonth();
    const file = (text: string) => ({ arquivo: base64(text), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: text.slice(0, 9) });
    const add = async (number: string, arquivos: object[] = [], as = demo) =>
      createdBy(await as.post('/api/v3/Documento', { query: place(), body: { valoresCampos: invoiceValues(number), arquivos } }));
    // 4 documents of the demo archive, and three more of which one goes within the month and another one after it.
    const [within, after] = [await add('1'), await add('2', [file('x'.repeat(250_000))])];
    await add('3');
    await demo.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: within.id } });
    const [{ bytes }] = (await service.database.query('SELECT SUM(size) AS bytes FROM document_file WHERE deleted_at IS NULL')) as [
      { bytes: number },
    ];
    await loggedIn(service.url, 'leitor');
    setClock(service, NEXT_MONTH());
    const preview = await closing(service, '--period', month, '--dry-run');
    // Old sessions are over by then.
    const later = await loggedIn(service.url, 'financeiro');
    const removed = await later.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: after.id } });
    await add('4', [], later);
    expect(removed.status).toBe(200);
    const { said } = await closing(service, '--period', month);
    const amountIn = (line: string) => /billed ([\d.]+),/.exec(line)![1];
    expect(amountIn(said[0]!)).toBe(amountIn(preview.said[0]!));
    const gigabytes = Math.ceil(Number(bytes) / 100_000);
    expect(gigabytes).toBeGreaterThanOrEqual(3);
    const [fee, documents, storage, boxes, users] = await lines('2020/001', month);
    expect([fee!.quantity, documents!.quantity, storage!.quantity, boxes!.quantity, users!.quantity].map(Number)).toEqual([
      10_000,
      60_000,
      gigabytes,
      10_000,
      20_000,
    ]);
    // A part of the gigabyte is charged as a whole one: 0,85 less ten per cent.
    expect([fee!.price, documents!.price, storage!.price, boxes!.price, users!.price].map(Number)).toEqual([
      3_000_000, 1_500_000, 7650, 17_500, 500_000,
    ]);
  });

  it('records each bill in the audit trail of its client', async () => {
    const { json } = await demo.get('/api/Auditoria', { query: { idCliente: IDS.client, acao: 'fatura.incluir', limite: '500' } });
    expect(json.eventos).toHaveLength((await bills()).length);
    expect(json.eventos.at(-1)).toMatchObject({ origem: 'cli', objeto: { period: monthsBack(2) } });
    expect((await service.app.get(VerifyTrail).execute()).broken).toEqual([]);
  });

  it('considers validity periods, and skips suspended contracts', async () => {
    const late = '{ kind: fixed-fee, description: Depois, from: 2025-03-31, periodicPackage: { quantity: 1, price: 1 } }';
    const gone = '{ kind: fixed-fee, description: Antes, until: 2025-02-28, periodicPackage: { quantity: 1, price: 2 } }';
    const contracts = [
      contract('A', `${late}, ${gone}`),
      contract('B', fixed, 'suspended: true'),
      contract('C', fixed, 'until: 2025-02-28'),
      contract('D', late),
    ].join('');
    await applied(service, await withContracts(contracts));
    const totals = async (period: string) => {
      await closing(service, '--period', period);
      const found = await bills(`b.period = '${period}' AND b.contract_number IN ('A', 'B', 'C', 'D')`);
      return found.map((bill) => [bill.contract_number, Number(bill.total) / 10_000]);
    };
    expect(await totals('2025-02')).toEqual([['A', 2], ['C', 10]]); // prettier-ignore
    expect(await totals('2025-03')).toEqual([['A', 1], ['D', 1]]); // prettier-ignore
    expect(await totals('2025-04')).toEqual([['A', 1], ['D', 1]]); // prettier-ignore
  });

  it('continues with the others when an amount exceeds exact numbers, and exits with 1', async () => {
    const much = (name: string) => `{ kind: fixed-fee, description: ${name}, periodicPackage: { quantity: 1, price: 99999999999.9999 } }`;
    const text = await withContracts(
      ['A', 'C', 'D'].map((number) => contract(number, fixed, 'suspended: true')).join('') +
        contract('1 muito', `${much('Um')}, ${much('Dois')}`) +
        contract('2 pouco', fixed),
    );
    await applied(service, text, true);
    const { exitCode, said } = await closing(service, '--period', '2024-12');
    expect([exitCode, said[0]]).toEqual([1, 'Unidade Central / Empresa Exemplo / 1 muito: too large']);
    expect((await bills("b.period = '2024-12'")).map((bill) => bill.contract_number)).toEqual(['2 pouco', '2020/001']);
  });

  it('creates one bill of each contract with concurrent processes', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => `P${String(index).padStart(2, '0')}`);
    const initial =
      '{ kind: fixed-fee, description: Inicial, initialPackage: { quantity: 1, price: 7 }, unitPackage: { quantity: 1, price: 1 } }';
    const suspended = ['A', 'C', 'D', '2 pouco'].map((number) => contract(number, fixed, 'suspended: true')).join('');
    await applied(service, await withContracts(suspended + numbers.map((number) => contract(number, initial)).join('')), true);
    const inProcess = async (period: string) => {
      const { code, stdout, stderr } = await runCommand(service, ['close-billing', '--period', period]);
      return { code, text: stdout + stderr };
    };
    const runs = await Promise.all([
      inProcess('2024-10'),
      inProcess('2024-10'),
      // Of an initial package two months at once use no more than there is.
      inProcess('2024-09'),
      closing(service, '--period', '2024-10').then(({ exitCode: code, said, text }) => ({ code, text: [...said, text].join('\n') })),
    ]);
    for (const { code, text } of runs) expect([code, text]).toEqual([0, expect.stringMatching(/^2024-\d\d: \d+ billed/m)]);
    const made = runs.map(({ text }) => Number(/(\d+) billed/.exec(text)![1]));
    expect(made[0]! + made[1]! + made[3]!).toBe(26);
    expect(made[2]).toBe(26);
    for (const period of ['2024-09', '2024-10']) expect(await bills(`b.period = '${period}'`)).toHaveLength(26);
    const used = (await service.database.query(
      `SELECT SUM(l.price) AS price, SUM(l.initial_used) AS used FROM bill_line l JOIN bill b ON b.id = l.bill_id
       WHERE b.contract_number LIKE 'P%' GROUP BY b.contract_id`,
    )) as { price: number; used: number }[];
    expect(used.map(({ price, used: of }) => [Number(price), Number(of)])).toEqual(numbers.map(() => [80_000, 10_000]));
    expect((await service.app.get(VerifyTrail).execute()).broken).toEqual([]);
  });
});

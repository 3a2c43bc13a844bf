import { loggedIn } from './support/api';
import { demoText, edited, summary, openDesk } from './support/archive-files';
import { closing } from './support/billing';
import { planText } from '#src/cli/provisioning/plan-text';
import { describeScene } from './support/describe-service';

/** The services of a contract that says all that can be said. */
const MORE = `
      - id: 11111111-2222-4333-8444-555555555555
        number: 2026/007
        unit: Unidade Central
        from: 2026-01-01
        until: 2026-12-31
        dueDays: 0
        suspended: true
        services:
          - id: 11111111-2222-4333-8444-666666666666
            kind: stored-gigabytes
            description: Armazenamento
            initialPackage: { quantity: 0.5000, price: 10.10 }
            periodicPackage: { quantity: 99999999999.9999, price: 0 }
            unitPackage: { quantity: 0.0001, price: 0.0001 }
            discount: 33.3333
            from: 2026-02-01
            until: 2026-03-31
`;
const CONTRACTS = '    contracts:\n';

describeScene('contracts of an archive file', openDesk, (desk) => {
  let demo: string;
  beforeAll(async () => {
    demo = await demoText();
  });

  const with_ = (more: string) => edited(demo, [CONTRACTS, `${CONTRACTS}${more.replace(/^\n/, '')}`]);

  it('are added, returned, exported and applied again without a change', async () => {
    const { plan, written } = await desk.apply(with_(MORE));
    expect([written, summary(plan)]).toEqual([true, ['contracts +1 ~0 -0', 'services of contracts +1 ~0 -0']]);
    const text = planText(plan);
    expect(text).toContain('+ Empresa Exemplo / 2026/007\n');
    expect(text).toContain('+ Empresa Exemplo / 2026/007 / Armazenamento');
    expect((await desk.apply(with_(MORE))).plan.groups).toEqual([]);
    for (const ids of [false, true]) {
      const exported = await desk.export({ ids });
      expect((await desk.apply(exported)).plan.groups).toEqual([]);
      expect(exported).toContain('number: 2026/007');
      expect(exported).toMatch(/initialPackage:\s+quantity: "0.5"\s+price: "10.1"/);
    }
  });

  it('change, with a list of the changes', async () => {
    const changed = edited(MORE, ['dueDays: 0', 'dueDays: 30'], ['price: 10.10', 'price: 10.11'], ['discount: 33.3333', 'discount: 0']);
    const { plan } = await desk.apply(with_(changed));
    const text = planText(plan);
    expect(text).toContain('~ Empresa Exemplo / 2026/007: dueDays: 0 → 30');
    expect(text).toMatch(
      /~ Empresa Exemplo \/ 2026\/007 \/ Armazenamento: initialPackage: .*"10.1".* → .*"10.11".*, discount: "33.3333" → "0"/,
    );
    const renamed = edited(changed, ['number: 2026/007', 'number: 2026/008']);
    expect(summary((await desk.apply(with_(renamed))).plan)).toEqual(['contracts +0 ~1 -0']);
    const lesser = await desk.apply(demo, { allowRemove: true });
    expect(summary(lesser.plan)).toEqual(['contracts +0 ~0 -1', 'services of contracts +0 ~0 -1']);
    expect(await desk.count('contract')).toBe(1);
  });

  it('are refused with all problems at once, each with its position', async () => {
    const wrong = edited(
      MORE,
      ['unit: Unidade Central', 'unit: Unidade Sul'],
      ['until: 2026-12-31', 'until: 2025-12-31'],
      ['from: 2026-02-01', 'from: 2026-02-30'],
      ['quantity: 0.0001', 'quantity: 0.0000'],
      ['discount: 33.3333', 'discount: 100.0001'],
    );
    const twice = `
      - number: 2020/001
        unit: Unidade Central
        from: 2026-01-01
        dueDays: 1
        services:
          - kind: fixed-fee
            description: Uma
          - kind: fixed-fee
            description: UMA
            periodicPackage: { quantity: 1, price: 1 }
`;
    expect((await desk.refused(with_(wrong.trimEnd() + twice))).map((line) => line.replace(/^archive\.yaml:\d+:\d+ /, ''))).toEqual([
      'unit of client "Empresa Exemplo" "Unidade Sul" is not defined',
      'contract "2026/007" ends before it begins',
      'the unit package of service "Armazenamento" holds nothing',
      'the discount of service "Armazenamento" is more than 100 per cent',
      '"from" must be a day of the calendar, like 2026-01-31',
      'service "Uma" has no package, and so no price',
      'service "UMA" is there twice',
      expect.stringMatching(/^the id [0-9a-f-]+ is already used in this file/),
      'contract "2020/001" is there twice',
    ]);
    const [first] = await desk.refused(with_(wrong));
    const line =
      with_(wrong)
        .split('\n')
        .findIndex((each) => each.includes('unit: Unidade Sul') && each.startsWith('        ')) + 1;
    expect(first).toMatch(new RegExp(`^archive\\.yaml:${line}:15 `));
  });

  it.each([
    ['price: 10.10', 'price: "10,10"', /"price" must be a number like 150 or 0.0525/],
    ['price: 10.10', 'price: -1', /"price" must be a number like/],
    ['price: 10.10', 'price: 1e3', /"price" must be a number like/],
    ['quantity: 0.5000', 'quantity: 0.00001', /"quantity" must be a number like/],
    ['quantity: 0.5000', 'quantity: 100000000000', /"quantity" must be a number like/],
    ['from: 2026-01-01', 'from: 01/01/2026', /"from" must be a day of the calendar, like 2026-01-31/],
    ['kind: stored-gigabytes', 'kind: api-calls', /"kind" must be one of stored-documents, /],
    ['dueDays: 0', 'dueDays: 366', /"dueDays" must be <= 365/],
    ['dueDays: 0', 'dueDays: dez', /"dueDays" must be a whole number/],
    ['description: Armazenamento', 'colour: red', /unknown property "colour"/],
  ])('are refused where %s becomes %s', async (from, to, message) => {
    const lines = await desk.refused(with_(edited(MORE, [from, to])));
    expect(lines.join('\n')).toMatch(message);
  });

  it('stay while they have bills, and with them their unit', async () => {
    const begin = demo.indexOf(CONTRACTS);
    const without = demo.slice(0, begin) + demo.slice(demo.indexOf('  - name: Outra Empresa'));
    expect(await desk.refused(without, { allowRemove: true })).toContain(
      'archive.yaml contract "2020/001" cannot be removed: it has bills',
    );
    const moved = edited(
      demo,
      ['    units:\n      - Unidade Central', '    units:\n      - Unidade Central\n      - Unidade Sul'],
      ['      - number: 2020/001\n        unit: Unidade Central', '      - number: 2020/001\n        unit: Unidade Sul'],
    );
    expect(await desk.refused(moved)).toEqual([
      expect.stringMatching(/^archive\.yaml:\d+:\d+ contract "2020\/001" cannot move to another client or unit: it has bills$/),
    ]);
    expect(await desk.refused('units: [{ name: Unidade Sul, cnpj: 07664483000178 }]', { allowRemove: true })).toContainEqual(
      expect.stringMatching(/"Unidade Central" cannot be removed: it is needed by contract "2020\/001"/),
    );
  });

  it.each([
    ['costs more', ['price: 90', 'price: 95']],
    ['goes', ['            initialPackage:\n              quantity: 0\n              price: 90\n', '']],
  ] as [string, [string, string]][])('are refused where a charged initial package %s', async (_, change) => {
    expect(await desk.refused(edited(demo, change))).toEqual([
      expect.stringMatching(/^archive\.yaml:\d+:\d+ the initial package of service "Assinatura mensal" cannot change: it is paid$/),
    ]);
  });

  it('do not change existing bills', async () => {
    const client = await loggedIn(desk.service.url);
    const [{ id, unit_id: idUnidade }] = (await desk.service.database.query('SELECT id, unit_id FROM bill')) as { id: string; unit_id: string }[] as [{ id: string; unit_id: string }]; // prettier-ignore
    const ask = async () => (await client.get('/api/Billing/Get/Conta', { query: { idUnidade, billId: id } })).text;
    const before = await ask();
    const line = demo.slice(demo.indexOf('          - kind: stored-gigabytes'), demo.indexOf('          - kind: boxes-in-custody'));
    await desk.apply(
      edited(demo, [line, ''], ['price: 300', 'price: 400'], ['description: Documentos armazenados', 'description: Papéis']),
      {
        allowRemove: true,
      },
    );
    expect(await ask()).toBe(before);
    expect((await closing(desk.service, '--period', '2025-01', '--dry-run')).said[0]).toMatch(/billed 600,/);
  });

  it('charge an initial package added after the first bill once', async () => {
    const amount = async (...words: string[]) =>
      Number(/billed ([\d.]+),/.exec((await closing(desk.service, '--period', ...words)).said[0]!)![1]);
    await desk.apply(demo, { allowRemove: true });
    const before = await amount('2025-02');
    const users = 'description: Usuários ativos\n';
    await desk.apply(edited(demo, [users, `${users}            initialPackage: { quantity: 0, price: 70 }\n`]));
    expect(await amount('2025-03')).toBe(before + 70);
    expect(await amount('2025-04')).toBe(before);
    expect(await desk.refused(demo)).toEqual([expect.stringContaining('"Usuários ativos" cannot change: it is paid')]);
  });

  it('record the custody period of a box', async () => {
    const custody = async () =>
      (await desk.service.database.query(
        'SELECT c.ended_at FROM box_custody c JOIN service_unit u ON u.id = c.unit_id WHERE u.name = ? ORDER BY c.code',
        ['Unidade Central'],
      )) as { ended_at: number | null }[];
    expect(await custody()).toEqual([{ ended_at: null }]);
    const more = edited(await desk.export(), [
      '      - code: 5001\n',
      '      - { code: 5004, type: Caixa Arquivo, unit: Unidade Central, subBoxes: [{ code: 5005 }] }\n      - code: 5001\n',
    ]);
    await desk.apply(more);
    expect(await custody()).toEqual([{ ended_at: null }, { ended_at: null }]);
    await desk.apply(edited(more, ['{ code: 5004, type: Caixa Arquivo, unit: Unidade Central, subBoxes: [{ code: 5005 }] }', '{ code: 5006, type: Caixa Arquivo }']), { allowRemove: true }); // prettier-ignore
    expect(await custody()).toEqual([{ ended_at: null }, { ended_at: expect.anything() }]);
  });
});

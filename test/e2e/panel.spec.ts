import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, type Api } from './support/api';
import { monthsBack } from './support/billing';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { approval, contract, ACTIVATE } from './support/flows';
import { filed, NOBODY } from './support/reading';
import { addProfile, grant, userWith } from './support/users';

interface Total {
  valor: number;
  exato: boolean;
}

describeService('GET /api/Painel/{idCliente}', ({ service, demo, finance, reader, other }) => {
  const panel = (api: Api, client = IDS.client) => api.get(`/api/Painel/${client}`);
  const shown = async (api: Api) => (await panel(api)).json;
  const total = (json: { situacoes: { total: Total }[] }) => json.situacoes.reduce((sum, { total: { valor } }) => sum + valor, 0);
  const thisMonth = (json: { cadastrosPorMes: { mes: string; total: Total }[] }) => json.cadastrosPorMes.at(-1)!;
  const FILING = 'Número';

  it('counts and shows what the caller reaches', async () => {
    const [before, ofFinance] = [await shown(demo), await shown(finance)];
    const note = await filed(demo, {
      values: [
        { label: FILING, valorCampo: '5501' },
        { label: 'Data de Emissão', valorCampo: '15/08/2024' },
      ],
    });
    const after = await shown(demo);
    expect(after.situacoes.map(({ status }: { status: number }) => status)).toEqual([1, 2, 3, 5, 6]);
    expect([total(after), thisMonth(after).total]).toEqual([total(before) + 1, { valor: thisMonth(before).total.valor + 1, exato: true }]);
    expect(after.cadastrosPorMes.map(({ mes }: { mes: string }) => mes)).toEqual(
      Array.from({ length: 12 }, (_, index) => monthsBack(11 - index)),
    );
    expect(after.recentes[0]).toMatchObject({ id: note.id, codigo: note.code, idArvoreOrganizacional: IDS.invoices });
    expect(after.recentes[0].campos).toContainEqual({ label: FILING, valor: '5501' });
    // Who reaches one level counts its documents alone, and sees none of others.
    expect(total(await shown(finance))).toBe(total(ofFinance) + 1);
    const all = await demo.post('/api/v3/Documento/Pesquisar', {
      query: { idCliente: IDS.client },
      body: { contar: true, tamanhoPagina: 10 },
    });
    expect(total(after)).toBe(all.json.total.valor);
    const ofRecords = (await finance.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body: { contar: true } }))
      .json;
    expect(total(await shown(finance))).toBe(ofRecords.total.valor);
    expect(total(ofFinance)).toBeLessThan(total(before));
  });

  it('shows open tasks, what is due soon, and the storage of the newest bills, to those who may see them', async () => {
    expect((await demo.post(ACTIVATE, { body: approval({ documentos: [contract()] }) })).status).toBe(200);
    const { tarefas, vencendo, armazenamento } = await shown(demo);
    const { json: mine } = await demo.get(`/api/Workflow/Cliente/${IDS.client}/tarefas`);
    expect(tarefas.total).toBe(mine.QtdTarefas);
    expect(tarefas.proximas).toEqual(mine.Tarefas.slice(0, 5));
    expect(armazenamento).toEqual({ periodo: monthsBack(1), gigabytes: expect.any(Number) });
    expect(vencendo).toMatchObject({ ate: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/), total: { exato: true } });
    const [{ document }] = (await service.database.query('SELECT MAX(code) AS document FROM document WHERE client_id = ?', [
      idBytes(IDS.client),
    ])) as [{ document: number }];
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    await service.database.query('UPDATE document SET due_day = ? WHERE code = ?', [today, document]);
    const { vencendo: soon } = await shown(demo);
    expect([soon.total.valor, soon.documentos[0].codigo]).toEqual([vencendo.total.valor + 1, document]);
    // Bills are of the whole client.
    expect((await shown(finance)).armazenamento).toBeNull();
    const viewer = await userWith(demo, [grant(await addProfile(service, 'Só documentos', ['document:view']))]);
    const seen = await shown(viewer.api);
    expect([seen.tarefas, seen.armazenamento, total(seen)]).toEqual([null, null, total(await shown(demo))]);
    expect((await shown(reader)).tarefas).toEqual({ total: 0, proximas: [] });
  });

  it('is refused outside of the reach', async () => {
    for (const [api, client] of [
      [other, IDS.client],
      [demo, IDS.otherClient],
      [demo, NOBODY],
    ] as const)
      expectRefusal(await panel(api, client), 401);
  });
});

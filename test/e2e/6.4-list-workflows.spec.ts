import { IDS } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { activate, cancel, complete, list, MAIL, open } from './support/flows';
import { begun, CLIENT_ID, definitionId, flowsScene, start, taskId } from './support/flows-archive';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/;

describeScene('6.4 GET /api/ConfWorkflow/{idConfWorkflow}/Cliente/{idCliente}/fluxos-ativados', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  const codes: number[] = [];

  beforeAll(async () => {
    await scene.service.database.query("UPDATE user_account SET page_size = 10 WHERE login_key = 'chefe'");
    for (let index = 0; index < 23; index++) codes.push(await begun(chief, 'De fora', { email: MAIL, observacao: `Pedido ${index}` }));
    await cancel(scene.service, codes[20]!);
    const [external] = await open(chief, codes[21]!, CLIENT_ID);
    await complete(chief, external!.id, {}, {}, CLIENT_ID);
  });

  const page = async (query: Record<string, string | number | boolean> = {}, name = 'De fora', api = chief) => {
    const answer = await list(api, definitionId(name), query, CLIENT_ID);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.json as {
      TotalDePaginasDaConsulta: number | null;
      TotalDeRegistrosDaConsulta: number | null;
      Dados: Record<string, unknown>[];
    };
  };
  const codesOf = async (query = {}) => (await page(query)).Dados.map(({ CodigoWorkflow }) => CodigoWorkflow as number);
  const newest = () => [...codes].reverse();

  it('returns flows with their step, newest first, byte by byte', async () => {
    const { Dados, ...totals } = await page();
    expect(totals).toEqual({ TotalDePaginasDaConsulta: null, TotalDeRegistrosDaConsulta: null });
    expect(Dados[0]).toEqual({
      IdWorkflow: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodigoWorkflow: codes[22],
      Status: 1,
      DataInicio: expect.stringMatching(ISO),
      DataFim: null,
      Observacao: 'Pedido 22',
      EtapaAtual: {
        IdEtapa: taskId('De fora', 'Tarefa'),
        IdTarefa: taskId('De fora', 'Tarefa'),
        NomeTarefa: 'Tarefa',
        DataInicioTarefa: expect.stringMatching(ISO),
        DataFimTarefa: null,
        PrevisaoTermino: expect.stringMatching(ISO),
        Atrasada: false,
      },
    });
    expect(Dados[1]).toMatchObject({ Status: 2, DataFim: expect.stringMatching(ISO), EtapaAtual: null });
    expect(Dados[2]).toMatchObject({ CodigoWorkflow: codes[20], Status: 3, EtapaAtual: null });
  });

  it('uses the page size of the caller, counts only when requested, and is empty beyond the end', async () => {
    expect(await codesOf()).toEqual(newest().slice(0, 10));
    expect(await codesOf({ Pagina: 2 })).toEqual(newest().slice(10, 20));
    expect(await codesOf({ pagina: 3 })).toEqual(newest().slice(20));
    expect(await page({ Pagina: 4, BuscarQtdPaginas: 'True' })).toEqual({
      TotalDePaginasDaConsulta: 3,
      TotalDeRegistrosDaConsulta: 23,
      Dados: [],
    });
  });

  it.each([
    [{ Status: 2 }, () => [codes[21]]],
    [{ Status: 3 }, () => [codes[20]]],
    [{ Status: 1, Pagina: 3 }, () => newest().slice(22)],
    [{ IdTarefa: taskId('De fora', 'Tarefa'), Pagina: 3 }, () => newest().slice(22)],
    [{ IdTarefa: taskId('De fora', 'Tarefa'), Status: 2 }, () => []],
  ])('filters by %j', async (query, expected) => {
    expect(await codesOf(query)).toEqual(expected());
  });

  it('counts the filtered flows', async () => {
    expect(await page({ Status: 1, BuscarQtdPaginas: 1 })).toMatchObject({ TotalDePaginasDaConsulta: 3, TotalDeRegistrosDaConsulta: 21 });
    expect(await page({ IdTarefa: taskId('De fora', 'Tarefa'), BuscarQtdPaginas: 1 })).toMatchObject({ TotalDeRegistrosDaConsulta: 21 });
  });

  it('marks late flows', async () => {
    await scene.service.database.query(`UPDATE workflow_execution SET due_at = started_at - 1 WHERE workflow_code = ${codes[22]}`);
    const [late, , , other] = (await page()).Dados as unknown as { EtapaAtual: { Atrasada: boolean } }[];
    expect([late!.EtapaAtual.Atrasada, other!.EtapaAtual.Atrasada]).toEqual([true, false]);
  });

  it('shows the oldest of several open parts', async () => {
    await activate(chief, start('Todos', { emailGrupoExterno: ['a@x.com', 'b@x.com'] }));
    const [flow] = (await page({}, 'Todos')).Dados as unknown as { EtapaAtual: Record<string, string> }[];
    expect(flow!.EtapaAtual).toMatchObject({ NomeTarefa: 'De Ana', PrevisaoTermino: null });
    expect(flow!.EtapaAtual.IdEtapa).not.toBe(flow!.EtapaAtual.IdTarefa);
  });

  it('is empty for a definition without flows', async () => {
    expect(await page({ BuscarQtdPaginas: true }, 'Inativo')).toEqual({
      TotalDePaginasDaConsulta: 0,
      TotalDeRegistrosDaConsulta: 0,
      Dados: [],
    });
  });

  it.each([
    [{ Status: 4 }, ['Status FORA_DO_INTERVALO']],
    [{ Status: 'A' }, ['Status FORMATO_INVALIDO']],
    [{ Pagina: 0 }, ['Pagina FORA_DO_INTERVALO']],
    [{ IdTarefa: NOBODY }, ['IdTarefa ID_INEXISTENTE']],
    [{ IdTarefa: taskId('Todos', 'De Ana') }, ['IdTarefa ID_INEXISTENTE']],
  ])('refuses %j', async (query, problems) => {
    expect(problemsOf(expectRefusal(await list(chief, definitionId('De fora'), query as never, CLIENT_ID), 400))).toEqual(problems);
  });

  it('returns 404 for definitions of other clients', async () => {
    const [foreign, unknown] = [await list(chief, definitionId('Nenhuma'), {}, CLIENT_ID), await list(chief, NOBODY, {}, CLIENT_ID)];
    expect(expectRefusal(foreign, 404).mensagem).toBe(expectRefusal(unknown, 404).mensagem);
    expectRefusal(await list(chief, definitionId('De fora'), {}, IDS.client), 401);
    expectRefusal(await list(scene.as.arquivista, definitionId('De fora'), {}, CLIENT_ID), 401);
  });
});

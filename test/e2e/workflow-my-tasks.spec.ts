import { IDS, type Api } from './support/api';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { cancel, complete, open } from './support/flows';
import { begun, CLIENT_ID, definitionId, flowsScene, userIdOf } from './support/flows-archive';

const ISO = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/);

describeScene('my open tasks', flowsScene, ({ service, as }) => {
  const tasks = (api: Api, query: Record<string, string> = {}, client = CLIENT_ID) =>
    api.get(`/api/Workflow/Cliente/${client}/tarefas`, { query: { TamanhoPagina: '50', ...query } });
  const shown = async (api: Api, query?: Record<string, string>) =>
    (await tasks(api, query)).json.Tarefas.map(({ codigoWorkflow, tarefa }: Record<string, unknown>) => `${codigoWorkflow} ${tarefa}`);

  it('are those of running flows of all definitions, until they are done, needless or cancelled', async () => {
    const [vote, one, cancelled] = [await begun(as.chefe, 'Consenso'), await begun(as.chefe, 'Um'), await begun(as.chefe, 'Um')];
    const { status, json } = await tasks(as.ana);
    const [mine] = (await open(as.chefe, vote, CLIENT_ID)).filter(({ usuario }) => usuario === 'Nome de ana');
    expect([status, json.QtdTarefas, json.TotalPaginas]).toEqual([200, 3, 1]);
    expect(json.Tarefas[0]).toEqual({
      idWorkflowEtapaExecucao: mine?.id,
      tarefa: 'Voto',
      idWorkflow: expect.stringMatching(/^[0-9a-f-]{36}$/),
      codigoWorkflow: vote,
      idConfWorkflow: definitionId('Consenso'),
      nomeConfWorkflow: 'Consenso',
      dataInicio: ISO,
      prazo: null,
      atrasada: false,
    });
    expect(await shown(as.ana)).toEqual([`${vote} Voto`, `${one} De Ana`, `${cancelled} De Ana`]);
    expect(await shown(as.bia)).toEqual([`${vote} Voto`, `${one} De Bia`, `${cancelled} De Bia`]);
    expect(await shown(as.chefe)).toEqual([]);
    await cancel(service, cancelled);
    const [ofBia] = (await open(as.chefe, one, CLIENT_ID)).filter(({ task }) => task === 'De Bia');
    expect((await complete(as.bia, ofBia!.id, {}, {}, CLIENT_ID)).status).toBe(200);
    expect(await shown(as.ana)).toEqual([`${vote} Voto`]);
    expect((await complete(as.ana, mine!.id, {}, {}, CLIENT_ID)).status).toBe(200);
    expect(await shown(as.ana)).toEqual([]);
  });

  it('come by their deadlines, in pages', async () => {
    const codes = [await begun(as.chefe, 'Um'), await begun(as.chefe, 'Um'), await begun(as.chefe, 'Um')] as [number, number, number];
    const due = (code: number, at: number) =>
      service.database.query('UPDATE workflow_execution SET due_at = ? WHERE workflow_code = ? AND user_id = ?', [
        at,
        code,
        userIdOf('ana'),
      ]);
    await due(codes[2], 1000);
    await due(codes[1], 4_000_000_000_000);
    const [late, later, never] = [`${codes[2]} De Ana`, `${codes[1]} De Ana`, `${codes[0]} De Ana`];
    expect(await shown(as.ana)).toEqual([late, later, never]);
    expect((await tasks(as.ana)).json.Tarefas.map(({ atrasada, prazo }: Record<string, unknown>) => [atrasada, prazo])).toEqual([
      [true, ISO],
      [false, ISO],
      [false, null],
    ]);
    expect(await shown(as.ana, { TamanhoPagina: '2', Pagina: '2' })).toEqual([never]);
    expect((await tasks(as.ana, { TamanhoPagina: '2' })).json).toMatchObject({ QtdTarefas: 3, TotalPaginas: 2 });
  });

  it('are refused to whoever sees no flows there', async () => {
    expectRefusal(await tasks(as.arquivista), 401);
    expectRefusal(await tasks(as.ana, {}, IDS.client), 401);
    expectRefusal(await tasks(as.ana, { Pagina: '0' }), 400);
  });
});

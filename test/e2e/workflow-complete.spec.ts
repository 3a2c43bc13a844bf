import type { Api } from './support/api';
import { eventRows } from './support/audited';
import { expectRefusal, leavingNothing, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { attachment, cancel, complete, fill, MAIL, open, shown } from './support/flows';
import { begun, CLIENT_ID, definitionId, fieldId, filing, flowsScene, taskId, userIdOf } from './support/flows-archive';
import { expectReplay, fresh, KEY } from './support/repeats';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describeScene('POST /api/Workflow/EtapaExecucao/{…}/Cliente/{…}/concluir', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  const openOf = (code: number) => open(chief, code, CLIENT_ID);
  const done = (api: Api, id: string, body: object = {}, headers = {}) => complete(api, id, body, headers, CLIENT_ID);
  const statusOf = async (code: number) => (await shown(chief, code, CLIENT_ID)).status as number;
  const refusedWith = async (status: number, call: () => ReturnType<typeof done>) =>
    problemsOf(await leavingNothing(scene.service, async () => expectRefusal(await call(), status)));

  it('counts the consensus of a group: two of three are sixty percent, the third is no longer needed', async () => {
    const code = await begun(chief, 'Consenso');
    const votes = await openOf(code);
    expect(votes.map(({ usuario }) => usuario)).toEqual(['Nome de ana', 'Nome de bia', 'Nome de caio']);
    const first = await done(scene.as.ana, votes[0]!.id);
    expect(first.json).toMatchObject({ status: 1, etapaAtual: [{ nomeTarefa: 'Voto' }] });
    expect(
      first.json.etapaAtual[0].execucoesTarefa.map((each: { concluida: number; dataFim: unknown }) => [
        each.concluida,
        each.dataFim !== null,
      ]),
    ).toEqual([
      [1, true],
      [0, false],
      [0, false],
    ]);
    expect((await done(scene.as.caio, votes[2]!.id)).json).toMatchObject({ status: 2, etapaAtual: [] });
    expectRefusal(await done(scene.as.bia, votes[1]!.id), 422);
  });

  it('waits for every task of a group E, each with its own address', async () => {
    const code = await begun(chief, 'Todos', { emailGrupoExterno: ['a@x.com.br', 'b@x.com.br'] });
    const tasks = await openOf(code);
    expect(tasks.map(({ task, email }) => [task, email])).toEqual([
      ['De Ana', null],
      ['De fora', 'a@x.com.br'],
      ['De fora também', 'b@x.com.br'],
    ]);
    for (const { id } of tasks.slice(0, 2)) expect((await done(chief, id)).json.status).toBe(1);
    expect((await done(chief, tasks[2]!.id)).json.status).toBe(2);
  });

  it('requires one task of a group OU', async () => {
    const code = await begun(chief, 'Um');
    const [ofAna, ofBia] = await openOf(code);
    expect((await done(scene.as.bia, ofBia!.id)).json.status).toBe(2);
    const told = await eventRows(scene.service, "e.action = 'workflow.complete'");
    expect(JSON.parse(told.at(-1)!.subject)).toEqual({
      workflowId: expect.any(String),
      code,
      executionId: ofBia!.id,
      taskId: expect.any(String),
      finished: true,
    });
    expect(expectRefusal(await done(scene.as.ana, ofAna!.id), 422).codigo).toBe('FLUXO_ENCERRADO');
  });

  it('goes to the chosen step, returns, and visits the step again', async () => {
    const code = await begun(chief, 'Escolha');
    const [first] = await openOf(code);
    expect(await refusedWith(422, () => done(chief, first!.id))).toEqual(['idProximaTarefa PROXIMA_TAREFA_AUSENTE']);
    expect(await refusedWith(400, () => done(chief, first!.id, { idProximaTarefa: NOBODY }))).toEqual(['idProximaTarefa ID_INEXISTENTE']);
    const idProximaTarefa = taskId('Escolha', 'Ajuste');
    expect(await refusedWith(422, () => done(chief, first!.id, { idProximaTarefa }))).toEqual(['idUsuario TAREFA_EXIGE']);
    const adjusting = await done(chief, first!.id, { idProximaTarefa, idUsuario: userIdOf('bia') });
    expect(adjusting.json).toMatchObject({ etapaAtual: [{ nomeTarefa: 'Ajuste', execucoesTarefa: [{ usuario: 'Nome de bia' }] }] });
    const [adjust] = await openOf(code);
    expect((await done(scene.as.bia, adjust!.id, { comentario: 'Ajustado.' })).json).toMatchObject({
      etapaAtual: [{ nomeTarefa: 'Análise' }],
    });
    const [second] = await openOf(code);
    expect(second!.id).not.toBe(first!.id);
    // Who was named once is kept.
    expect((await done(chief, second!.id, { idProximaTarefa })).json).toMatchObject({
      etapaAtual: [{ execucoesTarefa: [{ usuario: 'Nome de bia' }] }],
    });
  });

  it('ends when the end is chosen', async () => {
    const code = await begun(chief, 'Escolha');
    const [only] = await openOf(code);
    const [{ design }] = (await scene.service.database.query(
      `SELECT g.design FROM workflow_design g WHERE g.definition_id = '${definitionId('Escolha')}'`,
    )) as { design: string }[] as [{ design: string }];
    const { endId } = (typeof design === 'string' ? JSON.parse(design) : design) as { endId: string };
    expect((await done(chief, only!.id, { idProximaTarefa: endId })).json).toMatchObject({ status: 2, etapaAtual: [] });
  });

  it('reports all requirements of the task at once', async () => {
    const code = await begun(chief, 'Exigente');
    const [only] = await openOf(code);
    expect(await refusedWith(422, () => done(chief, only!.id))).toEqual([
      'comentario TAREFA_EXIGE',
      'formulario CAMPO_DO_FORMULARIO_OBRIGATORIO',
      'documentos TAREFA_EXIGE',
      'arquivos TAREFA_EXIGE',
    ]);
  });

  it('accepts data of the activation and of 6.7', async () => {
    const code = await begun(chief, 'Exigente', {
      documentos: [
        filing([
          { label: 'Valor', valorCampo: '1,00' },
          { label: 'Assunto', valorCampo: 'Contrato longo demais para o formulário' },
        ]),
      ],
      arquivos: [attachment()],
    });
    const [only] = await openOf(code);
    expect(await refusedWith(422, () => done(chief, only!.id, { comentario: 'Feito' }))).toEqual([
      'formulario CAMPO_DO_FORMULARIO_OBRIGATORIO',
    ]);
    const filled = await fill(
      chief,
      only!.id,
      { codigoWorkflow: code, campos: [{ idCampo: fieldId('Exigente', 'Assunto'), valor: 'Curto' }] },
      CLIENT_ID,
    );
    expect(filled.text).toBe('"OK"');
    expect((await done(chief, only!.id, { comentario: 'Feito' })).json.status).toBe(2);
  });

  describe('is refused', () => {
    it('for a finished execution, and in a finished or cancelled flow', async () => {
      const code = await begun(chief, 'Consenso');
      const [first, second] = await openOf(code);
      await done(chief, first!.id);
      expect(expectRefusal(await done(chief, first!.id), 422).codigo).toBe('ETAPA_ENCERRADA');
      await cancel(scene.service, code);
      expect(expectRefusal(await done(chief, second!.id), 422).codigo).toBe('FLUXO_ENCERRADO');
    });

    it('for users without the part or the whole client, like an unknown one', async () => {
      const code = await begun(chief, 'Consenso');
      const [ofAna] = await openOf(code);
      const [foreign, unknown] = [await done(scene.as.bia, ofAna!.id), await done(scene.as.bia, NOBODY)];
      expect(expectRefusal(foreign, 404).codigo).toBe('ETAPA_NAO_ENCONTRADA');
      expect(foreign.json.mensagem).toBe(unknown.json.mensagem);
      expectRefusal(await done(scene.as.arquivista, ofAna!.id), 401);
    });

    it('except an external part, for every user with the permission', async () => {
      const code = await begun(chief, 'De fora', { email: MAIL });
      const [external] = await openOf(code);
      const answer = await done(scene.as.bia, external!.id, { comentario: 'Por telefone.' });
      expect(answer.json.status).toBe(2);
      expect((await shown(chief, code, CLIENT_ID)).comentarios).toMatchObject([
        { usuario: null, email: MAIL, comentario: 'Por telefone.' },
      ]);
    });

    it.each([
      ['an unknown user', { idUsuario: NOBODY }, 400, ['idUsuario ID_INEXISTENTE']],
      ['a user of another client', { idUsuario: userIdOf('outro') }, 400, ['idUsuario ID_INEXISTENTE']],
      ['an inactive user', { idUsuario: userIdOf('dormente') }, 422, ['idUsuario RESPONSAVEL_SEM_ACESSO']],
      ['a bad address', { email: 'nada' }, 400, ['email FORMATO_INVALIDO']],
      ['an address twice', { selecionadoExternoVarios: ['a@x.com', 'A@X.com'] }, 400, ['selecionadoExternoVarios[1] CAMPO_REPETIDO']],
      ['a bad address of a group', { emailGrupoExterno: ['', 'x@'] }, 400, ['emailGrupoExterno[1] FORMATO_INVALIDO']],
    ])('for %s', async (_, body, status, problems) => {
      const code = await begun(chief, 'Escolha');
      const [only] = await openOf(code);
      expect(await refusedWith(status, () => done(chief, only!.id, body))).toEqual(problems);
    });
  });

  it('succeeds for one of 32 concurrent callers', async () => {
    const code = await begun(chief, 'Escolha');
    const [only] = await openOf(code);
    const body = { idProximaTarefa: taskId('Escolha', 'Ajuste'), idUsuario: userIdOf('bia'), comentario: 'Eu!' };
    const answers = await Promise.all(Array.from({ length: 32 }, () => done(chief, only!.id, body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 31 }, () => 422)]);
    expect(await openOf(code)).toMatchObject([{ task: 'Ajuste' }]);
    expect((await shown(chief, code, CLIENT_ID)).comentarios).toHaveLength(1);
  });

  it('opens the next step once when all parts are completed concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await begun(chief, 'Todos', { emailGrupoExterno: ['a@x.com.br', 'b@x.com.br'] });
      const answers = await Promise.all((await openOf(code)).map(({ id }) => done(chief, id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers.filter(({ json }) => json.status === 2)).toHaveLength(1);
      expect(await statusOf(code)).toBe(2);
    }
  });

  it('counts two concurrent completions of a group', async () => {
    const code = await begun(chief, 'Consenso');
    const [first, second, third] = await openOf(code);
    const answers = await Promise.all([done(scene.as.ana, first!.id), done(scene.as.bia, second!.id), done(scene.as.caio, third!.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(await statusOf(code)).toBe(2);
  });

  it('is replayed under its key', async () => {
    const code = await begun(chief, 'Consenso');
    const [first] = await openOf(code);
    const key = { [KEY]: fresh() };
    const answer = await done(chief, first!.id, {}, key);
    expectReplay(await done(chief, first!.id, {}, key), answer);
  });
});

import { IDS, loggedIn, type Api } from './support/api';
import { expectRefusal, leavesNothing, leavingNothing, problemsOf } from './support/creates';
import { swept } from './support/adding-files';
import { describeScene } from './support/describe-service';
import { activate, attachment, contract, FLOW, USER, value } from './support/flows';
import { fieldId, filing, flowsScene, formBody, formId, LEVEL, start, userIdOf } from './support/flows-archive';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describeScene('6.2 POST /api/Workflow/Ativar', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  let demo: Api;
  beforeAll(async () => {
    demo = await loggedIn(scene.service.url);
  });

  const refusedWith = async (status: number, body: object, api = chief) =>
    problemsOf(await leavingNothing(scene.service, async () => expectRefusal(await activate(api, body), status)));

  describe('refuses', () => {
    beforeAll(() => swept(scene.service));
    leavesNothing(() => scene.service);

    const full = () => ({
      comentario: 'x',
      formulario: formBody('Exigente já', { Assunto: 'x' }),
      documentos: [filing()],
      arquivos: [attachment()],
    });

    it.each([
      ['an unknown definition', () => start('Exigente', { idConfWorkflow: NOBODY }), 400, ['idConfWorkflow ID_INEXISTENTE']],
      ['a definition of another client', () => start('Exigente', { idConfWorkflow: FLOW.check }), 400, ['idConfWorkflow ID_INEXISTENTE']],
      ['an inactive definition', () => start('Inativo'), 422, []],
      ['a user that is missing', () => start('De pessoa'), 422, ['idUsuario TAREFA_EXIGE']],
      ['an unknown user', () => start('De pessoa', { idUsuario: NOBODY }), 400, ['idUsuario ID_INEXISTENTE']],
      ['a user of another client', () => start('De pessoa', { idUsuario: USER.demo }), 400, ['idUsuario ID_INEXISTENTE']],
      ['an inactive user', () => start('De pessoa', { idUsuario: userIdOf('dormente') }), 422, ['idUsuario RESPONSAVEL_SEM_ACESSO']],
      [
        'a user who may not act in flows',
        () => start('De pessoa', { idUsuario: userIdOf('arquivista') }),
        422,
        ['idUsuario RESPONSAVEL_SEM_ACESSO'],
      ],
      ['a user who is on no level', () => start('De pessoa', { idUsuario: userIdOf('solto') }), 422, ['idUsuario RESPONSAVEL_SEM_ACESSO']],
      ['a responsible of the definition who may not act', () => start('De inativo'), 422, ['idConfWorkflow RESPONSAVEL_SEM_ACESSO']],
      ['a group of which too few may act', () => start('De grupo inativo'), 422, ['idConfWorkflow RESPONSAVEL_SEM_ACESSO']],
      ['an address that is missing', () => start('De fora'), 422, ['email TAREFA_EXIGE']],
      ['a bad address', () => start('De fora', { email: 'x@y' }), 400, ['email FORMATO_INVALIDO']],
      ['an address with a control character', () => start('De fora', { email: 'x\u0007@y.com' }), 400, ['email FORMATO_INVALIDO']],
      [
        'an address with what is not seen',
        () => start('Externos', { selecionadoExternoVarios: ['a@x.com', 'a\u200b@x.com'] }),
        400,
        ['selecionadoExternoVarios[1] FORMATO_INVALIDO'],
      ],
      [
        'addresses that are missing',
        () => start('Externos', { selecionadoExternoVarios: [''] }),
        422,
        ['selecionadoExternoVarios TAREFA_EXIGE'],
      ],
      [
        'an address twice',
        () => start('Externos', { selecionadoExternoVarios: ['a@x.com', 'A@x.com '] }),
        400,
        ['selecionadoExternoVarios[1] CAMPO_REPETIDO'],
      ],
      ['a group without addresses', () => start('Todos'), 422, ['emailGrupoExterno TAREFA_EXIGE']],
      [
        'a group with one address too few',
        () => start('Todos', { emailGrupoExterno: ['a@x.com'] }),
        422,
        ['emailGrupoExterno EMAILS_DO_GRUPO'],
      ],
      [
        'a first task that lacks everything',
        () => start('Exigente já'),
        422,
        ['comentario TAREFA_EXIGE', 'formulario TAREFA_EXIGE', 'documentos TAREFA_EXIGE', 'arquivos TAREFA_EXIGE'],
      ],
      [
        'a form without its mandatory field',
        () =>
          start('Exigente já', {
            ...full(),
            documentos: [filing([{ label: 'Assunto', valorCampo: 'Zu lang für das Formular, leider' }])],
            formulario: formBody('Exigente já', { Valor: '1,00' }),
          }),
        422,
        ['formulario CAMPO_DO_FORMULARIO_OBRIGATORIO'],
      ],
      [
        'the form of another definition',
        () => start('Exigente já', { ...full(), formulario: formBody('Exigente', { Assunto: 'x' }) }),
        400,
        ['formulario.idFormulario ID_INEXISTENTE'],
      ],
      [
        'a field of another form',
        () =>
          start('Exigente já', {
            ...full(),
            formulario: { ...formBody('Exigente já', {}), ...{ camposFormulario: [value(fieldId('Exigente', 'Assunto'), 'x')] } },
          }),
        400,
        ['formulario.camposFormulario[0].idCampo ID_INEXISTENTE'],
      ],
      [
        'labels that contradict their fields, with a value and without',
        () =>
          start('Exigente já', {
            ...full(),
            formulario: {
              idFormulario: formId('Exigente já'),
              camposFormulario: [
                { idCampo: fieldId('Exigente já', 'Assunto'), labelCampo: 'Valor', valorCampo: 'x' },
                { idCampo: fieldId('Exigente já', 'Valor'), labelCampo: 'Assunto', valorCampo: '' },
                { idCampo: fieldId('Exigente já', 'Início'), labelCampo: ' INICIO ', valorCampo: '01/01/2026' },
              ],
            },
          }),
        400,
        [
          'formulario.camposFormulario[0].labelCampo CAMPO_DO_FORMULARIO_DIVERGENTE',
          'formulario.camposFormulario[1].labelCampo CAMPO_DO_FORMULARIO_DIVERGENTE',
        ],
      ],
      [
        'a field of another form without a value',
        () =>
          start('Exigente já', { ...full(), formulario: { ...formBody('Exigente já', {}), ...{ camposFormulario: [value(NOBODY, '')] } } }),
        400,
        ['formulario.camposFormulario[0].idCampo ID_INEXISTENTE'],
      ],
      [
        'values that break their types',
        () =>
          start('Exigente já', {
            ...full(),
            formulario: formBody('Exigente já', { Assunto: 'x'.repeat(21), Valor: 'viel', Início: '31/02/2026' }),
          }),
        422,
        [
          'formulario.camposFormulario[0].valorCampo TAMANHO_EXCEDIDO',
          'formulario.camposFormulario[1].valorCampo FORMATO_INVALIDO',
          'formulario.camposFormulario[2].valorCampo DATA_INEXISTENTE',
        ],
      ],
      [
        'a field before its parent',
        () => start('Exigente', { formulario: formBody('Exigente', { Fim: '01/01/2026' }) }),
        422,
        ['formulario.camposFormulario[0].valorCampo CAMPO_PAI_AUSENTE'],
      ],
      [
        'a list without its key',
        () => start('Exigente', { formulario: formBody('Exigente', { 'Pessoas.Nome': 'Ana Souza' }) }),
        422,
        ['formulario.camposFormulario[0] LISTA_CHAVE_AUSENTE'],
      ],
      [
        'a list value that the row denies',
        () => start('Exigente', { formulario: formBody('Exigente', { 'Pessoas.Código': '1', 'Pessoas.Nome': 'Outra' }) }),
        422,
        ['formulario.camposFormulario[1].valorCampo LISTA_VALOR_DIVERGENTE'],
      ],
      [
        'a way on that there is not',
        () => start('Exigente já', { ...full(), idProximaTarefa: NOBODY }),
        400,
        ['idProximaTarefa ID_INEXISTENTE'],
      ],
      [
        'the last of several documents, and with it all of them',
        () =>
          start('Exigente', {
            arquivos: [attachment()],
            documentos: [filing(), filing(undefined, { arquivos: [{ ...contract().arquivos[0] }] }), filing([], { codigoCaixa: 4711 })],
          }),
        400,
        ['documentos[2].codigoCaixa CAIXA_INEXISTENTE', 'documentos[2].valoresCampos INDEXADOR_OBRIGATORIO'],
      ],
      [
        'what is to be signed and cannot be',
        () =>
          start('Exigente', {
            arquivos: [attachment({ assinar: true })],
            documentos: [filing(undefined, { arquivos: [{ ...contract().arquivos[0], compartilhado: false }] })],
          }),
        422,
        ['arquivos[0].assinar ASSINATURA_EXIGE_PDF', 'documentos[0].arquivos[0].assinar ASSINATURA_EXIGE_COMPARTILHAMENTO'],
      ],
      [
        'content that is not what its extension says',
        () => start('Exigente', { arquivos: [attachment({ extensao: 'pdf' })] }),
        422,
        ['arquivos[0].extensao CONTEUDO_DIFERE_DA_EXTENSAO'],
      ],
      [
        'Base64 that is none',
        () => start('Exigente', { arquivos: [attachment({ arquivo: '####' })] }),
        400,
        ['arquivos[0].arquivo BASE64_INVALIDO'],
      ],
      [
        'an empty file of a document',
        () => start('Exigente', { documentos: [filing(undefined, { arquivos: [{ ...contract().arquivos[0], arquivo: '' }] })] }),
        400,
        ['documentos[0].arquivos[0].arquivo ARQUIVO_VAZIO'],
      ],
      ['ids that are missing', () => ({ arquivos: [attachment()] }), 400, ['idCliente OBRIGATORIO', 'idConfWorkflow OBRIGATORIO']],
    ] as const)('%s', async (_, body, status, problems) => {
      const answer = await activate(chief, body());
      expect([answer.status, problemsOf(expectRefusal(answer, status)).sort()]).toEqual([status, [...problems].sort()]);
    });

    it('a hundred documents with a hundred wrong values each, with a bounded number of problems', async () => {
      await swept(scene.service);
      const values = Array.from({ length: 100 }, (_, index) => ({ label: `Nenhum ${index}`, valorCampo: 'x' }));
      const documentos = Array.from({ length: 100 }, () => filing(values));
      const problems = await refusedWith(400, start('Só pedido', { documentos }));
      expect(problems.slice(0, 2)).toEqual([
        'documentos[0].valoresCampos[0].label CAMPO_INEXISTENTE_NO_NIVEL',
        'documentos[0].valoresCampos[1].label CAMPO_INEXISTENTE_NO_NIVEL',
      ]);
      expect(problems.length).toBeLessThan(1100);
    });

    it('a definition with participants', async () => {
      expect(expectRefusal(await activate(demo, { idCliente: IDS.client, idConfWorkflow: FLOW.manual }), 422).codigo).toBe(
        'DESENHO_DE_FLUXO_MANUAL',
      );
    });

    it('inaccessible and unknown clients and levels alike', async () => {
      const answers = [
        await activate(chief, { ...start('Exigente'), idCliente: IDS.client }),
        await activate(chief, { ...start('Exigente'), idCliente: NOBODY }),
        await activate(scene.as.ana, start('Exigente', { documentos: [filing(undefined, { idArvoreOrganizacional: LEVEL.beta })] })),
        await activate(scene.as.ana, start('Exigente', { documentos: [filing(undefined, { idArvoreOrganizacional: NOBODY })] })),
        // May act in flows, but file nothing.
        await activate(scene.as.fluxista, start('Exigente', { documentos: [filing()] })),
      ];
      for (const answer of answers) expect(expectRefusal(answer, 401).mensagem).toBe(answers[0]!.json.mensagem);
    });
  });

  it('and discards the staged bytes of a refused call', async () => {
    expect(
      await refusedWith(
        422,
        start('Exigente já', { documentos: [filing(undefined, { arquivos: [{ ...contract().arquivos[0] }] })], arquivos: [attachment()] }),
      ),
    ).toEqual(['comentario TAREFA_EXIGE']);
  });
});

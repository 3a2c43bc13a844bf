import { expectRefusal, leavesNothing, problemsOf } from './support/creates';
import { describeScene, describeService } from './support/describe-service';
import { activate, associate, attachment, complete, contract, fill, MAIL, open } from './support/flows';
import { begun, CLIENT_ID, fieldId, filing, flowsScene, formBody, formId, start } from './support/flows-archive';
import { NOBODY } from './support/reading';
import { CREATE, userBody } from './support/users';

describeService('all problems of a call are reported at once', ({ service, demo: api }) => {
  leavesNothing(() => service);

  it('9.1: formats, the password, the login, and rules of the archive', async () => {
    const told = async (over: Record<string, unknown>, status: number) =>
      problemsOf(expectRefusal(await api.post(CREATE, { body: userBody(over) }), status)).sort();
    const wrong = { email: 'x', senha: 'fraca', login: 'DEMO', idChefe: NOBODY, dataAgendamentoInativacao: '2020-01-01' };
    const ofTheArchive = ['dataAgendamentoInativacao DATA_NO_PASSADO', 'login LOGIN_EXISTENTE', 'senha SENHA_FRACA'];
    const ofFormat = ['email FORMATO_INVALIDO', 'idChefe ID_INEXISTENTE', 'idCultura FORA_DO_INTERVALO', 'nome OBRIGATORIO'];
    expect(await told({ ...wrong, nome: '', idCultura: '9' }, 400)).toEqual([...ofTheArchive, ...ofFormat].sort());
    expect(await told({ ...wrong, idChefe: '', email: 'a@b.com' }, 422)).toEqual(ofTheArchive);
    expect(await told({ idClientePermissao: 'x', senha: 'fraca' }, 400)).toEqual([
      'idClientePermissao FORMATO_INVALIDO',
      'senha SENHA_FRACA',
    ]);
  });
});

describeScene('all problems of a call about flows are reported at once', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  let code: number;
  let step: string;
  beforeAll(async () => {
    code = await begun(chief, 'De fora', { email: MAIL, formulario: formBody('De fora', { Início: '01/02/2026' }) });
    step = (await open(chief, code, CLIENT_ID))[0]!.id;
  });
  leavesNothing(() => scene.service);

  describe('6.2', () => {
    const told = async (over: Record<string, unknown>) =>
      problemsOf(expectRefusal(await activate(chief, start('Exigente já', over)), 400)).sort();
    const own = (label: string) => fieldId('Exigente já', label);

    it('formats, Base64, participants, documents, the form, and missing data of the first task', async () => {
      const camposFormulario = [
        { idCampo: 'x', valorCampo: 'y' },
        { idCampo: own('Valor'), valorCampo: 'muito' },
        { idCampo: NOBODY, valorCampo: '' },
        { idCampo: own('Assunto'), valorCampo: {} },
      ];
      const [file] = contract().arquivos;
      const problems = await told({
        email: 'x@y',
        idUsuario: NOBODY,
        emailGrupoExterno: [[], 'x'],
        formulario: { idFormulario: formId('Exigente já'), camposFormulario },
        documentos: [
          filing([{ label: 'Cor', valorCampo: 'x' }], { codigoCaixa: 4711 }),
          filing([], { idArvoreOrganizacional: undefined, arquivos: [{ ...file, extensao: 'png', compartilhado: 'x' }] }),
        ],
        arquivos: [attachment({ arquivo: '####' }), attachment({ assinar: true })],
      });
      expect(problems).toEqual(
        [
          'email FORMATO_INVALIDO',
          'emailGrupoExterno[0] TIPO_INVALIDO',
          'emailGrupoExterno[1] FORMATO_INVALIDO',
          'idUsuario ID_INEXISTENTE',
          'formulario.camposFormulario[0].idCampo FORMATO_INVALIDO',
          'formulario.camposFormulario[1].valorCampo FORMATO_INVALIDO',
          'formulario.camposFormulario[2].idCampo ID_INEXISTENTE',
          'formulario.camposFormulario[3].valorCampo TIPO_INVALIDO',
          'documentos[0].codigoCaixa CAIXA_INEXISTENTE',
          'documentos[0].valoresCampos INDEXADOR_OBRIGATORIO',
          'documentos[0].valoresCampos[0].label CAMPO_INEXISTENTE_NO_NIVEL',
          'documentos[1].idArvoreOrganizacional OBRIGATORIO',
          'documentos[1].arquivos[0].compartilhado FORMATO_INVALIDO',
          'documentos[1].arquivos[0].extensao CONTEUDO_DIFERE_DA_EXTENSAO',
          'arquivos[0].arquivo BASE64_INVALIDO',
          'arquivos[1].assinar ASSINATURA_EXIGE_PDF',
          'comentario TAREFA_EXIGE',
        ].sort(),
      );
    });

    it('with an unknown or malformed definition', async () => {
      const documentos = [filing(undefined, { codigoCaixa: 4711 })];
      const box = 'documentos[0].codigoCaixa CAIXA_INEXISTENTE';
      expect(await told({ idConfWorkflow: NOBODY, documentos })).toEqual([box, 'idConfWorkflow ID_INEXISTENTE']);
      expect(await told({ idConfWorkflow: 'x', documentos, formulario: 'x' })).toEqual([
        box,
        'formulario TIPO_INVALIDO',
        'idConfWorkflow FORMATO_INVALIDO',
      ]);
    });

    it('without reporting sent values as missing', async () => {
      const formulario = { idFormulario: 'x', camposFormulario: 'x' };
      expect(
        await told({ comentario: {}, formulario, documentos: 'x', arquivos: {}, idProximaTarefa: 'x', selecionadoExternoVarios: {} }),
      ).toEqual([
        'arquivos TIPO_INVALIDO',
        'comentario TIPO_INVALIDO',
        'documentos TIPO_INVALIDO',
        'formulario.camposFormulario TIPO_INVALIDO',
        'formulario.idFormulario FORMATO_INVALIDO',
        'idProximaTarefa FORMATO_INVALIDO',
        'selecionadoExternoVarios TIPO_INVALIDO',
      ]);
    });
  });

  describe('6.7', () => {
    const told = async (body: object, id = step) =>
      problemsOf(expectRefusal(await fill(chief, id, { codigoWorkflow: code, ...body }, CLIENT_ID), 400)).sort();
    const field = (label: string, valor: unknown) => ({ idCampo: fieldId('De fora', label), valor });
    const ofValues = ['campos[0].valor FORMATO_INVALIDO', 'campos[1].valor CAMPO_PAI_DIVERGENTE', 'campos[2].idCampo ID_INEXISTENTE'];

    it('formats, fields, values, and existing values of the form', async () => {
      const campos = [field('Valor', 'muito'), field('Fim', '31/01/2026'), { idCampo: NOBODY, valor: '1' }, field('Assunto', {})];
      expect(await told({ campos, idWorkflow: 'x' })).toEqual([
        ...ofValues,
        'campos[3].valor TIPO_INVALIDO',
        'idWorkflow FORMATO_INVALIDO',
      ]);
      expect(await told({ campos: [...campos.slice(0, 3), { idCampo: 'x', valor: '1' }] })).toEqual([
        'campos[0].valor FORMATO_INVALIDO',
        'campos[2].idCampo ID_INEXISTENTE',
        'campos[3].idCampo FORMATO_INVALIDO',
      ]);
      expect(await told({ campos: campos.slice(0, 3) })).toEqual(ofValues);
    });

    it('with an unknown flow, a malformed step, and a step of other users', async () => {
      const campos = [field('Valor', 'muito'), field('Assunto', [])];
      const format = 'campos[1].valor TIPO_INVALIDO';
      expect(await told({ campos, codigoWorkflow: 4711 })).toEqual([format, 'codigoWorkflow ID_INEXISTENTE']);
      expect(await told({ campos }, 'x')).toEqual(['campos[0].valor FORMATO_INVALIDO', format, 'idWorkflowEtapaExecucao FORMATO_INVALIDO']);
      expect(await told({ campos }, NOBODY)).toEqual([format]);
    });

    it('without reporting a sent flow as missing', async () => {
      expect(await told({ codigoWorkflow: 'x', campos: [] })).toEqual(['campos OBRIGATORIO', 'codigoWorkflow FORMATO_INVALIDO']);
      expect(await told({ codigoWorkflow: 0, campos: 'x' })).toEqual(['campos TIPO_INVALIDO', 'idWorkflow ID_DO_FLUXO_AUSENTE']);
    });
  });

  it('6.3: formats, the flow, and the documents', async () => {
    const told = async (body: object) => problemsOf(expectRefusal(await associate(chief, body, CLIENT_ID), 400)).sort();
    const documentos = [NOBODY, 'x'];
    const ofDocuments = ['documentos[0] ID_INEXISTENTE', 'documentos[1] FORMATO_INVALIDO'];
    expect(await told({ codigoWorkflow: code, documentos })).toEqual(ofDocuments);
    expect(await told({ codigoWorkflow: 4711, documentos })).toEqual(['codigoWorkflow ID_INEXISTENTE', ...ofDocuments]);
    expect(await told({ codigoWorkflow: 'x', documentos })).toEqual(['codigoWorkflow FORMATO_INVALIDO', ...ofDocuments]);
    expect(await told({ idWorkflow: NOBODY, documentos: [NOBODY] })).toEqual(['documentos[0] ID_INEXISTENTE', 'idWorkflow ID_INEXISTENTE']);
    expect(await told({ documentos: {} })).toEqual(['documentos TIPO_INVALIDO', 'idWorkflow ID_DO_FLUXO_AUSENTE']);
  });

  it('concluir: formats and named users', async () => {
    const told = async (body: object, id: string) => problemsOf(expectRefusal(await complete(chief, id, body, {}, CLIENT_ID), 400)).sort();
    const ofPeople = ['email FORMATO_INVALIDO', 'idProximaTarefa FORMATO_INVALIDO', 'idUsuario ID_INEXISTENTE'];
    const wrong = { email: 'x@y', idProximaTarefa: 'x', idUsuario: NOBODY };
    for (const id of [step, NOBODY]) expect(await told(wrong, id)).toEqual(ofPeople);
    expect(await told(wrong, 'x')).toEqual([...ofPeople, 'idWorkflowEtapaExecucao FORMATO_INVALIDO']);
  });
});

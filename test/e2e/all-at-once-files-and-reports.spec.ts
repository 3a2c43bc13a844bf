import { jsonOf, note, POST, UPLOAD } from './support/adding-files';
import { IDS, type Api } from './support/api';
import { expectRefusal, leavingNothing, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, NOBODY, revokePath, sharesPath, texts } from './support/reading';
import { sign } from './support/signing';
import { CLIENT, DATA, parametersOf, REPORT } from './support/reports';
import { SIGNING } from './support/service';

describeService('all problems of a call are reported at once', SIGNING, ({ service, demo: api }) => {
  it('2.2 and 2.3: an unknown document, Base64, formats, and repeated content', async () => {
    const { id } = await filed(api, { files: texts('um') });
    const [known, twice] = [Buffer.from('um').toString('base64'), Buffer.from('dois').toString('base64')];
    const file = (arquivo: unknown, more: object = {}) => ({ arquivo, nomeImagem: 'x', extensao: 'txt', ...more });
    const body = [file('*'), file(known), file(twice, { extensao: '../' }), file(twice, { versao: [] })];
    const told = async (path: string, idDocumento: string, sent: unknown = body) =>
      problemsOf(expectRefusal(await api.post(path, { query: { idDocumento }, body: sent }), 400)).sort();
    const unreadable = ['[0].arquivo BASE64_INVALIDO', '[2].extensao FORMATO_INVALIDO', '[3].versao TIPO_INVALIDO'];
    const again = ['[1].arquivo ARQUIVO_REPETIDO', '[3].arquivo ARQUIVO_REPETIDO'];
    await leavingNothing(service, async () => {
      expect(await told(POST, id)).toEqual([...unreadable, ...again].sort());
      expect(await told(POST, NOBODY)).toEqual([...unreadable, again[1], 'idDocumento ID_INEXISTENTE'].sort());
      expect(await told(POST, 'x')).toEqual([...unreadable, again[1], 'idDocumento FORMATO_INVALIDO'].sort());
      expect(await told(POST, NOBODY, jsonOf([note('a', 'b'), note('c', 'b')]))).toEqual([
        '[1].arquivo ARQUIVO_REPETIDO',
        'idDocumento ID_INEXISTENTE',
      ]);
      expect(await told(UPLOAD, NOBODY)).toEqual([...unreadable, 'idDocumento ID_INEXISTENTE'].sort());
      expect(await told(UPLOAD, NOBODY, [])).toEqual([expect.stringMatching(/ OBRIGATORIO$/), 'idDocumento ID_INEXISTENTE']);
    });
  });

  it('2.6: formats, the details, the origin and the files', async () => {
    const { id, files } = await filed(api, { files: texts('um') });
    const told = async (arquivos: unknown, more: object) => problemsOf(expectRefusal(await sign(api, arquivos, more), 400)).sort();
    const dadosSignatario = { email: 'x', nome: { label: 'Nome', valor: [] }, documento: { label: 'CPF', valor: '1' } };
    const dadosEmpresa = { nome: 'Ltda', documento: { label: 'CNPJ', valor: '1' } };
    const ofDetails = [
      'dadosEmpresa.documento.valor CNPJ_INVALIDO',
      'dadosEmpresa.nome TIPO_INVALIDO',
      'dadosSignatario.documento.valor CPF_INVALIDO',
      'dadosSignatario.email EMAIL_INVALIDO',
      'dadosSignatario.nome.valor TIPO_INVALIDO',
    ];
    const wrong = { origemAssinatura: NOBODY, dadosSignatario, dadosEmpresa };
    await leavingNothing(service, async () => {
      expect(await told(['x', NOBODY, files[0]!.id, id], wrong)).toEqual(
        [
          ...ofDetails,
          'arquivos[0] FORMATO_INVALIDO',
          'arquivos[1] ID_INEXISTENTE',
          'arquivos[2] ARQUIVO_NAO_E_PDF',
          'arquivos[3] ID_INEXISTENTE',
          'origemAssinatura ORIGEM_ASSINATURA_INEXISTENTE',
        ].sort(),
      );
      // Of a client that could not be read, the archive says nothing.
      expect(await told([NOBODY], { ...wrong, idCliente: 'x' })).toEqual([...ofDetails, 'idCliente FORMATO_INVALIDO'].sort());
      expect(await told([NOBODY], { origemAssinatura: 'x', dadosSignatario: 'Ana', dadosEmpresa: 7 })).toEqual([
        'arquivos[0] ID_INEXISTENTE',
        'dadosEmpresa TIPO_INVALIDO',
        'dadosSignatario TIPO_INVALIDO',
        'origemAssinatura FORMATO_INVALIDO',
      ]);
    });
  });

  it('8.2: formats, the report and its parameters', async () => {
    const idOf = await parametersOf(api, REPORT.byLevel);
    const told = async (query: object) => problemsOf(expectRefusal(await api.get(DATA, { query: { ...query } }), 400)).sort();
    const pairs = (...sent: readonly [string, string][]) =>
      Object.fromEntries(
        sent.flatMap(([id, value], index) => [
          [`Parametros[${index}].IdParam`, id],
          [`Parametros[${index}].Valor`, value],
        ]),
      );
    const wrong = pairs(['x', '1'], [NOBODY, '1'], [idOf('Data inicial'), 'ontem'], [idOf('Data final'), 'x'.repeat(4001)]);
    expect(await told({ ...CLIENT, idRelatorio: REPORT.byLevel, ...wrong })).toEqual([
      'Parametros[0].IdParam FORMATO_INVALIDO',
      'Parametros[1].IdParam ID_INEXISTENTE',
      'Parametros[2].Valor FORMATO_INVALIDO',
      'Parametros[3].Valor TAMANHO_EXCEDIDO',
    ]);
    expect(await told({ ...CLIENT, idRelatorio: NOBODY, ...pairs(['x', '1']) })).toEqual([
      'Parametros[0].IdParam FORMATO_INVALIDO',
      'idRelatorio ID_INEXISTENTE',
    ]);
    const turned = pairs([idOf('Data inicial'), '02/01/2026'], [idOf('Data final'), '01/01/2026'], [NOBODY, '1']);
    expect(await told({ ...CLIENT, idRelatorio: REPORT.byLevel, ...turned })).toEqual([
      'Parametros[1].Valor PERIODO_INVERTIDO',
      'Parametros[2].IdParam ID_INEXISTENTE',
    ]);
    expect(await told({ idRelatorio: 'x' })).toEqual([expect.stringMatching(/^idCliente /), 'idRelatorio FORMATO_INVALIDO']);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`Parametros[${index}].IdParam`, 'x']));
    expect(await told(many)).toHaveLength(100);
  });

  it('4.4: formats, labels, the box and the document', async () => {
    const told = async (query: object) =>
      problemsOf(expectRefusal(await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ...query } }), 400)).sort();
    expect(
      await told({
        Caixa: 987654,
        Documento: 'x',
        CNPJUnidade: '1',
        DataCadastroInicial: '31/02/2026',
        Pagina: 0,
        'ValoresCampos[0].Label': 'Cor',
        'ValoresCampos[0].ValorCampo': 'azul',
        'ValoresCampos[1].Label': 'Data de Emissão',
        'ValoresCampos[1].ValorCampo': 'ontem',
        'ValoresCampos[2].Label': 'Número',
        'ValoresCampos[3].ValorCampo': '7',
      }),
    ).toEqual([
      'CNPJUnidade FORMATO_INVALIDO',
      'Caixa CAIXA_INEXISTENTE',
      'DataCadastroInicial DATA_INEXISTENTE',
      'Documento FORMATO_INVALIDO',
      'Pagina FORA_DO_INTERVALO',
      'ValoresCampos[0].Label CAMPO_INEXISTENTE_NO_NIVEL',
      'ValoresCampos[1].ValorCampo FORMATO_INVALIDO',
      'ValoresCampos[2].ValorCampo OBRIGATORIO',
      'ValoresCampos[3].Label OBRIGATORIO',
    ]);
  });

  it('9.2: a malformed id and a weak password', async () => {
    const answer = await api.patch('/api/Usuario/x/AlterarSenhaUsuario', { body: { novaSenha: 'fraca' } });
    expect(problemsOf(expectRefusal(answer, 400)).sort()).toEqual(['IdUsuario FORMATO_INVALIDO', 'novaSenha SENHA_FRACA']);
  });

  it('4.8 and 4.6: a malformed deadline and ids, unknown files, and files that are not shared', async () => {
    const { id, files } = await filed(api, { files: texts('um', 'dois') });
    const named = ['x', NOBODY, files[0]!.id];
    const told = async (call: Promise<Awaited<ReturnType<Api['post']>>>) => problemsOf(expectRefusal(await call, 400)).sort();
    const [unreadable, unknown] = ['idImagem[0] FORMATO_INVALIDO', 'idImagem[1] ID_INEXISTENTE'];
    const share = (query: object, body?: unknown, document = id) => api.post(sharesPath(document), { query: { ...query }, body });
    await leavingNothing(service, async () => {
      const late = { PrazoCompartilhamento: '31/02/2027' };
      expect(await told(share({ idImagem: NOBODY }, late))).toEqual([
        'PrazoCompartilhamento DATA_INEXISTENTE',
        'idImagem[0] ID_INEXISTENTE',
      ]);
      expect(await told(share({ idImagem: NOBODY, ...late }))).toHaveLength(2);
      expect(await told(share({}, { idImagem: named, PrazoCompartilhamento: '01/01/2020' }))).toEqual([
        'PrazoCompartilhamento FORA_DO_INTERVALO',
        unreadable,
        unknown,
      ]);
      expect(await told(share({ idImagem: NOBODY, PrazoCompartilhamento: '01/01/2020' }))).toEqual([
        'PrazoCompartilhamento FORA_DO_INTERVALO',
        'idImagem[0] ID_INEXISTENTE',
      ]);
      expect(await told(share(late, {}, NOBODY))).toEqual(['PrazoCompartilhamento DATA_INEXISTENTE']);
      expect(await told(api.patch(revokePath(id), { body: { idImagem: named } }))).toEqual([
        unreadable,
        unknown,
        'idImagem[2] ARQUIVO_NAO_COMPARTILHADO',
      ]);
      expect(await told(api.patch(revokePath(id), { body: { idImagem: named.slice(1) } }))).toEqual([
        'idImagem[0] ID_INEXISTENTE',
        'idImagem[1] ARQUIVO_NAO_COMPARTILHADO',
      ]);
    });
  });
});

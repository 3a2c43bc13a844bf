import { IDS, place } from './support/api';
import { expectRefusal, leavesNothing, PATHS, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, NOBODY } from './support/reading';

const STRICT = { prefer: 'handling=strict' };
const value = (label: unknown, valorCampo?: unknown, more = {}) => ({ label, valorCampo, ...more });

describeService('all problems of a call are reported at once', ({ service, demo: api }) => {
  leavesNothing(() => service);

  it('4.2: names, types, formats, Base64, rules and references', async () => {
    const body = {
      perfil: 1,
      codigoCaixa: 'x',
      valoresCampos: [
        value('Número', {}),
        value('Data de Emissão', '31/02/2024'),
        value('Cor', 'azul'),
        value('CPF/CNPJ Fornecedor', '11222333000182'),
      ],
      arquivos: [
        { arquivo: 'QU*D', extensao: 'pdf', nomeAmigavel: 'a' },
        { arquivo: '', extensao: '../', nomeAmigavel: 'b', NomeAmigavel: 'c' },
        { arquivo: 'QUJD', extensao: 'txt' },
      ],
    };
    const call = { query: { ...place(), seExistir: 'talvez', nada: '' }, body, headers: STRICT };
    expect(problemsOf(expectRefusal(await api.post(PATHS.V1, call), 400)).sort()).toEqual(
      [
        'seExistir OPCAO_INVALIDA',
        'nada CAMPO_DESCONHECIDO',
        'perfil CAMPO_DESCONHECIDO',
        'codigoCaixa FORMATO_INVALIDO',
        'valoresCampos[0].valorCampo TIPO_INVALIDO',
        'valoresCampos[1].valorCampo DATA_INEXISTENTE',
        'valoresCampos[2].label CAMPO_INEXISTENTE_NO_NIVEL',
        'valoresCampos[3].valorCampo DIGITO_VERIFICADOR',
        'arquivos[0].arquivo BASE64_INVALIDO',
        'arquivos[1].arquivo ARQUIVO_VAZIO',
        'arquivos[1].extensao FORMATO_INVALIDO',
        'arquivos[1].NomeAmigavel CAMPO_REPETIDO',
        'arquivos[2].nomeAmigavel OBRIGATORIO',
      ].sort(),
    );
  });

  it.each(['V2', 'V3'] as const)('%s: content that does not match its extension, together with unreadable content', async (version) => {
    const name = (text: string) => (version === 'V2' ? text.replace(/^./, (first) => first.toUpperCase()) : text);
    const file = (arquivo: unknown, extensao: string) =>
      Object.fromEntries(
        Object.entries({ arquivo, extensao, nomeAmigavel: 'x', contentType: 'a/b' }).map(([member, content]) => [name(member), content]),
      );
    const body = { [name('arquivos')]: [file('QUJD', 'pdf'), file('*', 'pdf')], [name('valoresCampos')]: [] };
    const problems = problemsOf(expectRefusal(await api.post(PATHS[version], { query: place(), body }), 400));
    expect(problems.map((problem) => problem.toLowerCase()).sort()).toEqual([
      'arquivos[0].extensao conteudo_difere_da_extensao',
      'arquivos[1].arquivo base64_invalido',
      'valorescampos indexador_obrigatorio',
      'valorescampos indexador_obrigatorio',
    ]);
  });

  it('4.2: a field with an unreadable value or name is not reported as missing', async () => {
    const problems = async (valoresCampos: unknown) =>
      problemsOf(expectRefusal(await api.post(PATHS.V1, { query: place(), body: { valoresCampos } }), 400)).sort();
    expect(await problems([value('Número', [])])).toEqual([
      'valoresCampos INDEXADOR_OBRIGATORIO',
      'valoresCampos[0].valorCampo TIPO_INVALIDO',
    ]);
    expect(await problems([value([], '1')])).toEqual(['valoresCampos[0].label TIPO_INVALIDO']);
    expect(await problems('x')).toEqual(['valoresCampos TIPO_INVALIDO']);
  });

  it('4.1, with an unknown document', async () => {
    const query = { ...place(), idDocumento: NOBODY };
    const body = [
      { campo: 'Número', valor: 'x' },
      { campo: 'Cor', valor: '' },
      { campo: 'Data de Emissão', valor: {} },
    ];
    expect(problemsOf(expectRefusal(await api.call('PUT', '/api/Documento/Put', { query, body }), 400))).toEqual([
      '[2].valor TIPO_INVALIDO',
      'idDocumento ID_INEXISTENTE',
      '[1].campo CAMPO_INEXISTENTE_NO_NIVEL',
      '[0].valor FORMATO_INVALIDO',
    ]);
    const more = await api.call('PUT', '/api/Documento/Put', { query: { ...query, idDocumento: 'x' }, body: [body[0]] });
    expect(problemsOf(expectRefusal(more, 400))).toEqual(['idDocumento FORMATO_INVALIDO', '[0].valor FORMATO_INVALIDO']);
  });

  it('7.1', async () => {
    const body = {
      idArvore: IDS.contracts,
      cnpj: '1',
      arquivoXML: '*',
      CamposCustomizados: { Número: 'x', Cor: '1', 'Data de Emissão': {} },
    };
    expect(problemsOf(expectRefusal(await api.post('/api/NotaFiscal/ImportaNotaFiscal', { query: place(), body }), 400)).sort()).toEqual([
      'CamposCustomizados.Cor CAMPO_INEXISTENTE_NO_NIVEL',
      'CamposCustomizados.Data de Emissão TIPO_INVALIDO',
      'CamposCustomizados.Número FORMATO_INVALIDO',
      'arquivoXML BASE64_INVALIDO',
      'cnpj DIGITO_VERIFICADOR',
      'idArvore NIVEL_DIVERGENTE',
    ]);
  });

  it('is 422 if all problems are rule violations', async () => {
    const body = { valoresCampos: [value('Número', 'x'), value('Data de Emissão', '31/02/2024')] };
    expect(problemsOf(expectRefusal(await api.post(PATHS.V1, { query: place(), body }), 422))).toEqual([
      'valoresCampos[0].valorCampo FORMATO_INVALIDO',
      'valoresCampos[1].valorCampo DATA_INEXISTENTE',
    ]);
  });

  it('reports a malformed place before the body is read', async () => {
    const body = { valoresCampos: 'x' };
    const answer = await api.post(PATHS.V1, { query: { ...place(), idCliente: 'x', seExistir: 'talvez' }, body });
    expect(problemsOf(expectRefusal(answer, 400)).sort()).toEqual(['idCliente FORMATO_INVALIDO', 'seExistir OPCAO_INVALIDA']);
  });
});

describeService('values without quotes', ({ demo: api }) => {
  it.each(['4711', '12345678901234567890123', '1.50', '-0', '1e3', 'true', 'false'])('%s is read as the text %s', async (written) => {
    const body = `{"valoresCampos":[{"label":"Número","valorCampo":7},{"label":"Data de Emissão","valorCampo":"15/08/2024"},{"label":"Observação","valorCampo":${written}}]}`;
    const { json } = await api.post(PATHS.V1, { query: { ...place(), simular: true }, body });
    expect(json.campos).toContainEqual({ label: 'Observação', nomeLista: null, valor: written });
    expect(json.campos).toContainEqual({ label: 'Número', nomeLista: null, valor: '7', numero: 7 });
    const created = await api.post(PATHS.V1, { query: place(), body });
    const idDocumento = (created.json as string[])[1]!.slice(-36);
    const found = await api.get('/api/Documento/Get', {
      query: { IdCliente: IDS.client, Documento: (created.json as string[])[2]!.split(' ')[1]! },
    });
    expect(found.text).toContain(`{"Label":"Observação","Valor":${JSON.stringify(written)}}`);
    await api.delete('/api/Documento/Delete', { query: { ...place(), idDocumento } });
  });
});

describeService('an optional body', ({ service, demo: api }) => {
  const chunked = (text: string) =>
    new ReadableStream({
      start(controller) {
        if (text) controller.enqueue(Buffer.from(text));
        controller.close();
      },
    });

  it.each<[string, RequestInit & { duplex?: 'half' }, number]>([
    ['none', {}, 200],
    ['of no bytes', { body: '' }, 200],
    ['of no bytes, as a form', { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
    ['of no chunks', { body: chunked(''), duplex: 'half' }, 200],
    ['of no chunks, as text', { body: chunked(''), duplex: 'half', headers: { 'content-type': 'text/plain' } }, 200],
    ['of blanks', { body: ' \r\n\t ' }, 200],
    ['of a chunk of blanks', { body: chunked(' \n'), duplex: 'half' }, 200],
    ['of blanks and an object', { body: chunked(' \n{}'), duplex: 'half' }, 200],
    ['null', { body: 'null' }, 200],
    ['that is no JSON', { body: ' {' }, 400],
    ['of 300 kB of blanks', { body: ' '.repeat(300_000) }, 413],
    ['that is a form', { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ])('%s', async (_, init, status) => {
    const { id } = await filed(api, { files: [{ content: 'x', extension: 'txt' }] });
    const response = await fetch(`${service.url}/api/documento/${id}/cliente/${IDS.client}/compartilhar-arquivos`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as object), authorization: `Bearer ${api.token}` },
    });
    expect([response.status, await response.text()]).toEqual([status, expect.anything()]);
  });
});

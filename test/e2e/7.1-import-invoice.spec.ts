import { samplePdf } from '#src/demo/sample-files';
import { IMPORT } from '#http/invoices/examples';
import { base64, IDS, loggedIn, place } from './support/api';
import { expectRefusal, filesOf, metadataOf, problemsOf, refused as leavingNothing } from './support/creates';
import { describeService } from './support/describe-service';
import { HeldGrowth } from '../support/held-memory';
import { journalAfterSweep, rowCounts } from './support/state';

const PATH = '/api/NotaFiscal/ImportaNotaFiscal';
const XML = '<?xml version="1.0" encoding="UTF-8"?><nfeProc><NFe>São João &amp; Cia</NFe></nfeProc>';
const PDF = samplePdf('Nota fiscal 1');

describeService('7.1 POST /api/NotaFiscal/ImportaNotaFiscal', { MAX_FILE_MB: '64' }, ({ service, demo }) => {
  const body = (more: object = {}) => ({
    idArvore: IDS.invoices,
    cnpj: '11222333000181',
    arquivoXML: base64(XML),
    CamposCustomizados: { Número: '7', 'Data de Emissão': '15/08/2024' },
    ...more,
  });
  const post = (sent: unknown, query: Record<string, string> = place(), headers: Record<string, string> = {}, as = demo) =>
    as.post(PATH, { query, body: sent, headers });
  const newest = async () => {
    const { json } = await demo.get('/api/Documento/Get', { query: { idCliente: IDS.client, TamanhoPagina: 1 } });
    const pairs = json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
    return Number(pairs.find(({ Label }) => Label === 'Código do Documento')!.Valor);
  };
  const refused = (sent: unknown, status: number, query = place()) => leavingNothing(service, status, () => post(sent, query));

  it('stores the invoice as a document, with both files byte by byte', async () => {
    const CamposCustomizados = { Número: '4711', 'Data de Emissão': '15/08/2024', 'valor total': '1.500,00', Observação: '' };
    const answer = await post(body({ arquivoPDF: base64(PDF), cnpj: '11.222.333/0001-81', CamposCustomizados }));
    expect([answer.status, answer.text]).toEqual([200, '"OK"']);
    const document = await metadataOf(demo, await newest());
    expect(document).toMatchObject({
      ArvoreDocumental: 'Financeiro > Notas Fiscais',
      Número: '4711',
      'Valor Total': '1.500,00',
      Observação: '',
      Status: 'Eletrônico',
      'Total de Arquivos': '2',
      'Vencimento TTD': '15/08/2029',
    });
    const files = await filesOf(demo, document.Id!);
    expect(files.map(({ nomeDoArquivo, extensao }) => [nomeDoArquivo, extensao])).toEqual([
      ['Nota fiscal', 'xml'],
      ['Nota fiscal', 'pdf'],
    ]);
    expect(files.map(({ binario }) => binario)).toEqual([base64(XML), base64(PDF)]);
  });

  it('is marked as deprecated in every answer', async () => {
    const answers = [await post(body()), await post({}), await post(body(), place(), {}, await loggedIn(service.url, 'leitor'))];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401]);
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 10, 1) / 1000}`);
      expect(headers.get('link')).toBe('</api/Documento/Post>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"');
    }
    const { json } = await demo.get('/openapi.json');
    expect(json.paths[PATH].post).toMatchObject({ deprecated: true, 'x-operation': '7.1' });
  });

  it('accepts names in any case, and the example of the reference', async () => {
    expect((await post(IMPORT)).text).toBe('"OK"');
    const { idArvore, cnpj, arquivoXML, CamposCustomizados } = body();
    const odd = { IDARVORE: `{${idArvore.toUpperCase()}}`, Cnpj: cnpj, 'arquivoxml ': arquivoXML, camposcustomizados: CamposCustomizados };
    expect((await post(odd)).text).toBe('"OK"');
  });

  it('works with one file, or with values only', async () => {
    expect((await post(body({ arquivoXML: null, arquivoPDF: base64(PDF) }))).status).toBe(200);
    expect((await post(body({ arquivoXML: null }))).status).toBe(200);
  });

  it('imports once under one key', async () => {
    const key = { 'idempotency-key': 'nota-1' };
    const before = (await rowCounts(service)).document!;
    const [first, second] = [await post(body(), place(), key), await post(body(), place(), key)];
    expect([first.text, second.text, second.headers.get('idempotent-replayed')]).toEqual(['"OK"', '"OK"', 'true']);
    expect((await rowCounts(service)).document).toBe(before + 1);
    const other = await post(body({ CamposCustomizados: { Número: '8', 'Data de Emissão': '15/08/2024' } }), place(), key);
    expect(expectRefusal(other, 422).codigo).toBe('CHAVE_DE_IDEMPOTENCIA_REUTILIZADA');
    // What the refused calls so far have staged is given back shortly after their answers.
    while ((await journalAfterSweep(service)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it.each<[string, object, string[]]>([
    ['an empty body', {}, ['idArvore OBRIGATORIO', 'cnpj OBRIGATORIO', 'CamposCustomizados OBRIGATORIO']],
    ['fields that are a list', body({ CamposCustomizados: [] }), ['CamposCustomizados TIPO_INVALIDO']],
    ['fields that are a text', body({ CamposCustomizados: 'x' }), ['CamposCustomizados TIPO_INVALIDO']],
    [
      'a value within a value',
      body({ CamposCustomizados: { Número: { a: 1 }, 'Data de Emissão': '15/08/2024' } }),
      ['CamposCustomizados.Número TIPO_INVALIDO'],
    ],
    ['a value too long', body({ CamposCustomizados: { Número: 'x'.repeat(4001), 'Data de Emissão': '15/08/2024' } }), ['CamposCustomizados.Número TAMANHO_EXCEDIDO']], // prettier-ignore
    [
      'nothing to file',
      body({ arquivoXML: null, CamposCustomizados: { Número: ' ' } }),
      ['CamposCustomizados AO_MENOS_UM', 'CamposCustomizados INDEXADOR_OBRIGATORIO', 'CamposCustomizados INDEXADOR_OBRIGATORIO'],
    ],
    ['a file without a byte', body({ arquivoPDF: '' }), ['arquivoPDF ARQUIVO_VAZIO']],
    ['Base64 that is none', body({ arquivoXML: '§§' }), ['arquivoXML BASE64_INVALIDO']],
    ['a level that is no GUID', body({ idArvore: 'x' }), ['idArvore FORMATO_INVALIDO']],
    ['another level', body({ idArvore: IDS.contracts }), ['idArvore NIVEL_DIVERGENTE']],
    ['a label that the level does not have', body({ CamposCustomizados: { Numero: '1', Cor: 'x', 'Data de Emissão': '15/08/2024' } }), ['CamposCustomizados.Cor CAMPO_INEXISTENTE_NO_NIVEL']], // prettier-ignore
    ['labels that are words of ours', body({ CamposCustomizados: { xml: 'x', label: 'x', listId: 'x', Número: '1', 'Data de Emissão': '15/08/2024' } }), ['CamposCustomizados.xml CAMPO_INEXISTENTE_NO_NIVEL', 'CamposCustomizados.label CAMPO_INEXISTENTE_NO_NIVEL', 'CamposCustomizados.listId CAMPO_INEXISTENTE_NO_NIVEL']], // prettier-ignore
    ['a value that is none, under such a label', body({ CamposCustomizados: { label: {}, Número: '1', 'Data de Emissão': '15/08/2024' } }), ['CamposCustomizados.label TIPO_INVALIDO', 'CamposCustomizados.label CAMPO_INEXISTENTE_NO_NIVEL']], // prettier-ignore
    ['a name that reaches into programs', body({ CamposCustomizados: { toString: 'x', Número: '1', 'Data de Emissão': '15/08/2024' } }), ['CamposCustomizados.toString CAMPO_INEXISTENTE_NO_NIVEL']], // prettier-ignore
  ])('refuses %s', async (_, sent, expected) => {
    expect(problemsOf(await refused(sent, 400))).toEqual(expected);
  });

  it('refuses a field of a list', async () => {
    const CamposCustomizados = { Título: 'x', CNPJ: '11.222.333/0001-81' };
    const refusal = await refused(body({ idArvore: IDS.contracts, CamposCustomizados }), 400, place(IDS.contracts));
    expect(problemsOf(refusal)).toEqual(['CamposCustomizados.CNPJ CAMPO_INEXISTENTE_NO_NIVEL']);
  });

  it.each<[string, object, string[]]>([
    ['check digits that are wrong', body({ cnpj: '11222333000182' }), ['cnpj DIGITO_VERIFICADOR']],
    ['a CNPJ that is none', body({ cnpj: 'zero' }), ['cnpj DIGITO_VERIFICADOR']],
    ['the CNPJ of another unit', body({ cnpj: '07.664.483/0001-78' }), ['cnpj CNPJ_DIVERGENTE']],
    ['a PDF that is none', body({ arquivoPDF: base64(XML) }), ['arquivoPDF CONTEUDO_DIFERE_DA_EXTENSAO']],
    ['XML that is none', body({ arquivoXML: base64(PDF) }), ['arquivoXML XML_RECUSADO']],
    ['XML with entities', body({ arquivoXML: base64('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>') }), ['arquivoXML XML_RECUSADO']], // prettier-ignore
    ['XML that does not end', body({ arquivoXML: base64('<a>') }), ['arquivoXML XML_RECUSADO']],
    ['no mandatory value', body({ CamposCustomizados: {} }), ['CamposCustomizados INDEXADOR_OBRIGATORIO', 'CamposCustomizados INDEXADOR_OBRIGATORIO']], // prettier-ignore
    [
      'everything at once',
      body({
        cnpj: '1',
        arquivoXML: base64('<a>'),
        arquivoPDF: base64('x'),
        CamposCustomizados: { Número: 'x', 'Data de Emissão': '31/02/2024' },
      }),
      [
        'cnpj DIGITO_VERIFICADOR',
        'arquivoXML XML_RECUSADO',
        'CamposCustomizados.Número FORMATO_INVALIDO',
        'CamposCustomizados.Data de Emissão DATA_INEXISTENTE',
        'arquivoPDF CONTEUDO_DIFERE_DA_EXTENSAO',
      ],
    ],
  ])('refuses %s by validation rules', async (_, sent, expected) => {
    expect(problemsOf(await refused(sent, 422)).sort()).toEqual([...expected].sort());
  });

  it('refuses XML of 50 MB, in constant memory', async () => {
    const content = Buffer.concat([Buffer.from('<a>'), Buffer.alloc(50 * 1024 * 1024, 'x'), Buffer.from('</a>')]).toString('base64');
    const held = new HeldGrowth();
    const sent = `{"arquivoXML":"${content}",${JSON.stringify(body({ arquivoXML: undefined })).slice(1)}`;
    const refusal = await held.during(refused(sent, 413));
    expect(refusal.codigo).toBe('ARQUIVO_GRANDE_DEMAIS');
    // The test itself holds the body several times.
    expect(held.bytes).toBeLessThan(300 * 1024 * 1024);
  });
});

import { ReadingPump } from '#application/text-extraction/reading-pump';
import { armFailpoint, type Failpoint } from '#infrastructure/support/failpoints';
import { pdfOf } from '../support/sample-documents';
import { IDS, place, type Api } from './support/api';
import { create, createdBy, expectRefusal, problemsOf, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { all, system } from './support/finding';
import { readAll } from './support/read-all';
import { addProfile, grant, userWith } from './support/users';

interface Found {
  id: string;
  destaques?: { idArquivo: string; pagina: number; trecho: string }[];
}

describeService('searches by the text of files', { READ_FILES: 'true' }, ({ service, demo, finance, reader, other }) => {
  const find = (body: object, as: Api = demo) => as.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body });
  const found = async (texto: string, as?: Api, more: object = {}) => {
    const { json } = await find({ texto, ...more }, as);
    return (json.documentos as Found[]).map(({ id }) => names.get(id) ?? id);
  };
  const refused = async (body: object, status: number) => problemsOf(expectRefusal(await find(body), status));
  const names = new Map<string, string>();
  const filed = async (name: string, level: string, ...texts: string[]): Promise<Created> => {
    const files = texts.map((content, index) => ({ name: `Anexo ${index}`, extension: 'txt', content }));
    const values = level === IDS.invoices ? {} : { values: [{ label: 'Tipo', valorCampo: 'x' }] };
    const created = createdBy(await create(demo, 'V3', { files, ...values }, level));
    names.set(created.id, name);
    return created;
  };

  const remove = async ({ id }: Created, level: string) =>
    expect((await demo.delete('/api/Documento/Delete', { query: { ...place(level), idDocumento: id } })).status).toBe(200);

  let lease: Created;
  let addendum: Created;
  beforeAll(async () => {
    const content = await pdfOf(['Arrendamento de loja', 'Por rescisão antecipada, a <b>multa</b> de três aluguéis']);
    lease = createdBy(await create(demo, 'V3', { files: [{ name: 'Contrato', extension: 'pdf', content }] }));
    names.set(lease.id, 'lease');
    addendum = await filed('addendum', IDS.invoices, 'Aditivo: nova multa', 'Ao arrendamento');
    await filed('record', IDS.records, 'Rescisão de arrendamento de trabalho, multas');
  });

  it('tell how many files are still to be read, of those that the caller may read', async () => {
    const { json } = await find({ texto: 'arrendamento' });
    expect(json.documentos).toEqual([]);
    const pending = (json.texto as { arquivosPendentes: number }).arquivosPendentes;
    expect(pending).toBeGreaterThanOrEqual(4);
    const theirs = (await find({ texto: 'arrendamento' }, finance)).json.texto as { arquivosPendentes: number };
    expect([theirs.arquivosPendentes >= 3, theirs.arquivosPendentes < pending]).toEqual([true, true]);
    await readAll(service);
    const { stopped, failed } = service.app.get(ReadingPump).totals;
    const left = (await find({ texto: 'arrendamento' })).json.texto as { arquivosPendentes: number };
    expect({ ...left, stopped, failed }).toEqual({ arquivosPendentes: 0, stopped: 0, failed: 0 });
    expect((await find({})).json.texto).toBeNull();
  });

  it.each<[string, string[]]>([
    ['arrendamento', ['record', 'addendum', 'lease']],
    ['RESCISAO', ['record', 'lease']],
    ['multa', ['addendum', 'lease']],
    ['mult*', ['record', 'addendum', 'lease']],
    ['arrendamento multa', ['addendum', 'lease']],
    ['arrendamento mult* -aditivo', ['record', 'lease']],
    ['arrendamento -rescisao', ['addendum']],
    ['rescisao aditivo', []],
    ['rrendamento', []],
  ])('%s', async (texto, expected) => {
    expect(await found(texto)).toEqual(expected);
  });

  it('are narrowed by the filter, ordered, counted and read page by page', async () => {
    expect(await found('multa', demo, all(system('codigo', 'igual', String(lease.code))))).toEqual(['lease']);
    const body = { texto: 'arrendamento', ordem: { sistema: 'codigo', sentido: 'crescente' }, tamanhoPagina: 2, contar: true };
    const first = (await find(body)).json;
    expect([(first.documentos as Found[]).map(({ id }) => names.get(id)), first.total]).toEqual([
      ['lease', 'addendum'],
      { valor: 3, exato: true },
    ]);
    const next = (await find({ ...body, cursor: first.proximo })).json;
    expect([(next.documentos as Found[]).map(({ id }) => names.get(id)), next.proximo]).toEqual([['record'], null]);
    expect(await refused({ ...body, texto: 'multa', cursor: first.proximo }, 400)).toEqual(['cursor CURSOR_DE_OUTRA_PESQUISA']);
  });

  it('show pieces of the text around its words', async () => {
    const { json } = await find({ texto: 'multa rescisao', destaques: true });
    expect(json.documentos).toEqual([
      expect.objectContaining({
        id: lease.id,
        destaques: [{ idArquivo: lease.files[0]!.id, pagina: 2, trecho: 'Por [rescisão] antecipada, a <b>[multa]</b> de três aluguéis' }],
      }),
    ]);
    const [one] = (await find({ texto: 'arrendamento aditivo', destaques: true })).json.documentos as Found[];
    expect(one!.destaques).toEqual([
      { idArquivo: addendum.files[0]!.id, pagina: 1, trecho: '[Aditivo]: nova multa' },
      { idArquivo: addendum.files[1]!.id, pagina: 1, trecho: 'Ao [arrendamento]' },
    ]);
    expect(((await find({ texto: 'multa' })).json.documentos as Found[])[0]).not.toHaveProperty('destaques');
  });

  it('find nothing that the caller may not read, and answer as if it were not there', async () => {
    expect(await found('arrendamento', finance)).toEqual(['addendum', 'lease']);
    expect(await found('arrendamento', reader)).toEqual(['record', 'addendum', 'lease']);
    const body = { texto: 'sigiloso segredo', contar: true, destaques: true };
    const before = await find(body, finance);
    const secret = await filed('secret', IDS.records, 'Sigiloso segredo');
    const meanwhile = await find(body, finance);
    await readAll(service);
    const after = await find(body, finance);
    expect([meanwhile.text, after.text]).toEqual([before.text, before.text]);
    expect(await found('sigiloso')).toEqual(['secret']);
    await remove(secret, IDS.records);
    expect((await find(body)).text).toBe(before.text);
    expect((await other.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body })).status).toBe(401);
  });

  it('need the permission to view files, at the level of the document', async () => {
    const [documents, files] = [
      await addProfile(service, 'Sem arquivos', ['document:view']),
      await addProfile(service, 'Arquivos', ['file:view']),
    ];
    const { api: blind } = await userWith(demo, [grant(documents)]);
    expectRefusal(await find({ texto: 'arrendamento' }, blind), 401);
    expect((await find({}, blind)).status).toBe(200);
    const { api: partly } = await userWith(demo, [grant(documents), { ...grant(files), idArvoreOrganizacional: IDS.invoices }]);
    expect(await found('arrendamento', partly)).toEqual(['addendum', 'lease']);
    const { json } = await find({ texto: 'rescisao', contar: true, destaques: true }, partly);
    expect([(json.documentos as Found[]).map(({ id }) => id), json.total]).toEqual([[lease.id], { valor: 1, exato: true }]);
  });

  it('follow the files: deleted, replaced, restored', async () => {
    const created = await filed('minutes', IDS.invoices, 'Ata da assembleia', 'Pauta');
    await readAll(service);
    expect(await found('ata pauta')).toEqual(['minutes']);
    const [{ id: file }] = created.files as [{ id: string }];
    await demo.delete('/api/Arquivo/Delete', { query: { idDocumento: created.id, idArquivo: file } });
    expect([await found('ata'), await found('pauta')]).toEqual([[], ['minutes']]);
    await remove(created, IDS.invoices);
    expect(await found('pauta', demo, all(system('status', 'igual', '4')))).toEqual([]);
    const restored = await demo.post(`/api/Documento/${created.id}/cliente/${IDS.client}/restaurar`);
    expect([restored.status, await found('pauta')]).toEqual([200, []]);
    await readAll(service);
    expect([await found('pauta'), await found('ata')]).toEqual([['minutes'], []]);
  });

  describe('lose nothing when the process that reads dies', () => {
    afterEach(() => armFailpoint({ failpoint: null }));

    it.each<Failpoint>(['object-stored', 'before-commit', 'after-commit'])('%s', async (name) => {
      const word = `turmalina${name.replace('-', '')}`;
      const content = await pdfOf([word]);
      const { id } = createdBy(await create(demo, 'V3', { files: [{ name: 'Laudo', extension: 'pdf', content }] }));
      let deaths = 0;
      armFailpoint({ failpoint: { name, passage: 1 } }, () => {
        deaths++;
        throw new Error('killed');
      });
      await readAll(service);
      armFailpoint({ failpoint: null });
      expect(deaths).toBe(1);
      expect(await found(word)).toEqual(name === 'after-commit' ? [id] : []);
      // The lease has ended.
      await service.database.query("UPDATE file_work SET next_at = 0 WHERE state = 'pending'");
      await readAll(service);
      expect(await found(word)).toEqual([id]);
      expect(
        await service.database.query(
          'SELECT p.file_id FROM file_preview p JOIN document_file f ON f.id = p.file_id JOIN document d ON d.code = f.document_code WHERE d.id = ?',
          [id],
        ),
      ).toHaveLength(1);
    });
  });

  it.each<[object, number, string[]]>([
    [{ texto: '"prazo de execução"' }, 400, ['texto FRASE_NAO_SUPORTADA']],
    [{ texto: '-aditivo' }, 400, ['texto FORMATO_INVALIDO']],
    [{ texto: 'co*' }, 400, ['texto FORMATO_INVALIDO']],
    [{ texto: '' }, 400, ['texto OBRIGATORIO']],
    [{ texto: 'x'.repeat(201) }, 400, ['texto TAMANHO_EXCEDIDO']],
    [{ texto: 'a b c d e f g h i j k' }, 400, ['texto FILTRO_GRANDE']],
    [
      { texto: '…', filtro: { todas: [{ campo: 'Nenhum', operador: 'vazio' }] } },
      400,
      ['filtro.todas[0].campo CAMPO_INEXISTENTE_NO_NIVEL', 'texto FORMATO_INVALIDO'],
    ],
  ])('refuse %j', async (body, status, problems) => {
    expect(await refused(body, status)).toEqual(problems);
  });
});

describeService('searches where no files are read', ({ demo }) => {
  it('have no text', async () => {
    const body = { texto: 'arrendamento' };
    const answer = await demo.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body });
    expect(problemsOf(expectRefusal(answer, 422))).toEqual(['texto TEXTO_NAO_CONFIGURADO']);
  });
});

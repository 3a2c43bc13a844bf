import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { all, Finding, is, system } from './support/finding';
import { EVERYTHING } from './support/search-archive';

describeService('POST /api/v3/Documento/Pesquisar', ({ service }) => {
  const finding = new Finding();
  const { find, found, names, documentsOf } = finding;
  beforeAll(() => finding.open(service));

  describe('answers', () => {
    it('all documents, newest first, as 4.4', async () => {
      const answer = await find({});
      expect(names(answer)).toEqual(EVERYTHING);
      expect(answer.json).toMatchObject({ proximo: null, completa: true, total: null });
    });

    it('a document with all its members', async () => {
      const [shown] = documentsOf(await find(all(is('Número', 'igual', '1024'), is('Observação', 'comeca', 'manut'))));
      expect(shown).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        codigo: finding.archive.codes['demo 1'],
        idArvoreOrganizacional: IDS.invoices,
        status: 6,
        cadastro: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}-03:00$/),
        vencimento: '15/08/2029',
        arquivos: 1,
        campos: [
          { label: 'Número', valor: '1024' },
          { label: 'Data de Emissão', valor: '15/08/2024' },
          { label: 'CPF/CNPJ Fornecedor', valor: '07.664.483/0001-78' },
          { label: 'Valor Total', valor: '1.500,00' },
          { label: 'Observação', valor: 'Manutenção dos elevadores' },
        ],
      });
    });

    it('the chosen columns in their order, those of lists with their list', async () => {
      const columns = ['nome', 'Título', 'Matrícula'];
      const [shown] = documentsOf(await find({ ...all(is('Título', 'igual', 'acao de despejo')), colunas: columns }));
      expect(shown?.campos).toEqual([
        { label: 'Nome', nomeLista: 'Clientes Finais', valor: 'Bruno Lima' },
        { label: 'Título', valor: 'Ação de Despejo' },
      ]);
    });

    it('a total, when it is asked for', async () => {
      const { json } = await find({ ...all(is('Número', 'preenchido')), contar: true, tamanhoPagina: 2 });
      expect(json.documentos).toHaveLength(2);
      expect(json.total).toEqual({ valor: (await found(all(is('Número', 'preenchido')))).length, exato: true });
    });
  });

  describe('operators', () => {
    it.each<[string, object, string[]]>([
      ['igual by value', is('Número', 'igual', '700'), ['dear']],
      ['entre with both ends', is('Valor Total', 'entre', ['0,50', '1.500,00']), ['credit', 'dear', 'demo 1', 'demo 2']],
      ['maior', is('Número', 'maior', '700'), ['demo 1', 'demo 2']],
      ['menor below zero', is('Número', 'menor', '0'), ['credit']],
      ['menor-igual of a day', is('Data de Emissão', 'menor-igual', '01/02/2024'), ['dear', 'cheap']],
      ['comeca', is('Observação', 'comeca', 'SAO '), ['dear', 'cheap']],
      ['contem, each word beginning one', is('Observação', 'contem', 'RI joão'), ['dear', 'cheap']],
      ['contem is no substring', is('Observação', 'contem', 'oao'), []],
      ['em', is('Número', 'em', ['7', '8', '9']), ['old', 'by finance', 'cheap']],
      ['comeca of digits', is('CPF/CNPJ Fornecedor', 'comeca', '529.982'), ['cheap']],
      ['igual of an option', is('Situação', 'igual', 'ENCERRADO'), ['ended']],
      ['a field of a list', { ...is('Nome', 'contem', 'lima'), nomeLista: 'Clientes Finais' }, ['end client']],
      ['a field of several lists', is('Nome', 'contem', 'lima bruno'), ['record', 'end client']],
      ['status 4 finds deleted ones', system('status', 'igual', '4'), ['deleted']],
      ['codigo', system('codigo', 'igual', '…cheap'), ['cheap']],
      ['cadastro until a day, to its end', system('cadastro', 'menor-igual', '09/02/2020'), ['old']],
      ['cadastro on a day', system('cadastro', 'igual', '09/02/2020'), ['old']],
      ['caixa', system('caixa', 'igual', '5002'), ['ended', 'demo 4']],
      ['vencimento', system('vencimento', 'igual', '15/08/2029'), ['demo 1']],
      ['nivel', system('nivel', 'em', [IDS.records]), ['record', 'demo 4']],
    ])('%s', async (_, condition, expected) => {
      const text = JSON.stringify(condition).replace('…cheap', String(finding.archive.codes.cheap));
      expect((await found(all(JSON.parse(text) as object))).sort()).toEqual([...expected].sort());
    });

    it('diferente, nao-em and vazio are the opposite: they find what has no value, too', async () => {
      const everything = new Set(EVERYTHING);
      for (const [not, yes] of [
        [is('Número', 'diferente', '7'), is('Número', 'igual', '7')],
        [is('Número', 'nao-em', ['7', '8']), is('Número', 'em', ['7', '8'])],
        [is('Valor Total', 'vazio'), is('Valor Total', 'preenchido')],
        [system('caixa', 'vazio'), system('caixa', 'preenchido')],
      ] as const) {
        const [without, having] = [await found(all(not)), await found(all(yes))];
        expect(having.length).toBeGreaterThan(0);
        expect(new Set([...without, ...having])).toEqual(everything);
        expect(without.filter((name) => having.includes(name))).toEqual([]);
      }
    });

    it('groups within groups', async () => {
      const either = { alguma: [is('Número', 'igual', '7'), { todas: [is('Título', 'contem', 'limpeza'), is('Situação', 'preenchido')] }] };
      const none = { nenhuma: [is('Observação', 'vazio')] };
      expect(await found(all(either))).toEqual(['ended', 'cheap', 'demo 3']);
      expect(await found(all(either, none))).toEqual(['cheap']);
    });
  });

  describe('orders', () => {
    const numbered = all(is('Número', 'preenchido'), is('Número', 'menor', '100'));

    it('by a number, both ways', async () => {
      const ordem = { campo: 'Número', sentido: 'crescente' };
      const rising = ['credit', 'cheap', 'by finance', 'old'];
      expect(await found({ ...numbered, ordem })).toEqual(rising);
      expect(await found({ ...numbered, ordem: { ...ordem, sentido: 'decrescente' } })).toEqual(rising.toReversed());
    });

    it('documents without the field come last, newest first', async () => {
      const ordem = { campo: 'Valor Total', sentido: 'crescente' };
      const order = await found({ ordem });
      const filled = ['credit', 'demo 2', 'demo 1', 'dear'];
      expect(order.slice(0, 4)).toEqual(filled);
      expect(order.slice(4)).toEqual(EVERYTHING.filter((name) => !filled.includes(name)));
    });

    it('by when they were registered', async () => {
      expect((await found({ ordem: { sistema: 'cadastro', sentido: 'crescente' } }))[0]).toBe('old');
    });
  });

  it('refuses a filter that is too large because its label names many fields', async () => {
    const path = `/api/Acervo/${IDS.client}`;
    const { clients } = (await finding.archive.demo.get(path)).json;
    const levels = Array.from({ length: 450 }, (_, index) => ({
      name: `N${index}`,
      fields: [{ label: 'Assunto', type: 'text', max: 200 }],
    }));
    const body = { clients: [{ ...clients[0], levels: [...clients[0].levels, ...levels] }] };
    expect((await finding.archive.demo.call('PUT', path, { body })).status).toBe(200);
    const words = Array.from({ length: 50 }, (_, index) => `a${index.toString(36)}`).join(' ');
    const codeOf = async (sent: object) => (await find(sent)).json.codigo as string;
    expect(await codeOf(all(is('Assunto', 'contem', words)))).toBe('FILTRO_GRANDE');
    const deleted = system('status', 'igual', '4');
    const many = Array.from({ length: 39 }, (_, index) => is('Assunto', 'igual', `x${index}`));
    expect(await codeOf({ filtro: { alguma: [deleted, ...many] } })).toBe('FILTRO_GRANDE');
    // As much as is taken is answered, deleted documents too.
    expect((await find({ filtro: { alguma: [deleted, ...many.slice(0, 12), is('Assunto', 'contem', 'a')] }, contar: true })).status).toBe(
      200,
    );
    expect((await find(all(is('Assunto', 'contem', words.slice(0, 30)), ...many.slice(0, 3)))).status).toBe(200);
  });
});

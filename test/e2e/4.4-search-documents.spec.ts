import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { EVERYTHING, pair, searchArchive, type Query, type SearchArchive } from './support/search-archive';

describeService('4.4 GET /api/Documento/Get', ({ service }) => {
  let archive: SearchArchive;
  beforeAll(async () => {
    archive = await searchArchive(service);
  });

  describe('answers', () => {
    const last = (code: number, values: Record<string, string> = {}) =>
      Object.entries({
        'Código do Documento': String(code),
        Status: 'Eletrônico',
        'Total de Arquivos': '0',
        'Nº Caixa': '',
        'Nº Provisório': '',
        'Nº SubCaixa': '',
        'Nº SubCaixa Provisório': '',
        'Tipo de Guarda': 'Eletrônico',
        Icone_Reserva: '',
        'Vencimento TTD': '',
        ...values,
      });

    it('returns all documents of the client, newest first, as compact JSON without paging values', async () => {
      const answer = await archive.search();
      expect(archive.namesOf(answer)).toEqual(EVERYTHING);
      expect(answer.text).toMatch(
        /^{"LabelPaginas":null,"QtdDocumentos":null,"TotalPaginas":null,"Metadados":\[{"MetaDados":\[{"Label":"Id","Valor":"/,
      );
      expect(JSON.stringify(answer.json)).toBe(answer.text);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    });

    it('an electronic document with all its labels, in order', async () => {
      const [id, ...pairs] = await archive.shown('demo 1');
      expect(id).toEqual({ Label: 'Id', Valor: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect(pairs.map(({ Label, Valor }) => [Label, Valor])).toEqual([
        ['ArvoreDocumental', 'Financeiro > Notas Fiscais'],
        ['Número', '1024'],
        ['Data de Emissão', '15/08/2024'],
        ['CPF/CNPJ Fornecedor', '07.664.483/0001-78'],
        ['Valor Total', '1.500,00'],
        ['Observação', 'Manutenção dos elevadores'],
        ...last(archive.codes['demo 1'] as number, { 'Total de Arquivos': '1', 'Vencimento TTD': '15/08/2029' }),
      ]);
    });

    it('list fields under their own names', async () => {
      const [, ...pairs] = await archive.shown('end client');
      expect(pairs.map(({ Label, Valor }) => [Label, Valor])).toEqual([
        ['ArvoreDocumental', 'Financeiro > Contratos'],
        ['Título', 'Ação de Despejo'],
        ['Vigência', ''],
        ['Situação', ''],
        ['CNPJ', ''],
        ['Razão Social', ''],
        ['Cidade', ''],
        ['CPF', '52998224725'],
        ['Nome', 'Bruno Lima'],
        ...last(archive.codes['end client'] as number),
      ]);
    });

    it.each([
      ['demo 2', { Status: 'Armazenado', 'Nº Caixa': '5001', 'Tipo de Guarda': 'Guarda Interna', 'Vencimento TTD': '02/09/2029' }],
      ['ended', { Status: 'Armazenado', 'Nº Caixa': '5002', 'Tipo de Guarda': 'Guarda Terceirizada', Situação: 'Encerrado' }],
      ['demo 3', { 'Total de Arquivos': '2', CNPJ: '11.222.333/0001-81', 'Razão Social': 'Limpeza Total Ltda', CPF: '', Nome: '' }],
      ['demo 4', { Tipo: 'Admissão', Matrícula: '1001', Nome: 'Ana Souza', Cargo: 'Analista', 'Total de Arquivos': '1' }],
      ['dear', { 'Data de Emissão': '01/02/2024', 'Vencimento TTD': '01/02/2029' }],
      ['credit', { 'Data de Emissão': '29/02/2024', 'Vencimento TTD': '28/02/2029' }],
    ])('%s with its values', async (name, values) => {
      expect(Object.fromEntries((await archive.shown(name)).map(({ Label, Valor }) => [Label, Valor]))).toMatchObject(values);
    });

    it('values as they were sent, or with their blanks folded', async () => {
      const noteOf = async (query: Query) => (await archive.shown('cheap', query)).find(({ Label }) => Label === 'Observação')?.Valor;
      expect((await noteOf({}))?.trim()).toBe('São João  do   Rio');
      expect((await noteOf({ RemoverEspacos: false }))?.trim()).toBe('São João  do   Rio');
      expect(await noteOf({ RemoverEspacos: 'True' })).toBe('São João do Rio');
    });
  });

  describe('finds by indexer values', () => {
    it.each<[string, string, string | undefined, string[]]>([
      ['Número', '7', undefined, ['cheap']],
      ['Número', '007', undefined, ['cheap']],
      ['Número', ' 7,0 ', undefined, ['cheap']],
      ['Número', '700', undefined, ['dear']],
      ['Número', '-7.5', undefined, ['credit']],
      ['Número', '1024', undefined, ['demo 1']],
      ['Número', '10', undefined, []],
      ['Valor Total', '1500', undefined, ['dear', 'demo 1']],
      ['Valor Total', '1.500,00', undefined, ['dear', 'demo 1']],
      ['Valor Total', '1500,0', undefined, ['dear', 'demo 1']],
      ['Valor Total', '0,50', undefined, ['credit']],
      ['Data de Emissão', '01/02/2024', undefined, ['dear', 'cheap']],
      ['Data de Emissão', '2024-02-01', undefined, ['dear', 'cheap']],
      ['Data de Emissão', '01/02/2024 13:45', undefined, ['dear', 'cheap']],
      ['Data de Emissão', '2024-02-01T00:00:00', undefined, ['dear', 'cheap']],
      ['CPF/CNPJ Fornecedor', '07664483000178', undefined, ['demo 1']],
      ['CPF/CNPJ Fornecedor', '07.664.483/0001-78', undefined, ['demo 1']],
      ['CPF/CNPJ Fornecedor', '52998224725', undefined, ['cheap']],
      ['Observação', 'São João do Rio', undefined, ['dear', 'cheap']],
      ['Observação', '  SAO  JOÃO do   rio ', undefined, ['dear', 'cheap']],
      ['Observação', 'São João', undefined, []],
      ['Observação', 'sao jo%', undefined, ['dear', 'cheap']],
      ['Observação', '%rio', undefined, []],
      ['Observação', 's_o joao do rio', undefined, []],
      ['Observação', 'sao%rio', undefined, []],
      ['Observação', '50%_d%', undefined, ['credit']],
      ['Observação', "50%_desconto' OR '1'='1", undefined, ['credit']],
      ['Observação', "' OR '1'='1", undefined, []],
      ['título', 'contrato de limpeza', undefined, ['demo 3']],
      ['TITULO', 'Contrato de Limpeza%', undefined, ['ended', 'demo 3']],
      ['Situação', 'VIGENTE', undefined, ['demo 3']],
      ['Situação', 'Encerrado', undefined, ['ended']],
      ['CNPJ', '11222333000181', undefined, ['demo 3']],
      ['CNPJ', '11.222.333/0001-81', 'Fornecedores', ['demo 3']],
      ['Razão Social', 'limpeza%', undefined, ['demo 3']],
      ['Matrícula', '1002', 'funcionarios', ['record']],
      ['Nome', 'Bruno Lima', undefined, ['record', 'end client']],
      ['Nome', 'bruno%', '', ['record', 'end client']],
      ['Nome', 'Bruno Lima', 'Funcionários', ['record']],
      ['Nome', 'Bruno Lima', 'clientes  finais', ['end client']],
      ['CPF', '529.982.247-25', 'Clientes Finais', ['end client']],
    ])('%s = %j of the list %s', async (label, value, list, expected) => {
      expect(await archive.found(pair(label, value, list))).toEqual(expected);
    });

    it('that must all match', async () => {
      const both = { ...pair('Valor Total', '1500'), ...pair('Data de Emissão', '15/08/2024', undefined, 1) };
      expect(await archive.found(both)).toEqual(['demo 1']);
      expect(await archive.found({ ...both, ...pair('Número', '7', undefined, 2) })).toEqual([]);
      expect(await archive.found({ ...pair('Nome', 'Bruno Lima'), ...pair('Tipo', 'demissao', undefined, 1) })).toEqual(['record']);
      expect(
        await archive.found({
          ...pair('Nome', 'Bruno Lima'),
          ...pair('Cargo', 'Gerente', undefined, 1),
          IdArvoreOrganizacional: IDS.staff,
        }),
      ).toEqual(['record']);
    });

    it('with any order, gaps and case of the indexed names', async () => {
      const query =
        'valoresCAMPOS[7].valorcampo=15/08/2024&VALORESCAMPOS[2].label=Valor%20Total&valorescampos[7].LABEL=data%20de%20emissao';
      expect(archive.namesOf(await archive.raw(`${query}&ValoresCampos[2].ValorCampo=1.500`))).toEqual(['demo 1']);
      expect(archive.namesOf(await archive.raw('ValoresCampos%5B0%5D.Label=N%C3%BAmero&ValoresCampos%5B0%5D.ValorCampo=7'))).toEqual([
        'cheap',
      ]);
    });
  });
});

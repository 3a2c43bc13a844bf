import { IDS, type Answer } from './support/api';
import { expectRefusal, leavesNothing, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { pair, pairsOf, SEARCH, type Query } from './support/search-archive';

const NUMBERS = ['Caixa', 'Documento', 'IdDocumentoStatus', 'Pagina', 'TamanhoPagina'];
const GUIDS = ['IdCliente', 'IdUnidade', 'IdArvoreOrganizacional', 'IdUsuarioIndexador', 'IdCaixaTipo'];
const DATES = ['DataCadastroInicial', 'DataCadastroFinal', 'DataVencimento'];
const FLAGS = ['BuscarQtdPaginasDocumento', 'RemoverEspacos'];
const TEXTS = ['ChaveExterna', 'CNPJUnidade'];

const HOSTILE = [
  "' OR '1'='1",
  '"; DROP TABLE document; --',
  '%00',
  '\u0000',
  '\ufffd\uffff',
  '../../etc/passwd',
  '${7*7}',
  '{"$gt":""}',
  '[]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '1e309',
  '-9223372036854775809',
  '99999999999999999999999999',
  '٣',
  '\u202e1',
  '𝟏',
  'x'.repeat(5000),
];

describeService('4.4 GET /api/Documento/Get, invalid input', ({ service, demo }) => {
  leavesNothing(() => service);

  const search = (query: Query = {}) => demo.get(SEARCH, { query: { IdCliente: IDS.client, ...query } });
  const raw = (query: string) => demo.get(SEARCH, { query: `IdCliente=${IDS.client}&${query}` });
  const problems = async (answer: Promise<Answer>) => problemsOf(expectRefusal(await answer, 400)).map((problem) => problem.toLowerCase());
  const found = async (answer: Promise<Answer>) => {
    const { status, text } = await answer;
    if (status !== 200) throw new Error(`${status} ${text}`);
    return pairsOf(await answer).length;
  };

  describe('Pagina and TamanhoPagina', () => {
    it.each(['1000000000', '999999999', '2'])('D7 Pagina=%s is beyond the end: empty', async (Pagina) => {
      expect(await found(search({ Pagina, TamanhoPagina: 500 }))).toBe(0);
      const { json } = await search({ Pagina, BuscarQtdPaginasDocumento: true });
      expect(json).toMatchObject({ LabelPaginas: `${Number(Pagina)}/1`, QtdDocumentos: 4, TotalPaginas: 1, Metadados: [] });
    });

    it.each(['1', ' 1 ', '01', ''])('Pagina=%j is the first', async (Pagina) => {
      expect(await found(search({ Pagina }))).toBe(4);
    });

    it.each(['0', '-1', '-1000000000', '1000000001', '9007199254740991'])('D7 Pagina=%s is out of range', async (Pagina) => {
      expect(await problems(search({ Pagina }))).toEqual(['pagina fora_do_intervalo']);
    });

    it.each(['um', '1.5', '1,5', '1e3', '0x10', '1 2', '1;2', 'true', '99999999999999999999'])(
      'D7 Pagina=%s is not a number',
      async (Pagina) => {
        expect(await problems(search({ Pagina }))).toEqual(['pagina formato_invalido']);
      },
    );

    it.each(['0', '-1', '501', '1000000000'])('TamanhoPagina=%s is out of range', async (TamanhoPagina) => {
      expect(await problems(search({ TamanhoPagina }))).toEqual(['tamanhopagina fora_do_intervalo']);
    });
  });

  describe('indexed pairs', () => {
    const title = (index: number | string, value = 'Contrato de limpeza') =>
      `ValoresCampos[${index}].Label=T%C3%ADtulo&ValoresCampos[${index}].ValorCampo=${encodeURIComponent(value)}`;
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => title(index)).join('&');

    it('D8 may be 100, but not 101', async () => {
      expect(await found(raw(upTo(100)))).toBe(1);
      const refused = await problems(raw(upTo(101)));
      expect(refused).toHaveLength(2);
      for (const problem of refused) expect(problem).toBe('valorescampos tamanho_excedido');
    });

    it.each(['5', '0,99', '3,1,7', '00', '07'])('D8 may have the index %s', async (indexes) => {
      expect(
        await found(
          raw(
            indexes
              .split(',')
              .map((index) => title(index))
              .join('&'),
          ),
        ),
      ).toBe(1);
    });

    it.each(['100', '-1', '1.5', 'a', '', ' ', '1e1', '999999999999', '__proto__', '0][0'])(
      'D8 may not have the index %j',
      async (index) => {
        expectRefusal(await raw(title(encodeURIComponent(index))), 400);
      },
    );

    it.each<[string, string, string[]]>([
      ['a label without a value', '[0].Label=Tipo', ['valorescampos[0].valorcampo obrigatorio']],
      ['a value without a label', '[3].ValorCampo=x', ['valorescampos[3].label obrigatorio']],
      ['a blank label', '[0].Label=%20&[0].ValorCampo=x', ['valorescampos[0].label obrigatorio']],
      ['a blank value', '[0].Label=Tipo&[0].ValorCampo=%20', ['valorescampos[0].valorcampo obrigatorio']],
      ['a list alone', '[0].NomeLista=Fornecedores', ['valorescampos[0].label obrigatorio', 'valorescampos[0].valorcampo obrigatorio']],
      ['too long a label', `[0].Label=${'L'.repeat(251)}&[0].ValorCampo=x`, ['valorescampos[0].label tamanho_excedido']],
      ['too long a value', `[0].Label=Tipo&[0].ValorCampo=${'x'.repeat(4001)}`, ['valorescampos[0].valorcampo tamanho_excedido']],
      ['an unknown list', '[0].Label=Nome&[0].ValorCampo=x&[0].NomeLista=Nada', ['valorescampos[0].label campo_inexistente_no_nivel']],
      [
        'a custom field as a list’s',
        '[0].Label=Tipo&[0].ValorCampo=x&[0].NomeLista=Tipo',
        ['valorescampos[0].label campo_inexistente_no_nivel'],
      ],
      [
        'gaps, each told under its own index',
        '[1].Label=Tipo&[9].ValorCampo=x&[50].Label=Cor&[50].ValorCampo=x',
        [
          'valorescampos[1].valorcampo obrigatorio',
          'valorescampos[9].label obrigatorio',
          'valorescampos[50].label campo_inexistente_no_nivel',
        ],
      ],
      [
        'what no value of the field can be',
        '[0].Label=N%C3%BAmero&[0].ValorCampo=x&[4].Label=Data%20de%20Emiss%C3%A3o&[4].ValorCampo=31/02/2024&[7].Label=CPF&[7].ValorCampo=1',
        [0, 4, 7].map((index) => `valorescampos[${index}].valorcampo ${index === 4 ? 'data_inexistente' : 'formato_invalido'}`),
      ],
    ])('D8 refused: %s', async (_, query, expected) => {
      expect((await problems(raw(query.replaceAll('[', 'ValoresCampos[')))).sort()).toEqual(expected.sort());
    });

    it.each(['ValoresCampos=x', 'ValoresCampos[0]=x', 'ValoresCampos.Label=x', 'ValoresCampos[0].Label.x=y', 'ValoresCampos[]=x'])(
      'not understood: %s',
      async (query) => void expectRefusal(await raw(query), 400),
    );

    it('a value of 4000 characters finds nothing; a beginning of that length is refused', async () => {
      expect(await found(search(pair('Título', 'x'.repeat(4000))))).toBe(0);
      expect(await problems(search(pair('Título', `${'x'.repeat(3999)}%`)))).toEqual(['valorescampos[0].valorcampo tamanho_excedido']);
    });

    it.each(HOSTILE.filter((value) => !value.includes('\u0000') && value.length <= 4000))('D6 %j as a value is a value', async (value) => {
      expect(await found(search(pair('Título', value)))).toBe(0);
    });
  });

  describe('times', () => {
    const between = (from: string, to: string) => search({ DataCadastroInicial: from, DataCadastroFinal: to });

    it.each([
      ['02/01/2024', '01/01/2024'],
      ['2024-01-02', '01/01/2024'],
      ['01/01/2024 12:00', '01/01/2024 11:59'],
      ['01/01/2024 12:00:01', '01/01/2024 12:00:00'],
      ['2024-01-01T12:00:00.001Z', '2024-01-01T12:00:00Z'],
      ['2024-01-01T12:00:00-03:00', '2024-01-01T12:00:00Z'],
      ['31/12/9999', '01/01/1900'],
    ])('from %s to %s is reversed', async (from, to) => {
      expect(await problems(between(from, to))).toEqual(['datacadastrofinal periodo_invertido']);
    });

    it.each([
      ['01/01/2024', '01/01/2024'],
      ['01/01/2024 12:00', '01/01/2024'],
      ['2024-01-01T12:00:00Z', '2024-01-01T12:00:00Z'],
      ['2024-01-01T12:00:00-03:00', '2024-01-01T15:00:00Z'],
    ])('from %s to %s is a moment or longer', async (from, to) => {
      expect(await found(between(from, to))).toBe(0);
    });

    it.each(
      DATES.flatMap((name) =>
        ['31/02/2024', '00/01/2024', '1/1/2024', '2024-13-01', '01-01-2024', 'hoje', '20240101', '0'].map((value) => [name, value]),
      ),
    )('%s=%s is not a day', async (name, value) =>
      expect(await problems(search({ [name]: value }))).toEqual([
        `${name.toLowerCase()} ${/^(31\/02|00\/|2024-13)/.test(value) ? 'data_inexistente' : 'formato_invalido'}`,
      ]),
    );
  });

  describe('names', () => {
    it.each(
      [...NUMBERS, ...GUIDS, ...DATES, ...FLAGS, ...TEXTS].flatMap((name) => [
        [`${name}=1&${name}=1`, name],
        [`${name}=1&${name.toUpperCase()}=2`, name],
      ]),
    )('refused as repeated: %s', async (query, name) => {
      const own = name === 'IdCliente' ? query.split('&')[1]! : query;
      const answer = expectRefusal(await raw(own), 400);
      expect(problemsOf(answer).map((problem) => problem.toLowerCase())).toContain(`${name.toLowerCase()} campo_repetido`);
    });

    it.each(['Ordem', 'idDocumento', '__proto__', 'constructor', 'toString', 'Pagina ção', '', ' ', 'IdCliente[0]', 'x'.repeat(3000)])(
      'refused as unknown: %j',
      async (name) => {
        const headers = { prefer: 'handling=strict' };
        const query = `idCliente=${IDS.client}&${encodeURIComponent(name)}=1`;
        const [problem] = await problems(demo.get(SEARCH, { query, headers }));
        expect(problem).toMatch(/ campo_desconhecido$/);
      },
    );

    it('accepted in any case, surrounded by blanks', async () => {
      const query = `%20idcliente%20=${IDS.client}&PAGINA=1&tamanhopagina=2&valoresCAMPOS[0].LABEL=numero&VALORESCAMPOS[0].valorcampo=1024`;
      expect(await found(demo.get(SEARCH, { query }))).toBe(1);
    });

    it('unknown ones are all reported with strict handling, up to a hundred', async () => {
      const names = Array.from({ length: 150 }, (_, index) => `x${index}=1`).join('&');
      const headers = { prefer: 'handling=strict' };
      expect(await problems(demo.get(SEARCH, { query: `IdCliente=${IDS.client}&${names}`, headers }))).toHaveLength(100);
    });
  });

  describe('values of the wrong type', () => {
    const KINDS: [string[], string[]][] = [
      [NUMBERS, ['x', '1.5', 'true', '{}']],
      [GUIDS, ['x', '123', `${IDS.client}0`, `{${IDS.client}`, IDS.client.replaceAll('-', '')]],
      [FLAGS, ['sim', '2', 'verdadeiro', '-1']],
      [['CNPJUnidade'], ['1', '11222333000182', '52998224725']],
      [['ChaveExterna'], ['k'.repeat(101)]],
    ];
    it.each(KINDS.flatMap(([names, values]) => names.flatMap((name) => values.map((value) => [name, value]))))(
      '%s=%s',
      async (name, value) => {
        const [problem, ...more] = await problems(search({ [name]: value }));
        expect([problem!.split(' ')[0], more]).toEqual([name.toLowerCase(), []]);
      },
    );

    it.each([...NUMBERS, ...GUIDS.slice(1), ...DATES, ...FLAGS])('an empty %s counts as not sent', async (name) => {
      expect(await found(search({ [name]: '' }))).toBe(4);
    });

    it('all wrong ones are reported at once', async () => {
      const wrong = Object.fromEntries([...NUMBERS, ...GUIDS, ...DATES, ...FLAGS].map((name) => [name, 'x']));
      expect(await problems(search(wrong))).toHaveLength(Object.keys(wrong).length);
    });

    it.each([...NUMBERS, ...GUIDS, ...DATES, ...FLAGS, ...TEXTS])('any value of %s gets a valid answer', async (name) => {
      for (const value of HOSTILE) {
        const answer = await search({ [name]: value });
        if (name === 'ChaveExterna' && answer.status === 200) expect(pairsOf(answer)).toEqual([]);
        else expectRefusal(answer, 400);
      }
    });

    it.each(['%', '%zz', '%ff%fe', '%ED%A0%80', '&&&', '=', '=&=', '?', '#'])('any query gets a valid answer: %s', async (query) => {
      const answer = await raw(query);
      if (answer.status !== 200) expectRefusal(answer, 400);
    });
  });

  it('numbers beyond every box and document are unknown', async () => {
    for (const most of ['2147483648', '4294967296', '9007199254740991']) {
      expect(await problems(search({ Caixa: most, Documento: most }))).toEqual(['caixa caixa_inexistente', 'documento id_inexistente']);
    }
  });
});

import { stableId } from '#application/support/stable-id';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, type Answer } from './support/api';
import { expectRefusal, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, NOBODY } from './support/reading';
import { EVERYTHING, pair, searchArchive, SEARCH, type Query, type SearchArchive } from './support/search-archive';

const RECORDS = ['record', 'demo 4'];
const FINANCE = EVERYTHING.filter((name) => !RECORDS.includes(name));
const CONTRACTS = ['ended', 'end client', 'demo 3'];
const INVOICES = FINANCE.filter((name) => !CONTRACTS.includes(name));

/** How the names of fields are spelt is of no concern here. */
const inOneCase = (problem: string) => problem.toLowerCase();

describeService('4.4 GET /api/Documento/Get, narrowed', ({ service }) => {
  let archive: SearchArchive;
  beforeAll(async () => {
    archive = await searchArchive(service);
  });

  describe('by place', () => {
    it.each<[string, Query, string[]]>([
      ['a level', { IdArvoreOrganizacional: IDS.invoices }, INVOICES],
      ['a level with those under it', { IdArvoreOrganizacional: IDS.finance }, FINANCE],
      ['a level above without documents of its own', { IdArvoreOrganizacional: IDS.staff }, RECORDS],
      ['the unit', { IdUnidade: IDS.unit }, EVERYTHING],
      ["the unit's CNPJ", { CNPJUnidade: '11.222.333/0001-81' }, EVERYTHING],
      ["the unit's bare CNPJ", { CNPJUnidade: '11222333000181' }, EVERYTHING],
      ["another unit's CNPJ", { CNPJUnidade: '07664483000178' }, []],
      ['a box of the client', { Caixa: 5001 }, ['demo 2']],
      ['a box of the unit', { Caixa: '5002' }, ['ended', 'demo 4']],
      ['a box at a level', { Caixa: 5002, IdArvoreOrganizacional: IDS.contracts }, ['ended']],
      ['a type of box', { IdCaixaTipo: stableId('box-type', 'Caixa Arquivo') }, ['ended', 'demo 4', 'demo 2']],
      ['a type of box without boxes here', { IdCaixaTipo: stableId('box-type', 'Container') }, []],
    ])('%s', async (_, query, expected) => {
      expect(await archive.found(query)).toEqual(expected);
    });

    it('one document, by its code', async () => {
      expect(await archive.found({ Documento: archive.codes.record as number })).toEqual(['record']);
      expect(await archive.found({ Documento: String(archive.codes['demo 3']) })).toEqual(['demo 3']);
    });

    it('by permissions of the user', async () => {
      const { finance, reader } = archive;
      expect(await archive.found({}, finance)).toEqual(FINANCE);
      expect(await archive.found({ IdArvoreOrganizacional: IDS.contracts }, finance)).toEqual(CONTRACTS);
      expect(await archive.found({ Caixa: 5002 }, finance)).toEqual(['ended']);
      expect(await archive.found(pair('Nome', 'Bruno Lima'), finance)).toEqual(['end client']);
      expect(await archive.found({}, reader)).toEqual(EVERYTHING);
    });
  });

  describe('by status', () => {
    it.each<[number, string[]]>([
      [1, []],
      [2, ['ended', 'demo 4', 'demo 2']],
      [3, []],
      [4, ['deleted']],
      [5, []],
      [6, EVERYTHING.filter((name) => !['ended', 'demo 4', 'demo 2'].includes(name))],
    ])('status %d', async (IdDocumentoStatus, expected) => {
      expect(await archive.found({ IdDocumentoStatus })).toEqual(expected);
    });

    it('a deleted document by its values, only with its status', async () => {
      expect(await archive.found(pair('Número', '1024'))).toEqual(['demo 1']);
      expect(await archive.found({ ...pair('Número', '1024'), IdDocumentoStatus: 4 })).toEqual(['deleted']);
      expect(await archive.found({ Documento: archive.codes.deleted as number })).toEqual([]);
      expect(await archive.shown('deleted', { IdDocumentoStatus: 4 })).toContainEqual({ Label: 'Status', Valor: 'Excluído' });
    });

    it('the user who registered it', async () => {
      const userOf = async (login: string) =>
        ((await service.database.query(`SELECT id FROM user_account WHERE login = '${login}'`)) as { id: string }[])[0]?.id as string;
      expect(await archive.found({ IdUsuarioIndexador: await userOf('financeiro') })).toEqual(['by finance']);
      expect(await archive.found({ IdUsuarioIndexador: (await userOf('demo')).toUpperCase() })).toEqual(
        EVERYTHING.filter((name) => name !== 'by finance'),
      );
      expect(await archive.found({ IdUsuarioIndexador: await userOf('leitor') })).toEqual([]);
      const atHomeIn = (client: string) =>
        service.database.query("UPDATE user_account SET home_client_id = ? WHERE login = 'leitor'", [idBytes(client)]);
      // One of another client, who may read here.
      await atHomeIn(IDS.otherClient);
      expect(await archive.found({ IdUsuarioIndexador: await userOf('leitor') })).toEqual([]);
      await atHomeIn(IDS.client);
    });
  });

  describe('by time', () => {
    it.each<[string, string, boolean]>([
      ['09/02/2020', '09/02/2020', true],
      ['2020-02-09', '2020-02-09', true],
      ['08/02/2020', '08/02/2020', false],
      ['10/02/2020', '10/02/2020', false],
      ['09/02/2020 23:30', '09/02/2020 23:30', true],
      ['09/02/2020 23:30:00', '09/02/2020 23:31:00', true],
      ['09/02/2020 23:30:01', '09/02/2020 23:31', false],
      ['2020-02-10T02:30:00Z', '2020-02-10T02:30:00.000Z', true],
      ['2020-02-09T23:30:00-03:00', '2020-02-10T03:30:00+01:00', true],
      ['2020-02-10T02:30:00', '2020-02-10T02:30:00', false],
    ])('registered from %s to %s', async (from, to, included) => {
      expect(await archive.found({ DataCadastroInicial: from, DataCadastroFinal: to })).toEqual(included ? ['old'] : []);
    });

    it('registered from a day and until a day', async () => {
      expect(await archive.found({ DataCadastroInicial: '10/02/2020' })).toEqual(EVERYTHING.filter((name) => name !== 'old'));
      expect(await archive.found({ DataCadastroFinal: '09/02/2020' })).toEqual(['old']);
    });

    it.each([
      ['15/08/2029', ['demo 1']],
      ['2029-08-15', ['demo 1']],
      ['28/02/2029', ['credit']],
      ['01/02/2029', ['dear', 'cheap']],
      ['16/08/2029', []],
    ])('due on %s', async (DataVencimento, expected) => {
      expect(await archive.found({ DataVencimento })).toEqual(expected);
    });
  });

  describe('by page', () => {
    it('each document on one page, newest first', async () => {
      const pages = [];
      for (let Pagina = 1; Pagina <= 4; Pagina++) pages.push(await archive.found({ TamanhoPagina: 5, Pagina }));
      expect(pages.map((page) => page.length)).toEqual([5, 5, 2, 0]);
      expect(pages.flat()).toEqual(EVERYTHING);
      expect(await archive.found({ TamanhoPagina: 1, Pagina: 12 })).toEqual(['demo 1']);
      expect(await archive.found({ Pagina: 999_999_999 })).toEqual([]);
    });

    it.each<[Query, object]>([
      [{ TamanhoPagina: 5 }, { LabelPaginas: '1/3', QtdDocumentos: 12, TotalPaginas: 3 }],
      [
        { TamanhoPagina: 5, Pagina: 3 },
        { LabelPaginas: '3/3', QtdDocumentos: 12, TotalPaginas: 3 },
      ],
      [
        { TamanhoPagina: 6, Pagina: 2 },
        { LabelPaginas: '2/2', QtdDocumentos: 12, TotalPaginas: 2 },
      ],
      [{}, { LabelPaginas: '1/1', QtdDocumentos: 12, TotalPaginas: 1 }],
      [
        { TamanhoPagina: 1, ...pair('Nome', 'bruno%') },
        { LabelPaginas: '1/2', QtdDocumentos: 2, TotalPaginas: 2 },
      ],
      [{ IdDocumentoStatus: 4 }, { LabelPaginas: '1/1', QtdDocumentos: 1, TotalPaginas: 1 }],
    ])('counted: %j', async (query, paging) => {
      expect((await archive.search({ ...query, BuscarQtdPaginasDocumento: 'TRUE' })).json).toMatchObject(paging);
      for (const flag of [{} as Query, { BuscarQtdPaginasDocumento: false }, { BuscarQtdPaginasDocumento: '0' }]) {
        const { LabelPaginas, QtdDocumentos, TotalPaginas } = (await archive.search({ ...query, ...flag })).json;
        expect([LabelPaginas, QtdDocumentos, TotalPaginas]).toEqual([null, null, null]);
      }
    });

    it('counted with an empty result and beyond the end', async () => {
      const counted = { BuscarQtdPaginasDocumento: 1 };
      expect((await archive.search({ ...counted, ...pair('Número', '12345') })).json).toMatchObject({ QtdDocumentos: 0, Metadados: [] });
      expect((await archive.search({ ...counted, Pagina: 9 })).json).toMatchObject({ QtdDocumentos: 12, TotalPaginas: 1, Metadados: [] });
    });

    it('of the page size of the user, unless the call overrides it', async () => {
      await service.database.query("UPDATE user_account SET page_size = 10 WHERE login = 'leitor'");
      expect(await archive.found({}, archive.reader)).toEqual(EVERYTHING.slice(0, 10));
      expect(await archive.found({ Pagina: 2 }, archive.reader)).toEqual(EVERYTHING.slice(10));
      expect(await archive.found({ TamanhoPagina: 500 }, archive.reader)).toEqual(EVERYTHING);
      const { json } = await archive.search({ BuscarQtdPaginasDocumento: true }, archive.reader);
      expect(json.LabelPaginas).toBe('1/2');
    });
  });

  describe('refuses', () => {
    it.each<[string, string, string[]]>([
      [
        'an unknown label',
        'ValoresCampos[0].Label=Cor&ValoresCampos[0].ValorCampo=azul',
        ['ValoresCampos[0].label CAMPO_INEXISTENTE_NO_NIVEL'],
      ],
      [
        'a field of another list',
        'ValoresCampos[0].Label=CPF&ValoresCampos[0].ValorCampo=1&ValoresCampos[0].NomeLista=Fornecedores',
        ['ValoresCampos[0].label CAMPO_INEXISTENTE_NO_NIVEL'],
      ],
      [
        'a field of a level not searched',
        `IdArvoreOrganizacional=${IDS.invoices}&ValoresCampos[0].Label=Tipo&ValoresCampos[0].ValorCampo=x`,
        ['ValoresCampos[0].label CAMPO_INEXISTENTE_NO_NIVEL'],
      ],
      ['a pair without a value', 'ValoresCampos[0].Label=Tipo', ['ValoresCampos[0].ValorCampo OBRIGATORIO']],
      ['a pair without a label', 'ValoresCampos[0].ValorCampo=x', ['ValoresCampos[0].Label OBRIGATORIO']],
      [
        'a word for a number',
        'ValoresCampos[0].Label=N%C3%BAmero&ValoresCampos[0].ValorCampo=dez',
        ['ValoresCampos[0].valorCampo FORMATO_INVALIDO'],
      ],
      ['values without pairs', 'ValoresCampos=x', ['ValoresCampos[0] TIPO_INVALIDO']],
      ['an unknown box', 'Caixa=9999', ['Caixa CAIXA_INEXISTENTE']],
      ['a word as box', 'Caixa=A1', ['Caixa FORMATO_INVALIDO']],
      ['an unknown document', 'Documento=999999999', ['Documento ID_INEXISTENTE']],
      ['a GUID as document', `Documento=${NOBODY}`, ['Documento FORMATO_INVALIDO']],
      ['dates reversed', 'DataCadastroInicial=02/01/2024&DataCadastroFinal=01/01/2024', ['DataCadastroFinal PERIODO_INVERTIDO']],
      ['a day that does not exist', 'DataCadastroInicial=31/02/2024', ['DataCadastroInicial DATA_INEXISTENTE']],
      ['a date the American way', 'DataCadastroFinal=12/31/2024', ['DataCadastroFinal DATA_INEXISTENTE']],
      ['an hour that does not exist', 'DataCadastroFinal=01/01/2024 24:01', ['DataCadastroFinal FORMATO_INVALIDO']],
      ['a due day that does not exist', 'DataVencimento=29/02/2023', ['DataVencimento DATA_INEXISTENTE']],
      ['status 0', 'IdDocumentoStatus=0', ['IdDocumentoStatus FORA_DO_INTERVALO']],
      ['status 7', 'IdDocumentoStatus=7', ['IdDocumentoStatus FORA_DO_INTERVALO']],
      ['a status by name', 'IdDocumentoStatus=Armazenado', ['IdDocumentoStatus FORMATO_INVALIDO']],
      ['page 0', 'Pagina=0', ['Pagina FORA_DO_INTERVALO']],
      ['page -1', 'Pagina=-1', ['Pagina FORA_DO_INTERVALO']],
      ['half a page', 'Pagina=1.5', ['Pagina FORMATO_INVALIDO']],
      ['no documents per page', 'TamanhoPagina=0', ['TamanhoPagina FORA_DO_INTERVALO']],
      ['too many per page', 'TamanhoPagina=501', ['TamanhoPagina FORA_DO_INTERVALO']],
      ['a word as flag', 'BuscarQtdPaginasDocumento=sim', ['BuscarQtdPaginasDocumento FORMATO_INVALIDO']],
      ['a malformed user', 'IdUsuarioIndexador=demo', ['IdUsuarioIndexador FORMATO_INVALIDO']],
      ['a malformed box type', 'IdCaixaTipo=1', ['IdCaixaTipo FORMATO_INVALIDO']],
      [
        'several things at once',
        'Pagina=0&Caixa=x&RemoverEspacos=2',
        ['Caixa FORMATO_INVALIDO', 'Pagina FORA_DO_INTERVALO', 'RemoverEspacos FORMATO_INVALIDO'],
      ],
    ])('%s', async (_, query, problems) => {
      const refusal = await refused(service, 400, () => archive.raw(query));
      expect(problemsOf(refusal).map(inOneCase)).toEqual(problems.map(inOneCase));
    });

    it.each([
      'Pagina=1&Pagina=2',
      'pagina=1&PAGINA=1',
      'Caixa=5001&Caixa=5001',
      'ValoresCampos[0].Label=Tipo&ValoresCampos[0].label=Tipo&ValoresCampos[0].ValorCampo=x',
    ])('a parameter twice: %s', async (query) => {
      expect((await refused(service, 400, () => archive.raw(query))).codigo).toBe('CAMPO_REPETIDO');
    });

    it('all unknown references of one call together', async () => {
      const query = { ...pair('Cor', 'azul'), ...pair('Tom', 'claro', undefined, 1), Caixa: 9999, Documento: 999_999_999 };
      const refusal = expectRefusal(await archive.search(query), 400);
      expect(problemsOf(refusal)).toHaveLength(4);
      expect(refusal.codigo).toBe('ENTRADA_INVALIDA');
    });

    it('a call without a client', async () => {
      expect(problemsOf(await refused(service, 400, () => archive.demo.get(SEARCH)))).toEqual(['IdCliente OBRIGATORIO']);
    });

    it('inaccessible and unknown references alike', async () => {
      const { search, finance, codes } = archive;
      const unknown = await search({ Documento: 999_999_999 });
      expectAlike(400, [
        unknown,
        await search({ Documento: codes.foreign as number }),
        await search({ Documento: codes.record as number }, finance),
      ]);
      const named = (answer: Answer, sent: string, instead: string) => ({ ...answer, text: answer.text.replaceAll(sent, instead) });
      expectAlike(400, [named(await search({ Caixa: 5003 }), '5003', '9003'), await search({ Caixa: 9003 })]);
      expectAlike(400, [named(await search(pair('Tipo', 'x'), finance), 'Tipo', 'Nada'), await search(pair('Nada', 'x'), finance)]);
      const [nobody, stranger] = await Promise.all([NOBODY, stableId('user', 'outro')].map((id) => search({ IdUsuarioIndexador: id })));
      expectAlike(400, [nobody as Answer, stranger as Answer]);
      const types = await Promise.all([NOBODY, stableId('box-type', 'De ninguém')].map((id) => search({ IdCaixaTipo: id })));
      expectAlike(400, types);
      expect(problemsOf(expectRefusal(await search({ IdUsuarioIndexador: NOBODY, IdCaixaTipo: NOBODY }), 400))).toEqual([
        'IdUsuarioIndexador ID_INEXISTENTE',
        'IdCaixaTipo ID_INEXISTENTE',
      ]);
    });
  });

  describe('page by page while documents are added', () => {
    async function walk(query: Query) {
      const names = [];
      for (let Pagina = 1; ; Pagina++) {
        const page = await archive.found({ ...query, TamanhoPagina: 5, Pagina });
        names.push(...page);
        if (page.length < 5) return names;
        await Promise.all([filed(archive.demo), filed(archive.demo)]);
      }
    }

    it('each document once, with an upper time limit', async () => {
      expect(await walk({ DataCadastroFinal: new Date(Date.now() - 1).toISOString() })).toEqual(EVERYTHING);
    });

    it('no earlier document is missed without one', async () => {
      const before = await archive.found({});
      const seen = new Set(await walk({}));
      expect([...seen].filter((name) => before.includes(name))).toEqual(before);
    });
  });
});

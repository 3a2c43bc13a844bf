import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { IDS, loggedIn, type Api } from './support/api';
import { bodyOf, createdBy, metadataOf, PATHS, problemsOf, refused, VERSIONS } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, remove } from './support/reading';

const CLIENT = 'Empresa das Caixas';
const NORTH = 'Unidade das Caixas Norte';
const SOUTH = 'Unidade das Caixas Sul';
const FOLDER = 'Pasta das Caixas';
const CRATE = 'Caixote das Caixas';

/** A client whose boxes lie in boxes, have provisional numbers, and are numbered by itself and by two units. */
const BOXES_ARCHIVE: ArchiveDefinition = {
  units: [{ name: NORTH }, { name: SOUTH }],
  boxTypes: [FOLDER, CRATE],
  profiles: [],
  clients: [
    {
      name: CLIENT,
      units: [NORTH, SOUTH],
      levels: [{ name: 'Guarda', fields: [{ label: 'Assunto', type: 'text', mandatory: true }] }],
      boxes: [
        { code: 10, type: CRATE, provisional: 'P-10', subBoxes: [{ code: 11, provisional: 'S-11' }, { code: 12 }] },
        { code: 20, type: FOLDER, unit: NORTH, subBoxes: [{ code: 21, provisional: 'S-21' }] },
        { code: 30, type: CRATE, unit: SOUTH, provisional: 'P-30' },
        { code: 40, type: FOLDER },
        // Client and unit have numbered one of their own alike, as the demo client has.
        { code: 5001, type: CRATE, unit: NORTH, provisional: 'da unidade' },
        { code: 5001, type: FOLDER, provisional: 'da casa' },
      ],
    },
  ],
  users: [
    { login: 'caixas', name: 'Caixas', password: DEMO_PASSWORD, grants: [{ client: CLIENT, profile: 'Administrador' }] },
    { login: 'norte', name: 'Norte', password: DEMO_PASSWORD, grants: [{ client: CLIENT, unit: NORTH, profile: 'Administrador' }] },
  ],
};

const LEVEL = stableId('level', CLIENT, 'Guarda');
const OWN = stableId('client', CLIENT);
const at = (unit = NORTH) => ({ idUnidade: stableId('unit', unit), idCliente: OWN, idArvoreOrganizacional: LEVEL });

const NUMBERS = ['Nº Caixa', 'Nº Provisório', 'Nº SubCaixa', 'Nº SubCaixa Provisório', 'Tipo de Guarda', 'Status'];

describeService('boxes', ({ service }) => {
  let api: Api;
  beforeAll(async () => {
    await service.app.get(ArchiveInstaller).install(BOXES_ARCHIVE);
    api = await loggedIn(service.url, 'caixas');
  });

  const fileIn = (box: unknown, unit?: string, version: (typeof VERSIONS)[number] = 'V2', as = api) => {
    const values = [{ label: 'Assunto', valorCampo: `caixa ${String(box)}` }];
    return as.post(PATHS[version], { query: at(unit), body: bodyOf(version, { box, values }) });
  };
  const filedIn = async (box: unknown, unit?: string) => createdBy(await fileIn(box, unit));
  const numbersOf = async (code: number) => {
    const shown = await metadataOf(api, code, OWN);
    return NUMBERS.map((label) => shown[label]);
  };
  const found = async (query: Record<string, string | number>, as = api, idCliente = OWN) => {
    const answer = await as.get('/api/Documento/Get', { query: { IdCliente: idCliente, TamanhoPagina: 500, ...query } });
    if (answer.status !== 200) throw new Error(answer.text);
    const entries = answer.json.Metadados as { MetaDados: { Label: string; Valor: string }[] }[];
    return entries.map(({ MetaDados }) => MetaDados[0]!.Valor);
  };

  describe('are returned with their numbers, status and custody', () => {
    it.each<[string, unknown, string | undefined, string[]]>([
      ['none', null, NORTH, ['', '', '', '', 'Eletrônico', 'Eletrônico']],
      ['of the client', 40, NORTH, ['40', '', '', '', 'Guarda Interna', 'Armazenado']],
      ['of the client, whatever the unit', 40, SOUTH, ['40', '', '', '', 'Guarda Interna', 'Armazenado']],
      ['of the client, with a provisional number', 10, NORTH, ['10', 'P-10', '', '', 'Guarda Interna', 'Armazenado']],
      ['within one of the client, both with one', 11, NORTH, ['10', 'P-10', '11', 'S-11', 'Guarda Interna', 'Armazenado']],
      ['within one of the client, without one', 12, SOUTH, ['10', 'P-10', '12', '', 'Guarda Interna', 'Armazenado']],
      ['of the unit', 20, NORTH, ['20', '', '', '', 'Guarda Terceirizada', 'Armazenado']],
      ['within one of the unit', 21, NORTH, ['20', '', '21', 'S-21', 'Guarda Terceirizada', 'Armazenado']],
      ['of the other unit', 30, SOUTH, ['30', 'P-30', '', '', 'Guarda Terceirizada', 'Armazenado']],
      ["with a number of the unit's, too: the client's own", 5001, NORTH, ['5001', 'da casa', '', '', 'Guarda Interna', 'Armazenado']],
      ['as a text', '40', NORTH, ['40', '', '', '', 'Guarda Interna', 'Armazenado']],
    ])('%s', async (_, box, unit, numbers) => {
      expect(await numbersOf((await filedIn(box, unit)).code)).toEqual(numbers);
    });

    it('also when the document is deleted, except for the status', async () => {
      const { id, code } = await filedIn(11);
      await api.delete('/api/Documento/Delete', { query: { ...at(), idDocumento: id } });
      const { json } = await api.get('/api/Documento/Get', { query: { IdCliente: OWN, Documento: code, IdDocumentoStatus: 4 } });
      const shown = Object.fromEntries(
        (json.Metadados[0].MetaDados as { Label: string; Valor: string }[]).map(({ Label, Valor }) => [Label, Valor]),
      );
      expect(NUMBERS.map((label) => shown[label])).toEqual(['10', 'P-10', '11', 'S-11', 'Guarda Interna', 'Excluído']);
    });

    it('by every version of create', async () => {
      for (const version of VERSIONS) {
        const { code } = createdBy(await fileIn(21, NORTH, version));
        expect((await numbersOf(code)).slice(0, 4)).toEqual(['20', '', '21', 'S-21']);
      }
    });
  });

  describe('are listed', () => {
    const list = (as: Api, query: Record<string, string> = {}, client = OWN) => as.get(`/api/Caixa/${client}`, { query });
    const codes = async (as: Api, query?: Record<string, string>) =>
      (await list(as, query)).json.Caixas.map(({ codigoCaixa, guarda }: Record<string, string>) => `${codigoCaixa} ${guarda}`);

    it('by code, in pages, with type, keeper and the box around', async () => {
      const { status, json } = await list(api, { TamanhoPagina: '3' });
      expect([status, json.QtdCaixas, json.TotalPaginas]).toEqual([200, 9, 3]);
      const common = {
        idCaixa: expect.any(String),
        idCaixaTipo: stableId('box-type', CRATE),
        tipo: CRATE,
        guarda: 'Guarda Interna',
        idUnidade: null,
      };
      expect(json.Caixas).toEqual([
        { ...common, codigoCaixa: 10, numeroProvisorio: 'P-10', codigoCaixaExterna: null },
        { ...common, codigoCaixa: 11, numeroProvisorio: 'S-11', codigoCaixaExterna: 10 },
        { ...common, codigoCaixa: 12, numeroProvisorio: null, codigoCaixaExterna: 10 },
      ]);
      expect(await codes(api, { TamanhoPagina: '3', Pagina: '3' })).toEqual([
        '40 Guarda Interna',
        '5001 Guarda Interna',
        '5001 Guarda Terceirizada',
      ]);
      expect(await codes(api, { codigoCaixa: '5001' })).toEqual(['5001 Guarda Interna', '5001 Guarda Terceirizada']);
      expect(await codes(api, { idCaixaTipo: stableId('box-type', FOLDER) })).toEqual([
        '20 Guarda Terceirizada',
        '21 Guarda Terceirizada',
        '40 Guarda Interna',
        '5001 Guarda Interna',
      ]);
    });

    it('of the units within reach alone, and of no other client', async () => {
      const north = await loggedIn(service.url, 'norte');
      expect((await codes(north)).filter((code: string) => code.startsWith('30'))).toEqual([]);
      expect((await list(north)).json.QtdCaixas).toBe(8);
      expect((await list(api, {}, IDS.client)).status).toBe(401);
      expect((await list(api, { codigoCaixa: 'x' })).status).toBe(400);
    });
  });

  describe('are refused', () => {
    const UNKNOWN = 999_999;

    it.each<[string, unknown, string]>([
      ['that do not exist', UNKNOWN, NORTH],
      ['of another unit', 30, NORTH],
      ['of another unit, within one', 21, SOUTH],
      ['of another client', 5003, NORTH],
      ['of another client, numbered by it', 5002, NORTH],
    ])('%s', async (_, box, unit) => {
      for (const version of VERSIONS) {
        const refusal = await refused(service, 400, () => fileIn(box, unit, version));
        expect([refusal.codigo, problemsOf(refusal).map((problem) => problem.toLowerCase())]).toEqual([
          'CAIXA_INEXISTENTE',
          ['codigocaixa caixa_inexistente'],
        ]);
      }
    });

    it('alike except for the sent number, whether they exist or not', async () => {
      const answers = await Promise.all([5002, 5003, 5555].map((box) => fileIn(box)));
      const texts = answers.map((answer, index) => {
        const own = String([5002, 5003, 5555][index]);
        return { ...answer, text: answer.text.replaceAll(own, '0000') };
      });
      expectAlike(400, texts);
    });

    it('by their provisional numbers', async () => {
      await refused(service, 400, () => fileIn('P-10'));
      await refused(service, 400, () => fileIn('S-11'));
    });
  });

  describe('filter a search', () => {
    let documents: Record<string, string>;
    beforeAll(async () => {
      documents = {};
      for (const box of [10, 11, 12, 20, 21, 40]) documents[box] = (await filedIn(box)).id;
      documents.south = (await filedIn(30, SOUTH)).id;
      documents.own = (await filedIn(5001)).id;
      documents.electronic = (await filedIn(null)).id;
    });
    const among = async (query: Record<string, string | number>, as = api) => {
      const ids = await found(query, as);
      return Object.entries(documents)
        .filter(([, id]) => ids.includes(id))
        .map(([name]) => name);
    };

    it.each<[string, number, string[]]>([
      ['a box, with the boxes within it', 10, ['10', '11', '12']],
      ['a box within one', 11, ['11']],
      ['a box of the unit, with the boxes within it', 20, ['20', '21']],
      ['a box without others', 40, ['40']],
      ['a box of the other unit', 30, ['south']],
      ['a number that client and unit have given', 5001, ['own']],
    ])('by %s', async (_, Caixa, names) => {
      expect((await among({ Caixa })).sort()).toEqual([...names].sort());
    });

    it('by a type of boxes', async () => {
      expect((await among({ IdCaixaTipo: stableId('box-type', CRATE) })).sort()).toEqual(['10', '11', '12', 'south'].sort());
      expect((await among({ IdCaixaTipo: stableId('box-type', FOLDER) })).sort()).toEqual(['20', '21', '40', 'own'].sort());
      expect(await among({ IdCaixaTipo: stableId('box-type', CRATE), Caixa: 20 })).toEqual([]);
    });

    it('by documents in boxes, and by those without', async () => {
      expect(await among({ IdDocumentoStatus: 6 })).toEqual(['electronic']);
      expect(await among({ IdDocumentoStatus: 2, Caixa: 11 })).toEqual(['11']);
      expect(await among({ IdDocumentoStatus: 6, Caixa: 11 })).toEqual([]);
    });

    it.each([5002, 5003, 999_999])('not by %d, which is not a box of the client', async (Caixa) => {
      const call = () => api.get('/api/Documento/Get', { query: { IdCliente: OWN, Caixa } });
      expect(problemsOf(await refused(service, 400, call))).toEqual(['Caixa CAIXA_INEXISTENTE']);
    });

    it('within the unit of the caller, if that is all it may see', async () => {
      const north = await loggedIn(service.url, 'norte');
      expect(await among({ Caixa: 30 }, north)).toEqual([]);
      expect(await among({ Caixa: 10 }, north)).toEqual(['10', '11', '12']);
    });

    it('never by those of another client with the same number', async () => {
      const demo = await loggedIn(service.url);
      const ids = await found({ Caixa: 5001 }, demo, IDS.client);
      expect(ids.filter((id) => Object.values(documents).includes(id))).toEqual([]);
      const gone = await filedIn(40);
      expect((await remove(demo, gone.id)).status).toBe(400);
    });
  });

  it('are listed by Estrutura, including sub-boxes', async () => {
    const { json } = await api.get('/api/Estrutura');
    const boxes = (json as { clientes: { caixas: { codigoCaixa: number; idCaixaTipo: string; tipo: string; guarda: string }[] }[] }[])
      .flatMap(({ clientes }) => clientes)
      .flatMap(({ caixas }) => caixas);
    expect(boxes).toEqual(
      expect.arrayContaining([
        { codigoCaixa: 10, idCaixaTipo: stableId('box-type', CRATE), tipo: CRATE, guarda: 'Guarda Interna' },
        { codigoCaixa: 11, idCaixaTipo: stableId('box-type', CRATE), tipo: CRATE, guarda: 'Guarda Interna' },
        { codigoCaixa: 21, idCaixaTipo: stableId('box-type', FOLDER), tipo: FOLDER, guarda: 'Guarda Terceirizada' },
      ]),
    );
  });
});

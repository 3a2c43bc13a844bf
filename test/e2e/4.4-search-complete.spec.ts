import { Chance } from './support/chance';
import { atOnce, printed } from './support/repeats';
import { pairsOf, SEARCH, type Query } from './support/search-archive';
import { expected, shownBy, type Wanted } from './support/search-oracle';
import { searchScene, type Scene } from './support/search-scene';
import { LEVELS, POOLS, SCENE } from './support/search-scene-archive';
import { everyParameter, levelWanted, someParameters, untilWanted, valueWanted } from './support/search-wanted';
import { startService, type Service } from './support/service';

const DOCUMENTS = 300;
const COMBINATIONS = Number(process.env.ACERVO_SEARCHES ?? 400);
const AT_ONCE = 8;

describe('4.4 GET /api/Documento/Get, against an oracle', () => {
  const chance = Chance.fromEnvironment();
  let service: Service;
  let scene: Scene;
  beforeAll(async () => {
    printed('search oracle', { seed: chance.seed, documents: DOCUMENTS });
    service = await startService();
    scene = await searchScene(service, DOCUMENTS, chance);
  });
  afterAll(() => service.stop());

  const ask = (user: string, query: Query) =>
    scene.users[user]!.api.get(SEARCH, { query: { IdCliente: SCENE.client, TamanhoPagina: 500, ...query } });

  const idsOf = async (user: string, query: Query) => {
    const answer = await ask(user, query);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} ${JSON.stringify(query)}`);
    return pairsOf(answer).map(([id]) => id!.Valor);
  };

  /** Asks, and compares with what the contract says; answers how many documents were found. */
  async function agree(user: string, wanted: readonly Wanted[]): Promise<number> {
    const query = Object.assign({}, ...wanted.map((each) => each.query)) as Query;
    const answer = await ask(user, { ...query, BuscarQtdPaginasDocumento: true });
    const ids = answer.status === 200 ? pairsOf(answer).map(([id]) => id!.Valor) : answer.text;
    const right = expected(scene, user, wanted);
    expect({ user, query, ids }).toEqual({ user, query, ids: right });
    expect(answer.json.QtdDocumentos).toBe(right.length);
    return right.length;
  }

  it('shows every document with all its values, its boxes and its due date', async () => {
    const answers = [await ask('busca', {}), await ask('busca', { IdDocumentoStatus: 4 })];
    const shown = new Map(
      answers.flatMap(pairsOf).map(([id, ...pairs]) => [id!.Valor, pairs.map(({ Label, Valor }): [string, string] => [Label, Valor])]),
    );
    expect(shown.size).toBe(DOCUMENTS);
    for (const doc of scene.docs) expect(shown.get(doc.id)).toEqual(shownBy(doc));
    const kinds = new Set(scene.docs.map(({ box, due, status }) => `${box?.code} ${due !== null} ${status}`));
    expect(kinds.size).toBeGreaterThan(15);
  });

  it.each(['busca', 'busca-notas', 'busca-leste', 'busca-dois'])('shows %s the documents within their permissions', async (user) => {
    expect(await agree(user, [])).toBeGreaterThan(20);
    expect(await agree(user, [{ query: { IdDocumentoStatus: 4 }, holds: (doc) => doc.status === 4 }])).toBeGreaterThan(0);
  });

  it('finds by each parameter', async () => {
    let hits = 0;
    const all = everyParameter(scene);
    for (const [, wanted] of all) hits += (await agree('busca', [wanted])) > 0 ? 1 : 0;
    printed('search, parameters alone', { searches: all.length, hits });
    expect(hits / all.length).toBeGreaterThan(0.7);
  });

  it(`finds by ${COMBINATIONS} combinations, as different users`, async () => {
    const users = Object.keys(scene.users);
    const found: number[] = [];
    const sizes: number[] = [];
    for (let from = 0; from < COMBINATIONS; from += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () => {
        const user = chance.of(users);
        return { user, wanted: someParameters(scene, user, chance) };
      });
      sizes.push(...batch.map(({ wanted }) => wanted.length));
      found.push(...(await Promise.all(batch.map(({ user, wanted }) => agree(user, wanted)))));
    }
    const hits = found.filter((count) => count > 0).length;
    printed('search, combinations', { searches: found.length, hits, mostConditions: Math.max(...sizes) });
    expect(hits / found.length).toBeGreaterThan(0.5);
    expect(Math.max(...sizes)).toBeGreaterThan(6);
  });

  it('applies 100 pairs together', async () => {
    const doc = scene.docs.find(({ level, status, values }) => level === LEVELS[4] && status !== 4 && values.has('/Assunto'))!;
    const value = doc.values.get('/Assunto')!;
    const pairs = Array.from({ length: 100 }, (_, index) => valueWanted(index % 2 ? 'Assunto' : 'ASSUNTO', value, undefined, index));
    for (const level of [levelWanted(doc.level), levelWanted('Arquivo')]) await agree('busca', [...pairs, level]);
    expect(await agree('busca', pairs)).toBeGreaterThan(0);
    expect(await agree('busca', [...pairs.slice(0, 99), valueWanted('Assunto', 'nada', undefined, 99)])).toBe(0);
  });

  it('folds blanks of values only, and only when requested', async () => {
    const texts = async (flag: boolean) =>
      pairsOf(await ask('busca', { ...valueWanted('Assunto', 'oficio circular').query, RemoverEspacos: flag })).map((pairs) =>
        pairs.filter(({ Label }) => ['Assunto', 'Nome', 'ArvoreDocumental', 'Nº Provisório'].includes(Label)).map(({ Valor }) => Valor),
      );
    const [as, folded] = [await texts(false), await texts(true)];
    expect(as.length).toBeGreaterThan(0);
    expect(as.flat().some((text) => text.includes('  '))).toBe(true);
    expect(folded).toEqual(as.map((row) => row.map((text) => text.trim().replace(/\s+/g, ' '))));
    const spelt = POOLS.Nome!.find((name) => name.includes('  '))!;
    expect(await agree('busca', [valueWanted('Nome', ` ${spelt} `)])).toBeGreaterThan(0);
  });

  describe('page by page', () => {
    async function walk(user: string, size: number, query: Query = {}, between: () => Promise<unknown> = async () => undefined) {
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const found = await idsOf(user, { ...query, TamanhoPagina: size, Pagina: page });
        ids.push(...found);
        if (found.length < size) return ids;
        await between();
      }
    }

    it.each([
      ['busca', 1000 / 20],
      ['busca', 7],
      ['busca-notas', 13],
      ['busca-dois', 1],
      ['busca-leste', 10],
    ])('%s, %d a page: every document once, newest first', async (user, size) => {
      const right = expected(scene, user, []);
      expect(await walk(user, size)).toEqual(right);
      const last = await ask(user, { TamanhoPagina: size, Pagina: Math.ceil(right.length / size), BuscarQtdPaginasDocumento: true });
      const pages = Math.ceil(right.length / size);
      expect(last.json).toMatchObject({ LabelPaginas: `${pages}/${pages}`, TotalPaginas: pages, QtdDocumentos: right.length });
    });

    it('with conditions', async () => {
      const wanted = [levelWanted('Arquivo'), valueWanted('Assunto', 'ofi%')];
      const query = Object.assign({}, ...wanted.map((each) => each.query)) as Query;
      expect(await walk('busca', 3, query)).toEqual(expected(scene, 'busca', wanted));
    });

    it('while documents are added, with an upper time limit: every document once', async () => {
      const wanted = untilWanted(Date.now() - 1, 2);
      const before = expected(scene, 'busca', [wanted]);
      const ids = await walk('busca', 20, wanted.query, () => atOnce(3, () => scene.file(chance)));
      expect(ids).toEqual(before);
    });

    it('while documents are added: no earlier document is missed', async () => {
      const before = expected(scene, 'busca', []);
      const known = scene.docs.length;
      const ids = await walk('busca', 20, {}, () => atOnce(3, () => scene.file(chance)));
      expect(scene.docs.length).toBeGreaterThan(known);
      const seen = new Set(ids);
      expect(before.filter((id) => !seen.has(id))).toEqual([]);
      const first = [...seen].filter((id) => before.includes(id));
      expect(first).toEqual(before);
    });
  });
});

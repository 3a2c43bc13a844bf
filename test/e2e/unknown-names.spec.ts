import { swept } from './support/adding-files';
import { bodyOf, expectRefusal, PATHS, problemsOf } from './support/creates';
import { matrixScene } from './support/matrix-archive';
import { idsOf, requestOf, send, type Sent } from './support/matrix-calls';
import { matrixRoutes } from './support/matrix-routes';
import type { MatrixRoute, MatrixScene } from './support/matrix-types';

const STRICT = { prefer: 'handling=strict' };
const routes = matrixRoutes();
const operations = routes.filter(({ spec }) => spec.number !== null);

/** What only works once, or as whoever it is about, is asked of something of its own. */
async function goodCall(scene: MatrixScene, route: MatrixRoute): Promise<Sent> {
  const { document, file } = await scene.fresh();
  const { flow, execution } = await scene.freshFlow();
  const things = structuredClone(scene.things);
  Object.assign(things.document, { own: document });
  Object.assign(things.file, { own: file });
  Object.assign(things.flow, { own: flow });
  Object.assign(things.execution, { own: execution });
  return requestOf(scene, route, idsOf(route, things));
}

/** The call with a name that nobody knows in the query and, where there is one, in the body; and how an answer names them. */
function withMore(sent: Sent): { sent: Sent; names: string[] } {
  const query = { ...sent.query, _Aleatório: '1' };
  const { body } = sent;
  if (body === undefined) return { sent: { ...sent, query }, names: ['_Aleatório'] };
  const items = Array.isArray(body) ? (body as object[]).map((item) => ({ ...item, outraVersão: {} })) : undefined;
  const names = items?.map((_, index) => `[${index}].outraVersão`) ?? ['outraVersão'];
  return { sent: { ...sent, query, body: items ?? { ...(body as object), outraVersão: {} } }, names: ['_Aleatório', ...names] };
}

const named = (header: string | null) => (header ?? '').split(', ').map(decodeURIComponent);

describe('unknown names', () => {
  let scene: MatrixScene;
  beforeAll(async () => {
    scene = await matrixScene();
  });
  afterAll(async () => {
    await swept(scene.service);
    await scene.service.stop();
  });

  const tokenOf = (route: MatrixRoute) => scene.tokenOf('right', route.spec.permission ?? '');

  it('are covered for all 38 operations', () => {
    expect(new Set(operations.map(({ spec }) => spec.number)).size).toBe(38);
  });

  it.each(operations)('are all refused with strict handling: $title', async (route) => {
    const { sent, names } = withMore(await goodCall(scene, route));
    const answer = await send(scene.service.url, tokenOf(route), sent, STRICT);
    const problems = problemsOf(expectRefusal(answer, 400)).sort();
    expect(problems).toEqual(names.map((name) => `${name} CAMPO_DESCONHECIDO`).sort());
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(answer.headers.get('campos-ignorados')).toBeNull();
  });

  it.each(operations.filter(({ spec }) => !spec.narrows))('are ignored and reported: $title', async (route) => {
    const { sent, names } = withMore(await goodCall(scene, route));
    const answer = await send(scene.service.url, tokenOf(route), sent);
    expect([answer.status, answer.text]).toEqual([route.spec.answer.status, expect.anything()]);
    expect(answer.headers.get('campos-ignorados')).toMatch(/^[!-~]+(, [!-~]+)*$/);
    expect(named(answer.headers.get('campos-ignorados')).sort()).toEqual(names.sort());
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  it('are refused where one that is misspelt would change more than was asked for', () => {
    const narrow = operations.filter(({ spec }) => spec.narrows).map(({ spec }) => spec.number as string);
    expect([...new Set(narrow)].sort()).toEqual(['2.4', '4.6', '4.7', '4.8']);
  });

  it.each(routes.filter(({ spec }) => (spec.number === null || spec.narrows) && spec.permission !== null))(
    'are refused by $title, which has no old clients or changes less by them',
    async (route) => {
      const { sent, names } = withMore(await goodCall(scene, route));
      const problems = problemsOf(expectRefusal(await send(scene.service.url, tokenOf(route), sent), 400)).sort();
      expect(problems).toEqual(names.map((name) => `${name} CAMPO_DESCONHECIDO`).sort());
    },
  );

  describe('in detail', () => {
    const post = (body: unknown, headers = {}, more = {}) => scene.right.post(PATHS.V1, { query: { ...PLACE(), ...more }, body, headers });
    const PLACE = () => {
      const { unit, client, level } = scene.things;
      return { idUnidade: unit.own!, idCliente: client.own!, idArvoreOrganizacional: level.own! };
    };
    const good = (more: object = {}) => bodyOf('V1', { values: [{ label: 'Assunto', valorCampo: 'a', ...more }] });

    it('are listed by a dry run, as sent', async () => {
      const { json } = await post({ ...good({ 'Tipo, do Campo': 1 }), observação: 'x' }, {}, { simular: 'true', Teste: '' });
      expect(json.camposIgnorados).toEqual(['Teste', 'observação', 'valoresCampos[0].Tipo, do Campo']);
    });

    it.each(['"Preferência"', 'handling=lenient', 'respond-async', 'handling=lenient, handling=strict'])(
      'are ignored with Prefer: %s',
      async (prefer) => {
        const answer = await post({ ...good(), outro: 1 }, { prefer: encodeURI(prefer) });
        expect([answer.status, answer.headers.get('campos-ignorados')]).toEqual([201, 'outro']);
      },
    );

    it.each(['handling=strict', 'Handling = "strict"', 'respond-async, handling=strict; wait=10'])(
      'are refused with Prefer: %s',
      async (prefer) => {
        expect(problemsOf(expectRefusal(await post({ ...good(), outro: 1 }, { prefer }), 400))).toEqual(['outro CAMPO_DESCONHECIDO']);
      },
    );

    it.each([
      ['idDocumnto', 'Nomes parecidos: idDocumento.'],
      ['arquivo', 'Nomes parecidos: idArquivo.'],
      ['zzzz', ''],
    ])('are told with the name that was meant: %s', async (name, near) => {
      const { document, file } = scene.things;
      const query = { idDocumento: document.own!, idArquivo: file.own!, [name]: 'x' };
      const [problem] = expectRefusal(await scene.right.delete('/api/Arquivo/Delete', { query }), 400).erros!;
      expect(problem).toEqual({
        campo: name,
        codigo: 'CAMPO_DESCONHECIDO',
        mensagem: `Este campo não existe nesta operação. ${near}`.trim(),
      });
    });

    it('are told so by extensions', async () => {
      const { erros } = expectRefusal(await scene.right.get('/api/Usuario', { query: { registrosPagina: '10' } }), 400);
      expect(erros![0]!.mensagem).toContain('Nomes parecidos: TamanhoPagina, Pagina.');
    });

    it('cannot overflow or break a header', async () => {
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}\r\nSet-Cookie: ção\ud800${'é'.repeat(300)}`, 1]));
      const answer = await post({ ...good(), ...many });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('set-cookie')).toBeNull();
      const header = answer.headers.get('campos-ignorados')!;
      expect(header.split(', ')).toHaveLength(20);
      expect(header.length).toBeLessThan(4000);
      expect(decodeURIComponent(header.split(', ')[7]!)).toMatch(/^7\r\nSet-Cookie: ção\ufffdé+$/);
    });

    it('do not hide repeated names', async () => {
      expect(problemsOf(expectRefusal(await post({ ...good(), Outro: 1, outro: 2 }), 400))).toEqual(['outro CAMPO_REPETIDO']);
      expect(problemsOf(expectRefusal(await post({ ...good(), CODIGOCAIXA: null }), 400))).toEqual(['CODIGOCAIXA CAMPO_REPETIDO']);
    });

    it('are reported together with other problems', async () => {
      const answer = await post({ ...good(), codigoCaixa: 'x', outro: 1 }, {}, { nada: '1' });
      expect(problemsOf(expectRefusal(answer, 400))).toEqual(['codigoCaixa FORMATO_INVALIDO']);
      expect(answer.headers.get('campos-ignorados')).toBe('nada, outro');
    });
  });
});

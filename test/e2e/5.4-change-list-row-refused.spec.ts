import { loggedIn, type Api, type Call } from './support/api';
import { changingNothing, expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import {
  add,
  addedBy,
  change,
  CUSTOMERS,
  EMPLOYEES,
  KINDS,
  listsScene,
  problems,
  rowId,
  rowPath,
  STAFF,
  SUPPLIERS,
  textsOf,
} from './support/lists-archive';
import { expectAlike, NOBODY, visible } from './support/reading';

const DONE = '"Registro alterado com sucesso."';

describeScene('5.4 refuses and simulates', listsScene, (scene) => {
  const { lists } = scene;
  let count = 1000;
  const staff = async (values: Record<string, string> = {}) =>
    addedBy(await add(lists, STAFF, { Matrícula: String(++count), Nome: 'Novo', ...values }));
  const put = (path: string, body: unknown, as: Api, call: Call = {}) => as.call('PUT', path, { body, ...call });

  describe('invalid input', () => {
    const nome = () => STAFF.field('Nome');
    it.each<[string, () => unknown, string[]]>([
      ['no item', () => [], ['corpo OBRIGATORIO']],
      ['an object', () => ({ idCampo: nome(), valorCampo: 'x' }), [' TIPO_INVALIDO']],
      ['no field', () => [{ valorCampo: 'x' }], ['[0].idCampo OBRIGATORIO']],
      ['no value', () => [{ idCampo: nome() }], ['[0].valorCampo OBRIGATORIO']],
      ['null', () => [{ idCampo: nome(), valorCampo: null }], ['[0].valorCampo OBRIGATORIO']],
      ['NUL', () => [{ idCampo: nome(), valorCampo: 'a\u0000b' }], ['[0].valorCampo FORMATO_INVALIDO']],
      ['4001 characters', () => [{ idCampo: nome(), valorCampo: 'x'.repeat(4001) }], ['[0].valorCampo TAMANHO_EXCEDIDO']],
      ['no GUID', () => [{ idCampo: 'Nome', valorCampo: 'x' }], ['[0].idCampo FORMATO_INVALIDO']],
      ['a field of nobody', () => [{ idCampo: NOBODY, valorCampo: 'x' }], ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
      ['a field of another list', () => KINDS.cells({ Texto: 'xx' }), ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
      ['a field of another client', () => EMPLOYEES.cells({ Nome: 'xx' }), ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
      ['a field twice', () => [...STAFF.cells({ Nome: 'x' }), ...STAFF.cells({ Nome: 'x' })], ['[1].idCampo CAMPO_REPETIDO']],
      [
        'much of it at once',
        () => [...STAFF.cells({ Admissão: 'x' }), { idCampo: NOBODY, valorCampo: 'x' }],
        ['[1].idCampo CAMPO_INEXISTENTE_NA_LISTA', '[0].valorCampo FORMATO_INVALIDO'],
      ],
    ])('is refused: %s', async (_, body, expected) => {
      expect(await problems(scene.service, 400, () => put(rowPath(STAFF, rowId(STAFF, '1')), body(), lists))).toEqual(expected);
    });

    it('is refused: no body, invalid JSON, another media type', async () => {
      const path = rowPath(STAFF, rowId(STAFF, '1'));
      await changingNothing(scene.service, async () => {
        expect(expectRefusal(await lists.call('PUT', path), 400).codigo).toBe('CORPO_OBRIGATORIO');
        expect(expectRefusal(await put(path, '[{', lists), 400).codigo).toBe('JSON_INVALIDO');
        expectRefusal(await put(path, 'x', lists, { headers: { 'content-type': 'text/plain' } }), 415);
        expect(problemsOf(expectRefusal(await put(rowPath(STAFF, 'x'), [], lists), 400))).toEqual([
          'idLinhaLista FORMATO_INVALIDO',
          'corpo OBRIGATORIO',
        ]);
      });
    });
  });

  describe('reach', () => {
    const name = (as: Api, path: string, list = SUPPLIERS) => put(path, list.cells({ [list === SUPPLIERS ? 'Cidade' : 'Nome']: 'x' }), as);
    const row = rowId(EMPLOYEES, '1001');

    it('unknown, foreign and inaccessible lists get the same 404', async () => {
      await changingNothing(scene.service, async () => {
        const ids = [NOBODY, STAFF.id, EMPLOYEES.id];
        const answers = await Promise.all(ids.map((id) => name(scene.finance, rowPath(SUPPLIERS, row, id))));
        expectAlike(404, answers);
        expect(expectRefusal(answers[0]!, 404).codigo).toBe('LISTA_NAO_ENCONTRADA');
      });
    });

    it('U3 unknown rows and rows of another list or client get the same 404', async () => {
      await changingNothing(scene.service, async () => {
        const rows = [NOBODY, row, rowId(STAFF, '1')];
        const answers = await Promise.all(rows.map((id) => name(scene.demo, rowPath(SUPPLIERS, id))));
        expectAlike(404, answers);
        expect(expectRefusal(answers[0]!, 404).codigo).toBe('LINHA_NAO_ENCONTRADA');
      });
    });

    it('users of the level of a list change its rows', async () => {
      const added = addedBy(await add(scene.demo, CUSTOMERS, { CPF: '39053344705', Nome: 'Rui' }));
      expect((await change(scene.finance, CUSTOMERS, added, { Nome: 'Rui Sá' })).text).toBe(DONE);
    });
  });

  describe('simular', () => {
    const simulate = (row: string, values: Record<string, string>, simular: string) =>
      change(lists, STAFF, row, values, { query: { SIMULAR: simular } });

    it.each(['true', '1'])('=%s returns the row as it would be and stores nothing', async (flag) => {
      const row = await staff({ Crachá: 'Azul' });
      const answer = await changingNothing(scene.service, () =>
        simulate(row, { Nome: 'Eva', Crachá: 'azul', Admissão: '2020-01-02' }, flag),
      );
      expect(answer.status).toBe(200);
      const campos = [
        ['Matrícula', String(count)],
        ['Nome', 'Eva'],
        ['Admissão', '02/01/2020'],
        ['Crachá', 'Azul'],
      ].map(([label, valor]) => ({
        idCampo: STAFF.field(label as string),
        nomeCampo: label,
        valor,
        ...(label === 'Matrícula' && { numero: count }),
      }));
      expect(answer.text).toBe(JSON.stringify({ simulado: true, acao: 'alterar', idLinhaLista: row, campos, camposIgnorados: [] }));
    });

    it('is refused like the real call', async () => {
      const row = await staff({ Crachá: 'X' });
      for (const values of [{ Matrícula: '1' }, { Nome: '' }, { Crachá: 'Y' }, { Admissão: '31/02/2020' }] as Record<string, string>[]) {
        const [simulated, real] = [await simulate(row, values, 'true'), await change(lists, STAFF, row, values)];
        expect(visible(simulated)).toEqual(visible(real));
        expect(real.status).toBe(422);
      }
    });

    it('=false is the real call', async () => {
      const row = await staff();
      expect((await simulate(row, { Nome: 'Eva' }, 'False')).text).toBe(DONE);
      expect((await textsOf(lists, STAFF, row))?.[1]).toBe('Eva');
    });
  });

  it('requires the permission in the client of the list', async () => {
    const both = await loggedIn(scene.service.url, 'ambos');
    expectRefusal(await change(both, STAFF, rowId(STAFF, '1'), { Nome: 'x' }), 401);
  });
});

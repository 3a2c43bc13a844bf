import { Api, IDS, loggedIn } from './support/api';
import { describeScene } from './support/describe-service';
import { CUSTOMERS, EMPLOYEES, HOLIDAYS, KINDS, LISTS, listsScene, STAFF, SUPPLIERS } from './support/lists-archive';
import { visible } from './support/reading';

interface Shown {
  IdLista: string;
  NomeLista: string;
}

describeScene('5.1 GET /api/Lista/GetListas', listsScene, (scene) => {
  const namesSeenBy = async (api: Api) => ((await api.get(LISTS)).json as Shown[]).map(({ NomeLista }) => NomeLista);

  it('returns the lists of a client by name', async () => {
    const { status, text } = await scene.demo.get(LISTS);
    expect(status).toBe(200);
    const client = { IdCliente: IDS.client, NomeCliente: 'Empresa Exemplo' };
    const noParent = { IdListaPai: null, NomeListaPai: null };
    expect(text).toBe(
      JSON.stringify([
        { IdLista: CUSTOMERS.id, NomeLista: 'Clientes Finais', ...noParent, ...client, TipoLista: 'C', PermiteAlteracao: true },
        { IdLista: SUPPLIERS.id, NomeLista: 'Fornecedores', ...noParent, ...client, TipoLista: 'A', PermiteAlteracao: true },
        { IdLista: EMPLOYEES.id, NomeLista: 'Funcionários', ...noParent, ...client, TipoLista: 'C', PermiteAlteracao: false },
      ]),
    );
  });

  it('returns the parent list', async () => {
    const shown = (await scene.lists.get(LISTS)).json as Record<string, unknown>[];
    expect(shown.map(({ NomeLista, IdListaPai, NomeListaPai }) => [NomeLista, IdListaPai, NomeListaPai])).toEqual([
      ['Cadastro', null, null],
      ['Férias', STAFF.id, 'Cadastro'],
      ['Tipos', null, null],
    ]);
    expect(shown.map(({ IdLista }) => IdLista)).toEqual([STAFF.id, HOLIDAYS.id, KINDS.id]);
  });

  it('orders lists of several clients by client, then by name', async () => {
    expect(await namesSeenBy(await loggedIn(scene.service.url, 'ambos'))).toEqual([
      ...['Cadastro', 'Férias', 'Tipos'],
      ...['Clientes Finais', 'Fornecedores', 'Funcionários'],
    ]);
  });

  it('shows users of some levels the lists of these levels', async () => {
    expect(await namesSeenBy(scene.finance)).toEqual(['Clientes Finais', 'Fornecedores']);
    expect(await namesSeenBy(await loggedIn(scene.service.url, 'férias'))).toEqual(['Cadastro', 'Tipos']);
  });

  it('shows readers all lists, and nothing to another client', async () => {
    expect(await namesSeenBy(scene.reader)).toEqual(['Clientes Finais', 'Fornecedores', 'Funcionários']);
    expect((await scene.other.get(LISTS)).text).toBe('[]');
  });

  it('accepts the path in any case and under /v1', async () => {
    const plain = await scene.demo.get(LISTS);
    expect(visible(await scene.demo.get('/v1/API/lista/getlistas'))).toEqual(visible(plain));
  });
});

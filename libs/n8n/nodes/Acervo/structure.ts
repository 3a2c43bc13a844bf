import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { call, type Caller } from './call';

interface Unit {
  idUnidade: string;
  nomeUnidade: string;
  clientes: { idCliente: string; nomeCliente: string; arvores: Level[] }[];
}
interface Level {
  idArvoreOrganizacional: string;
  nome: string;
  caminho: string;
  permissoes: string[];
  campos: object[];
}

/** Every level that the user reaches, with all ids that other operations need. */
export async function levelsOf(caller: Caller) {
  const units = await call<Unit[]>(caller, '/api/Estrutura');
  return units.flatMap(({ idUnidade, nomeUnidade, clientes }) =>
    clientes.flatMap(({ idCliente, nomeCliente, arvores }) =>
      arvores.map((level) => ({ idUnidade, nomeUnidade, idCliente, nomeCliente, ...level })),
    ),
  );
}

type Row = Awaited<ReturnType<typeof levelsOf>>[number];

/** Those of the chosen client, each once. */
const choice = (name: keyof Row, value: keyof Row) =>
  async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const client = this.getCurrentNodeParameter('clientId');
    const rows = (await levelsOf(this)).filter(({ idCliente }) => value === 'idCliente' || !client || idCliente === client);
    return [...new Map(rows.map((row) => [row[value], row[name]]))].map(([id, shown]) => ({ name: String(shown), value: String(id) }));
  };

export const loadOptions = {
  getClients: choice('nomeCliente', 'idCliente'),
  getUnits: choice('nomeUnidade', 'idUnidade'),
  getLevels: choice('caminho', 'idArvoreOrganizacional'),
  async getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const client = this.getCurrentNodeParameter('clientId');
    const lists = await call<{ IdLista: string; NomeLista: string; IdCliente: string }[]>(this, '/api/Lista/GetListas');
    return lists.filter(({ IdCliente }) => IdCliente === client).map(({ IdLista, NomeLista }) => ({ name: NomeLista, value: IdLista }));
  },
};

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { call } from './call';
import { paged } from './paging';
import { clientId, listId, many, shownFor } from './properties';

export const listProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['list'] } },
    options: [
      { name: 'Get Many', value: 'getAll', description: 'Lists that the user can access', action: 'Get many lists' },
      { name: 'Get Rows', value: 'rows', description: 'Rows of a list, in the order of their addition', action: 'Get rows of a list' },
    ],
    default: 'rows',
  },
  { ...clientId, ...shownFor('list', 'rows') },
  { ...listId, ...shownFor('list', 'rows') },
  ...many('list', 'rows'),
];

interface Cell {
  IdCampo: string;
  IdLinhaLista: string;
  Valor: string;
}

const getAll = (caller: IExecuteFunctions) => call<IDataObject[]>(caller, '/api/Lista/GetListas');

/** The service answers cells: one item for each row here, its values by the names of the fields. */
async function rows(caller: IExecuteFunctions, index: number) {
  const qs = {
    idCliente: caller.getNodeParameter('clientId', index) as string,
    idLista: caller.getNodeParameter('listId', index) as string,
  };
  const listFields = await call<{ IdCampo: string; NomeCampo: string }[]>(caller, '/api/Lista/GetCamposDaLista', { qs });
  const names = new Map(listFields.map(({ IdCampo, NomeCampo }) => [IdCampo, NomeCampo]));
  return paged(caller, index, async (TamanhoPagina, Pagina) => {
    const cells = await call<Cell[]>(caller, '/api/Lista/GetLinhaLista', { qs: { ...qs, Pagina, TamanhoPagina } });
    const found = new Map<string, IDataObject>();
    for (const { IdLinhaLista, IdCampo, Valor } of cells)
      found.set(IdLinhaLista, { ...found.get(IdLinhaLista), [names.get(IdCampo) ?? IdCampo]: Valor });
    const entries = [...found].map(([idLinhaLista, campos]) => ({ idLinhaLista, campos }));
    return { entries, isLast: entries.length < TamanhoPagina };
  });
}

export const listOperations = { getAll, rows };

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { call } from './call';
import { clientId, levelId, shownFor } from './properties';
import { levelsOf } from './structure';

export const levelProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['level'] } },
    options: [
      { name: 'Get', value: 'get', description: 'JSON Schema of the fields of a level, and examples', action: 'Get a level' },
      { name: 'Get Many', value: 'getAll', description: 'Levels that the user can access, with many IDs', action: 'Get many levels' },
    ],
    default: 'getAll',
  },
  { ...clientId, ...shownFor('level', 'get') },
  { ...levelId, ...shownFor('level', 'get') },
];

const getAll = (caller: IExecuteFunctions): Promise<IDataObject[]> => levelsOf(caller);

async function get(caller: IExecuteFunctions, index: number) {
  const id = encodeURIComponent(caller.getNodeParameter('levelId', index) as string);
  return [await call<IDataObject>(caller, `/api/Estrutura/${id}`)];
}

export const levelOperations = { getAll, get };

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { call, given } from './call';
import { valuesOf } from './documentFields';
import { paged } from './paging';
import { fields, levelId, many, optional, optionsOf, shownFor, simplify, unitId } from './properties';

const shown = shownFor('document', 'search');

export const searchProperties: INodeProperties[] = [
  { ...fields, ...shown, description: 'All must match; a text that ends in % matches as a prefix' },
  ...many('document', 'search'),
  { ...simplify, ...shown },
  optionsOf(shown, [
    { displayName: 'Document Code', name: 'Documento', type: 'string', default: '' },
    { displayName: 'External Key', name: 'ChaveExterna', type: 'string', default: '' },
    optional(levelId),
    { displayName: 'Registered From', name: 'DataCadastroInicial', type: 'string', default: '', placeholder: '21/11/2026' },
    { displayName: 'Registered Until', name: 'DataCadastroFinal', type: 'string', default: '', placeholder: '21/11/2026' },
    optional(unitId),
  ]),
];

interface Entry extends IDataObject {
  MetaDados: { Label: string; Valor: string }[];
}

export async function search(caller: IExecuteFunctions, index: number) {
  const { levelId: level, unitId: unit, ...criteria } = caller.getNodeParameter('options', index) as IDataObject;
  const entries = await paged(caller, index, async (TamanhoPagina, Pagina) => {
    const qs = {
      ...given({ ...criteria, IdArvoreOrganizacional: level, IdUnidade: unit }),
      IdCliente: caller.getNodeParameter('clientId', index) as string,
      ValoresCampos: valuesOf(caller, index).map((each) => JSON.stringify(each)),
      ...{ Pagina, TamanhoPagina },
    };
    const { Metadados } = await call<{ Metadados: Entry[] }>(caller, '/api/Documento/Get', { qs });
    return { entries: Metadados, isLast: Metadados.length < TamanhoPagina };
  });
  if (!caller.getNodeParameter('simplify', index)) return entries;
  return entries.map(({ MetaDados }) => Object.fromEntries(MetaDados.map(({ Label, Valor }) => [Label, Valor])));
}

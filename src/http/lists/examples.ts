import { stableId } from '#application/support/stable-id';

/** A name of the demo archive, which determines ids. */
const CLIENT = 'Empresa Exemplo';
const fieldOf = (list: string, label: string) => stableId('list-field', CLIENT, list, label);

/** Ids and bodies for the demo archive; the reference shows them and a test sends them. */
export const EXAMPLE = { list: stableId('list', CLIENT, 'Fornecedores') };

export const ADD_ROW = [
  { idCampo: fieldOf('Fornecedores', 'CNPJ'), valorCampo: '07.664.483/0001-78' },
  { idCampo: fieldOf('Fornecedores', 'Razão Social'), valorCampo: 'Papelaria Central Ltda' },
  { idCampo: fieldOf('Fornecedores', 'Cidade'), valorCampo: 'Uberlândia' },
];

export const CHANGE_ROW = [{ idCampo: fieldOf('Fornecedores', 'Cidade'), valorCampo: 'Contagem' }];

export const SEARCH_ROWS = [{ idCampo: fieldOf('Fornecedores', 'Razão Social'), valorCampo: 'Limpeza%' }];

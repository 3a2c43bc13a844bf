/** Invoices of items.mjs as the service's interface writes them. */
export const LABELS = {
  numero: 'Número',
  data_emissao: 'Data de Emissão',
  cnpj: 'CPF/CNPJ Fornecedor',
  valor: 'Valor Total',
  observacao: 'Observação',
};
const FORMS = {
  data_emissao: (day) => day.split('-').reverse().join('/'),
  valor: (value) => value.toFixed(2).replace('.', ','),
};
const written = (item, name) => (FORMS[name] ?? String)(item[name]);

/** Label and value of each field. */
export const writtenValues = (item) => Object.entries(LABELS).map(([name, label]) => [label, written(item, name)]);

/** What a client sends to create it. */
export const valuesToSend = (item) => writtenValues(item).map(([label, valorCampo]) => ({ label, valorCampo }));

/** The address of a search, of operation 4.4, by these fields of an item. */
export function searchUrl({ address, idCliente }, searched, more = {}) {
  const query = new URLSearchParams({ IdCliente: idCliente, TamanhoPagina: 50, ...more });
  for (const [index, name] of Object.keys(searched).entries()) {
    query.set(`ValoresCampos[${index}].Label`, LABELS[name]);
    query.set(`ValoresCampos[${index}].ValorCampo`, written(searched, name));
  }
  return `${address}/api/Documento/Get?${query}`;
}

import { read } from './api.js';
import { byId, make } from './elements.js';
import { fieldInputs, valuesIn } from './fields.js';
import { number, t, wireDay } from './text.js';
import { attempt, button, labelled } from './view.js';

const PAGE_SIZE = 50;
/** What a result carries before and behind the fields of its level. */
const [BEFORE, BEHIND] = [2, 10];

/** One result of operation 4.4, by what its pairs mean. */
function documentOf({ MetaDados: pairs }) {
  const named = (label) => pairs.findLast(({ Label }) => Label === label)?.Valor ?? '';
  return {
    id: pairs[0].Valor,
    path: pairs[1].Valor,
    fields: pairs.slice(BEFORE, -BEHIND).map(({ Label, Valor }) => ({ label: Label, value: Valor })),
    code: named('Código do Documento'),
    status: named('Status'),
    files: named('Total de Arquivos'),
    box: named('Nº Caixa'),
    due: named('Vencimento TTD'),
  };
}

/** The fields of the level, and what documents of all levels have; what stands in fields that stay is kept. */
export function showSearchFields(level) {
  const kept = new Map([...byId('search-fields').querySelectorAll('[name]')].map(({ name, value }) => [name, value]));
  const common = [
    [t('Código do documento', 'Document code'), 'Documento', 'text'],
    [t('Cadastrado de', 'Filed from'), 'DataCadastroInicial', 'date'],
    [t('Cadastrado até', 'Filed until'), 'DataCadastroFinal', 'date'],
  ].map(([text, name, type]) => labelled(text, make('input', { name, type, value: kept.get(name) ?? '' })));
  byId('search-fields').replaceChildren(...(level ? fieldInputs(level) : []), ...common);
}

function queryOf({ client, unit, level }) {
  const day = (name) => wireDay(byId('search').elements[name].value);
  const values = valuesIn(byId('search')).flatMap(({ nomeLista, label, valorCampo }, index) => [
    [`ValoresCampos[${index}].Label`, label],
    [`ValoresCampos[${index}].ValorCampo`, valorCampo],
    [`ValoresCampos[${index}].NomeLista`, nomeLista],
  ]);
  return {
    IdCliente: client.idCliente,
    IdUnidade: unit.idUnidade,
    IdArvoreOrganizacional: level?.idArvoreOrganizacional,
    Documento: byId('search').elements.Documento.value.trim(),
    DataCadastroInicial: day('DataCadastroInicial'),
    DataCadastroFinal: day('DataCadastroFinal'),
    TamanhoPagina: PAGE_SIZE,
    BuscarQtdPaginasDocumento: true,
    ...Object.fromEntries(values),
  };
}

/** Short texts stay in one line; words without end are broken anywhere. */
function cell(text) {
  const className = text.length <= 20 ? 'narrow' : /\S{30}/.test(text) ? 'long' : '';
  return make('td', { className, textContent: text });
}

/** Fields are columns where all documents are of one level; else each document says its own. */
function table(documents, open) {
  const isMixed = new Set(documents.map(({ path }) => path)).size > 1;
  const labels = isMixed ? [] : documents[0].fields.map(({ label }) => label);
  const heads = [t('Código', 'Code'), ...(isMixed ? [t('Nível', 'Level'), t('Dados', 'Data')] : labels), t('Arquivos', 'Files'), 'Status'];
  const summary = ({ fields }) =>
    fields
      .filter(({ value }) => value !== '')
      .map(({ label, value }) => `${label}: ${value}`)
      .join(' · ');
  const row = (found) => {
    const name = t(`Documento ${found.code}`, `Document ${found.code}`);
    const code = button(found.code, () => open(found), { className: 'link', 'aria-label': name });
    const texts = isMixed ? [found.path, summary(found)] : found.fields.map(({ value }) => value);
    return make('tr', {}, make('td', { className: 'narrow' }, code), texts.map(cell), cell(found.files), cell(found.status));
  };
  const head = make(
    'tr',
    {},
    heads.map((text) => make('th', { scope: 'col', textContent: text })),
  );
  const body = make('table', {}, make('thead', {}, head), make('tbody', {}, documents.map(row)));
  return make(
    'div',
    { className: 'wide', tabIndex: 0, role: 'region', 'aria-label': t('Documentos encontrados', 'Documents found') },
    body,
  );
}

function pager({ page, pages, total }, go) {
  const said = t(
    `${number(total)} ${total === 1 ? 'documento' : 'documentos'}, página ${number(page)} de ${number(pages)}`,
    `${number(total)} ${total === 1 ? 'document' : 'documents'}, page ${number(page)} of ${number(pages)}`,
  );
  const step = (text, target, name) =>
    button(text, () => go(target), { disabled: target < 1 || target > pages || target === page, 'aria-label': name });
  const input = make('input', {
    type: 'number',
    min: 1,
    max: pages,
    value: page,
    className: 'short',
    'aria-label': t('Página', 'Page'),
    onchange: ({ target }) => go(Math.min(Math.max(1, Number(target.value) || 1), pages)),
  });
  return make(
    'div',
    { className: 'row pager' },
    make('span', { id: 'found', className: 'grow', textContent: said }),
    pages > 1 && [
      step('«', 1, t('Primeira página', 'First page')),
      step('‹', page - 1, t('Página anterior', 'Previous page')),
      input,
      step('›', page + 1, t('Próxima página', 'Next page')),
      step('»', pages, t('Última página', 'Last page')),
    ],
  );
}

/** @param place what is searched, when it is searched. */
export function startSearch(place, open) {
  let asked = 0;
  const find = (query, page) =>
    attempt(async () => {
      const turn = ++asked;
      byId('results').setAttribute('aria-busy', 'true');
      const answer = await read('api/Documento/Get', { ...query, Pagina: page }).finally(() =>
        byId('results').removeAttribute('aria-busy'),
      );
      if (turn !== asked) return;
      const found = { page, pages: Math.max(1, answer.TotalPaginas), total: answer.QtdDocumentos };
      const documents = answer.Metadados.map(documentOf);
      byId('results').replaceChildren(
        pager(found, (target) => find(query, target)),
        ...(documents.length > 0 ? [table(documents, open)] : []),
      );
    });
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    void find(queryOf(place()), 1);
  });
  return () => find(queryOf(place()), 1);
}

/** The document of this code, as the search shows it. */
export async function findByCode(client, code) {
  const answer = await read('api/Documento/Get', { IdCliente: client.idCliente, Documento: code });
  return documentOf(answer.Metadados[0]);
}

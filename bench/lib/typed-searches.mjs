/** The typed search of the service on a filled database, and what is asked of it. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { endsOf } from './search-fill.mjs';
import { COMMON } from './word-fill.mjs';

/** What a page may read: so many entries of an index, and as many looks for each condition that is checked (ADR 54). */
export const MOST_ENTRIES = 5000;

export async function openFinder({ load, sql, access }) {
  const [{ FindDocuments }, { TextSearch }, { TimeZone }, { TypeOrmDocumentSearch }, { TypeOrmTextIndex }, { TypeOrmFoundTexts }, keys] =
    await Promise.all(
      [
        'application/documents/find-documents.use-case',
        'application/documents/text-search',
        'application/support/time-zone',
        'infrastructure/typeorm/search/typeorm-document-search',
        'infrastructure/typeorm/documents/typeorm-text-index',
        'infrastructure/typeorm/text-extraction/typeorm-found-texts',
        'infrastructure/keys/sealed-cursors',
      ].map(load),
    );
  return new FindDocuments(
    new TypeOrmDocumentSearch(sql, new TypeOrmTextIndex(sql)),
    new keys.SealedCursors(createSecretKey(randomBytes(32))),
    new TimeZone('America/Sao_Paulo'),
    new TextSearch(new TypeOrmFoundTexts(sql), access, { readFiles: true }),
  );
}

const on = (label, operator, ...values) => ({ label, operator, ...(values.length > 1 ? { values } : { value: values[0] }) });
const byAmount = { label: 'Valor', descending: true };
const amounts = (from, until) => on('Valor', 'between', from, until);

/** @returns questions with a title, how many of their conditions are looked up in each document, and the page, if it is not the first */
export function typedSearches(documents) {
  const { older } = endsOf(documents);
  const search = (title, conditions, { order, text, checks = conditions.length + (text ? 1 : 0), page = 1 } = {}) => ({
    title,
    checks,
    page,
    input: { filter: { all: conditions }, order, text, columns: undefined, cursor: undefined, pageSize: 50, highlight: false, unread: [] },
  });
  const dates = on('Data', 'between', '01/01/2019', '31/12/2019');
  const wide = amounts('1.000,00', '11.000,00');
  const kind = on('Tipo', 'equal', 'tipo 1');
  return [
    search('dates of a year (1 of 10)', [dates]),
    search('dates of a year, by date', [dates], { order: { label: 'Data', descending: false }, checks: 0 }),
    search('amounts (1 of 10)', [wide]),
    search('amounts (1 of 10), by amount', [wide], { order: byAmount, checks: 0 }),
    search('amounts (1 of 10), by amount, page 20 by cursor', [wide], { order: byAmount, checks: 0, page: 20 }),
    search('amounts (1 of 300), by date', [amounts('1.000,00', '1.333,00')], { order: { label: 'Data', descending: true }, checks: 2 }),
    search('all, by amount', [], { order: byAmount, checks: 0 }),
    search('all, by cadastro', [], { order: { member: 'created', descending: true }, checks: 0 }),
    search('kind and amounts (1 of 40), by date', [kind, wide], { order: { label: 'Data', descending: true } }),
    search('kind and dates (1 of 40), by amount', [kind, dates], { order: byAmount }),
    search('either of two kinds, without a supplier', [
      { any: [kind, on('Tipo', 'equal', 'tipo 2')] },
      { none: [on('Fornecedor', 'equal', 'fornecedor 77')] },
    ]),
    search('hopeless: a kind that old documents lack, of old documents, by amount', [on('Tipo', 'equal', 'tipo 3'), { member: 'code', operator: 'at-most', value: String(older) }], { order: byAmount }), // prettier-ignore
    search('contem: two words of every value', [on('Observação', 'has-words', 'observação número')]),
    search('contem: beginnings (1 of 270)', [on('Fornecedor', 'has-words', 'forn 77')]),
    search('contem: a word of one value', [on('Observação', 'has-words', `numero ${documents / 2 + 13}`)]),
    search('contem: a word of a list (1 of 27), by amount', [{ ...on('UF', 'has-words', '7'), listName: 'Fornecedores' }], { order: byAmount }), // prettier-ignore
    search('texto: a word of every text (1 of 10)', [], { text: COMMON[0] }),
    search('texto: a word of half of the texts', [], { text: COMMON[1] }),
    search('texto: a word of few', [], { text: 'palavra19876' }),
    search('texto: two words', [], { text: `${COMMON[1]} palavra7` }),
    search('texto: a beginning', [], { text: 'palavra198*' }),
    search('texto: a word and not another, by amount', [], { text: `palavra50 -${COMMON[1]}`, order: byAmount }),
    search('texto: a word of every text, with a supplier', [on('Fornecedor', 'equal', 'fornecedor 77')], { text: COMMON[0] }),
  ];
}

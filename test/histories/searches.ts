import type { Names } from './names';
import { day, OPTIONS } from './names';
import { clientOf, LEVELS, LISTS, sees, seesAll } from './archive';
import { found, newestFirst, sameDocuments, shown, type Clients } from './look';
import { same } from './model';
import type { Held, State } from './state';
import type { SearchPicks } from './steps';

interface Condition {
  query: Record<string, string | number>;
  holds(held: Held): boolean;
}

const STATUS: Record<number, string> = { 2: 'Armazenado', 4: 'Excluído', 6: 'Eletrônico' };

function conditionsOf(picks: SearchPicks, names: Names, userIds: Record<string, string>): Condition[] {
  const { level, text, spelling, number, entry, box, status, author, externalKey } = picks;
  const { text: label, lists } = LEVELS[level];
  const conditions: Condition[] = [];
  let index = 0;
  const value = (name: string, sent: string, holds: (held: Held) => boolean, list?: string) => {
    const at = `ValoresCampos[${index++}]`;
    const query = { [`${at}.Label`]: name, [`${at}.ValorCampo`]: sent, ...(list !== undefined && { [`${at}.NomeLista`]: list }) };
    conditions.push({ query, holds });
  };
  // Something of this history's own comes first, for the archive is full of others.
  const isBeginning = text === null || spelling === 3;
  const sought = text === null ? `${names.prefix}%` : names.searched(text, spelling);
  value(label, sought, (held) => (isBeginning ? !!held.values[label] : held.values[label] === names.text(text)));
  if (level === 'invoices' && number !== null) value('Número', names.number(number), (h) => h.values['Número'] === names.number(number));
  if (level === 'invoices' && picks.day !== null) {
    const [sent, held] = day(picks.day);
    value('Data de Emissão', sent, (document) => document.values['Data de Emissão'] === held);
  }
  if (level === 'contracts' && picks.option !== null) {
    const option = OPTIONS[picks.option] as string;
    value('Situação', option.toLowerCase(), ({ values }) => values['Situação'] === option);
  }
  const list = entry && lists[entry.list % lists.length];
  if (list) {
    const { key, must, name } = LISTS[list];
    const wanted = entry.byName ? names.rowName(entry.key % 2) : names.rowKey(list, entry.key);
    value(entry.byName ? must : key, wanted, ({ rows }) => rows[list]?.cells[entry.byName ? must : key] === wanted, name);
  }
  if (box !== null && !LEVELS[level].foreign) conditions.push({ query: { Caixa: box }, holds: (held) => held.box === box });
  if (author !== null) conditions.push({ query: { IdUsuarioIndexador: userIds[author] as string }, holds: ({ by }) => by === author });
  if (externalKey !== null) {
    const key = names.externalKey(externalKey);
    conditions.push({ query: { ChaveExterna: key }, holds: (held) => held.externalKey === key });
  }
  const statusOf = (held: Held) => shown(held).find((pair) => pair.Label === 'Status')?.Valor;
  conditions.push({
    query: status === null ? {} : { IdDocumentoStatus: status },
    holds: (held) => (status === null ? !held.deleted : statusOf(held) === STATUS[status]),
  });
  return conditions;
}

/** A search by several conditions finds what the state has, and counts it. */
export async function searched(
  clients: Clients,
  userIds: Record<string, string>,
  names: Names,
  state: State,
  picks: SearchPicks,
): Promise<void> {
  const { who, level } = picks;
  const conditions = conditionsOf(picks, names, userIds);
  const query = {
    IdCliente: clientOf(who),
    IdArvoreOrganizacional: LEVELS[level].id,
    BuscarQtdPaginasDocumento: 'true',
    ...Object.assign({}, ...conditions.map((condition) => condition.query)),
  };
  const answer = await clients[who].get('/api/Documento/Get', { query });
  const what = `search of ${who}: ${JSON.stringify(query)}`;
  if (!sees(who, level)) return same(what, answer.status, seesAll(who) ? 400 : 401);
  // A user of another client is as one that does not exist.
  if (picks.author !== null && clientOf(picks.author) !== clientOf(who))
    return same(what, [answer.status, answer.json.erros?.[0]?.campo], [400, 'IdUsuarioIndexador']);
  const expected = newestFirst(state.documents.filter((held) => held.level === level && conditions.every(({ holds }) => holds(held))));
  sameDocuments(what, found(answer), expected);
  same(what, (answer.json as { QtdDocumentos: number }).QtdDocumentos, expected.length);
}

/** What a statement says of its tables, as far as it takes to see that each is kept within a tenant. */

/** A table that a statement names, under the name it has there. */
export interface Named {
  table: string;
  alias: string;
}

/** `tenant d`: its client is compared with a parameter; `same f d`: that of `f` is that of `d`. */
type Fact = string;

/** No row is found at all. */
export const NOTHING: Fact = 'nothing';

const TENANT = /^(?:(\w+)\.)?(?:home_)?client_id (?:= \?|IN \(\?\))$/;
const SAME = /^(\w+)\.(?:home_)?client_id = (\w+)\.(?:home_)?client_id$/;
/** Users and their grants are tables of the service: they are within what names them. */
const OF_USER = /^(\w+)\.(?:id|user_id) = (\w+)\.(?:user_id|id)$/;

/** The parts of a text between a word at its top level. */
function split(text: string, word: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (depth === 0 && text.startsWith(` ${word} `, at)) {
      parts.push(text.slice(from, at));
      from = at + word.length + 1;
      at += word.length;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

const isWrapped = (text: string) =>
  text.startsWith('(') && text.endsWith(')') && split(` ${text.slice(1, -1)} `, '\0').length === 1 && closes(text);

function closes(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0) return false;
  }
  return true;
}

/** What surely holds when a condition does: all of what AND joins, of what OR joins only what every part says. */
function factsOf(condition: string, own: string): Set<Fact> {
  const text = condition.trim();
  const alternatives = split(text, 'OR');
  if (alternatives.length > 1) {
    const [first, ...others] = alternatives.map((part) => factsOf(part, own));
    return new Set([...(first as Set<Fact>)].filter((fact) => others.every((facts) => facts.has(fact))));
  }
  if (text === '1 = 0' || text === '0=1') return new Set([NOTHING]);
  const parts = split(text, 'AND');
  if (parts.length > 1) return new Set(parts.flatMap((part) => [...factsOf(part, own)]));
  if (isWrapped(text)) return factsOf(text.slice(1, -1), own);
  const tenant = TENANT.exec(text);
  if (tenant) return new Set([`tenant ${tenant[1] ?? own}`]);
  const same = SAME.exec(text) ?? OF_USER.exec(text);
  return new Set(same ? [`same ${same[1]} ${same[2]}`, `same ${same[2]} ${same[1]}`] : []);
}

/** One SELECT (or what stands for one), with the facts that hold in it. */
export interface Block {
  names: Named[];
  facts: Set<Fact>;
  /** Columns of an INSERT. */
  columns?: readonly string[];
}

const END = /\s(?:GROUP BY|ORDER BY|LIMIT|HAVING|FOR UPDATE)\b.*$/;

function blockOf(text: string): Block {
  const insert = /^INSERT (?:IGNORE )?INTO (\w+) ?\(([^)]*)\)/.exec(text);
  const change = /^(?:UPDATE (\w+) SET .*?|DELETE FROM (\w+))(?: WHERE (.*))?$/.exec(text);
  if (change) {
    const table = (change[1] ?? change[2]) as string;
    return { names: [{ table, alias: table }], facts: factsOf((change[3] ?? '').replace(END, ''), table) };
  }
  const columns = insert && { columns: (insert[2] as string).split(',').map((name) => name.trim()) };
  const [, from = '', where = ''] = / FROM (.*?)(?: WHERE (.*))?$/.exec(text.replace(END, '')) ?? [];
  const names: Named[] = insert ? [{ table: insert[1] as string, alias: '' }] : [];
  const joined = from.replace(/ (LEFT|CROSS|INNER) JOIN /g, ' JOIN $1 ').split(' JOIN ');
  // The columns of the only table need no name of it.
  const only = joined.length === 1 ? /^\w+(?: (\w+))?$/.exec((joined[0] as string).trim()) : null;
  const facts = factsOf(where, only ? (only[1] ?? only[0]) : '');
  for (const part of joined) {
    const [, kind, table, alias, on = ''] =
      /^(?:(LEFT|CROSS|INNER) )?(\w+|\(#\d+\))(?: (?!ON\b)(\w+))?(?: ON (.*))?$/.exec(part.trim()) ?? [];
    if (table === undefined) continue;
    const name = alias ?? table;
    if (!table.startsWith('(#')) names.push({ table, alias: name });
    // Of an outer join the condition binds what is joined alone.
    for (const fact of factsOf(on, '')) if (kind !== 'LEFT' || fact.split(' ')[1] === name) facts.add(fact);
  }
  return { names, facts, ...columns };
}

/** MySQL runs what stands in these as part of the statement: a condition may not hide there. */
const RUN_AS_HINT = /\/\*! (?:(?:FORCE|IGNORE) INDEX (?:FOR ORDER BY )?\([\w, ]+\)|STRAIGHT_JOIN) \*\//g;
const NEVER_RUN = /\/\*(?!M?!).*?\*\//gs;

/** Bytes made of an id in text, or text of one in bytes: the same id. */
const ID_CHANGED =
  /UNHEX\(REPLACE\((\w+\.\w+), '-', ''\)\)|LOWER\(CONCAT\(SUBSTR\(HEX\((\w+\.\w+)\), 1, 8\)(?:, '-', SUBSTR\(HEX\(\2\), \d+, \d+\)){4}\)\)/g;

/** The text in one line, without what some engine is told of its indexes or TypeORM's quotes, and with one `?` for any list of them. */
export const normalised = (sql: string) =>
  sql
    .replace(RUN_AS_HINT, '')
    .replace(NEVER_RUN, '')
    .replace(/[`"](\w+)[`"]/g, '$1')
    .replace(ID_CHANGED, '$1$2')
    .replace(/\s+/g, ' ')
    .replace(/\(\s*(\?(?:, \?)+|NULL)\s*\)/g, '(?)')
    .replace(/(\(\?\)(?:, \(\?\))+)/g, '(?)')
    .replace(/BETWEEN \? AND \?/g, 'BETWEEN ?')
    .trim();

/** Where the bracket that opens here closes. */
function closingOf(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** The statement and its sub-queries, innermost first. */
export function blocksOf(statement: string): Block[] {
  const inner: string[] = [];
  let text = statement;
  // The last one that begins holds no other.
  for (let at; (at = text.lastIndexOf('(SELECT ')) >= 0;) {
    const end = closingOf(text, at);
    inner.push(text.slice(at + 1, end));
    text = `${text.slice(0, at)}(#${inner.length - 1})${text.slice(end + 1)}`;
  }
  return [...inner, text].flatMap((part) => split(part, 'UNION').map((member) => blockOf(member.trim())));
}

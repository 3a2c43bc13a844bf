import type { Answer, Api } from '../e2e/support/api';
import type { SharedFile } from '../e2e/support/reading';
import { sharesPath } from '../e2e/support/reading';
import {
  BOXES,
  clientOf,
  LEVELS,
  LISTS,
  listFieldId,
  listId,
  listLabels,
  placeOf,
  reaches,
  sees,
  type ListName,
  type User,
} from './archive';
import { Mismatch, same } from './model';
import type { Names } from './names';
import type { Held, Row, State } from './state';

export type Clients = Record<User, Api>;
export interface Pair {
  Label: string;
  Valor: string;
}

const dueDay = ({ level, values }: Held) => {
  const issued = values['Data de Emissão'];
  return level === 'invoices' && issued ? issued.slice(0, 6) + (Number(issued.slice(6)) + 5) : '';
};

/** All that 4.4 shows of a document. */
export function shown(held: Held): Pair[] {
  const { path, labels, lists } = LEVELS[held.level];
  const pairs: [string, string][] = [
    ['Id', held.id],
    ['ArvoreDocumental', path],
    ...labels.map((label): [string, string] => [label, held.values[label] ?? '']),
    ...lists.flatMap((list) => listLabels(list).map((label): [string, string] => [label, held.rows[list]?.cells[label] ?? ''])),
    ['Código do Documento', String(held.code)],
    ['Status', held.deleted ? 'Excluído' : held.box === null ? 'Eletrônico' : 'Armazenado'],
    ['Total de Arquivos', String(held.files.length)],
    ['Nº Caixa', held.box === null ? '' : String(held.box)],
    ['Nº Provisório', ''],
    ['Nº SubCaixa', ''],
    ['Nº SubCaixa Provisório', ''],
    ['Tipo de Guarda', held.box === null ? 'Eletrônico' : (BOXES[held.box]?.custody as string)],
    ['Icone_Reserva', ''],
    ['Vencimento TTD', dueDay(held)],
  ];
  return pairs.map(([Label, Valor]) => ({ Label, Valor }));
}

export const found = ({ status, text, json }: Answer): Pair[][] => {
  if (status !== 200) throw new Mismatch(`a search answers ${status} ${text}`);
  return (json.Metadados as { MetaDados: Pair[] }[]).map(({ MetaDados }) => MetaDados);
};

/** The number of files of a deleted document is not shown. */
const without = (pairs: readonly Pair[], deleted: boolean) => pairs.filter(({ Label }) => !deleted || Label !== 'Total de Arquivos');

export function sameDocuments(what: string, answered: readonly Pair[][], expected: readonly Held[]): void {
  same(`${what}: ids`, answered.map(([id]) => id?.Valor), expected.map(({ id }) => id)); // prettier-ignore
  expected.forEach((held, index) => same(what, without(answered[index] as Pair[], held.deleted), without(shown(held), held.deleted)));
}

export const newestFirst = (documents: readonly Held[]) => [...documents].sort((a, b) => b.code - a.code);

/** Compares what the service shows with a state. */
export class Look {
  constructor(
    private readonly clients: Clients,
    private readonly names: Names,
    private readonly state: State,
    /** Rows that each list had before this history. */
    private readonly rowsBefore: Record<ListName, number>,
  ) {}

  async everything(reader: User): Promise<void> {
    const users = new Set<User>(['demo', reader, ...(this.state.documents.some(({ by }) => by === 'outro') ? (['outro'] as const) : [])]);
    for (const user of users) {
      await this.newest(user, false);
      if (this.state.documents.some(({ deleted }) => deleted)) await this.newest(user, true);
    }
    for (const held of this.state.documents) {
      for (const user of new Set<User>([LEVELS[held.level].foreign ? 'outro' : 'demo', ...(held.code % 3 === 0 ? [reader] : [])])) {
        await this.filesOf(held, user);
        await this.sharesOf(held, user);
      }
    }
    await this.links();
    for (const list of new Set(this.state.rows.map((row) => row.list))) await this.rowsOf(list, reader);
  }

  /** Histories come one after another, so the newest documents are those of this one: more than a search by its values would find. */
  private async newest(user: User, deleted: boolean): Promise<void> {
    const visible = newestFirst(this.state.documents.filter((held) => held.deleted === deleted && sees(user, held.level)));
    const query = { IdCliente: clientOf(user), TamanhoPagina: visible.length + 1, ...(deleted && { IdDocumentoStatus: 4 }) };
    const answered = found(await this.clients[user].get('/api/Documento/Get', { query }));
    sameDocuments(`newest of ${user}${deleted ? ', deleted' : ''}`, answered.slice(0, visible.length), visible);
    const more = answered[visible.length]?.[0]?.Valor;
    if (this.state.documents.some(({ id }) => id === more)) throw new Mismatch(`${user} is shown ${more}`);
  }

  private async filesOf(held: Held, user: User): Promise<void> {
    const answer = await this.clients[user].get('/api/Arquivo/Get', { query: { idDocumento: held.id } });
    if (held.deleted || !sees(user, held.level)) return same(`files of ${held.id} for ${user}`, answer.status, 400);
    sameFiles(held, answer);
  }

  private async sharesOf(held: Held, user: User): Promise<void> {
    const { idCliente } = placeOf(held.level);
    const answer = await this.clients[user].get(sharesPath(held.id, idCliente));
    const foreign = clientOf(user) !== idCliente;
    if (foreign || held.deleted || !sees(user, held.level)) return same(`shares for ${user}`, answer.status, foreign ? 401 : 404);
    const files = (answer.json as { Arquivos: SharedFile[] }).Arquivos;
    const told = files.map((file, index) => [
      file.IdArquivo,
      file.NomeAmigavel,
      file.LinkCompartilhado ?? null,
      file.PrazoCompartilhamento?.slice(0, held.files[index]?.deadline?.length ?? 0) ?? null,
    ]);
    same('shares', told, held.files.map(({ id, name, link, deadline }) => [id, name, link, deadline])); // prettier-ignore
  }

  private async links(): Promise<void> {
    const live = this.state.documents.flatMap(({ files }) => files.filter(({ link }) => link !== null));
    const open = (link: string) => this.clients.demo.get(new URL(link).pathname, { token: null });
    for (const { link, content } of live) {
      const { status, headers, text } = await open(link as string);
      const bytes = status === 302 ? await (await fetch(headers.get('location') as string)).text() : text;
      same('shared file', [status === 200 || status === 302, bytes], [true, content]);
    }
    for (const link of this.state.deadLinks) same('dead link', (await open(link)).status, 404);
  }

  private async rowsOf(list: ListName, reader: User): Promise<void> {
    const rows = this.state.rows.filter((row) => row.list === list);
    const expected = rows.map((row) => cellsOf(list, row.id as string, row.cells)).sort();
    const must = listFieldId(list, LISTS[list].must);
    for (const user of new Set<User>(['demo', reader])) {
      const path = `/api/Lista/RetornaLinhaListasPorCampoValor/${listId(list)}/${placeOf('invoices').idUnidade}/${placeOf('invoices').idCliente}`;
      const answer = await this.clients[user].post(path, { body: [{ idCampo: must, valorCampo: `${this.names.prefix}%` }] });
      if (user === 'outro' || !reaches(user, list)) same('rows searched by a stranger', answer.status, user === 'outro' ? 401 : 404);
      else same('rows found by 5.6', found56(list, answer), expected);
    }
    await this.lastPages(list, expected);
  }

  /** The last rows of the list are those of this history. */
  private async lastPages(list: ListName, expected: readonly string[]): Promise<void> {
    const size = 7;
    const [from, until] = [this.rowsBefore[list], this.rowsBefore[list] + expected.length];
    const rows: string[] = [];
    for (let page = Math.floor(from / size) + 1; (page - 1) * size < until + 1; page++) {
      const query = { idCliente: placeOf('invoices').idCliente, idLista: listId(list), Pagina: page, TamanhoPagina: size };
      rows.push(...pageRows(list, await this.clients.demo.get('/api/Lista/GetLinhaLista', { query })));
    }
    same('rows of 5.3', rows.slice(from % size).sort(), expected);
  }
}

const cellsOf = (list: ListName, id: string, cells: Record<string, string>) =>
  JSON.stringify([...listLabels(list).map((label) => cells[label] ?? ''), id]);

const found56 = (list: ListName, answer: Answer) =>
  (answer.json as { IdLinhaLista: string; LinhaLista: { IdCampo: string; Valor: string }[] }[])
    .map(({ IdLinhaLista, LinhaLista }) => {
      same('fields of 5.6', LinhaLista.map(({ IdCampo }) => IdCampo), listLabels(list).map((label) => listFieldId(list, label))); // prettier-ignore
      return JSON.stringify([...LinhaLista.map(({ Valor }) => Valor), IdLinhaLista]);
    })
    .sort();

function pageRows(list: ListName, { json }: Answer): string[] {
  const rows = new Map<string, Record<string, string>>();
  for (const { IdCampo, IdLinhaLista, Valor } of json as { IdCampo: string; IdLinhaLista: string; Valor: string }[]) {
    const label = listLabels(list).find((name) => listFieldId(list, name) === IdCampo) as string;
    rows.set(IdLinhaLista, { ...rows.get(IdLinhaLista), [label]: Valor });
  }
  return [...rows].map(([id, cells]) => cellsOf(list, id, cells));
}

/** Compares the answer of 2.1 with a document, and notes the ids that no call has told yet. */
export function sameFiles(held: Held, { status, json }: Answer): void {
  same(`files of ${held.id}`, status, 200);
  const { qtdArquivos, arquivos } = json as { qtdArquivos: number; arquivos: Record<string, string>[] };
  const content = (base64 = '') => Buffer.from(base64, 'base64').toString();
  const told = arquivos.map(({ nomeDoArquivo, extensao, binario, versao, idImagem }, index) => {
    const file = held.files[index];
    return [nomeDoArquivo, extensao, content(binario), file?.version === null ? null : versao, file?.id === null ? null : idImagem];
  });
  same('files', [qtdArquivos, told], [held.files.length, held.files.map((f) => [f.name, f.extension, f.content, f.version, f.id])]);
  held.files.forEach((file, index) => (file.id = arquivos[index]?.idImagem ?? null));
}

/** Notes the id of a row that came with a document. */
export async function nameRow(demo: Api, row: Row): Promise<void> {
  const { key } = LISTS[row.list];
  const { idUnidade, idCliente } = placeOf('invoices');
  const body = [{ idCampo: listFieldId(row.list, key), valorCampo: row.cells[key] }];
  const { json } = await demo.post(`/api/Lista/RetornaLinhaListasPorCampoValor/${listId(row.list)}/${idUnidade}/${idCliente}`, { body });
  const rows = json as { IdLinhaLista: string }[];
  same(`rows with the key ${row.cells[key]}`, rows.length, 1);
  row.id = rows[0]?.IdLinhaLista as string;
}

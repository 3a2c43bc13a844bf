import { base64, IDS, invoiceValues, place, type Answer, type Api, type Call } from './api';
import { bodyOf, createdBy, leavingNothing, PATHS, VERSIONS } from './creates';
import { filed } from './reading';
import type { Service } from './service';
import { journalAfterSweep } from './state';

export const KEY = 'idempotency-key';
export const REPLAYED = 'idempotent-replayed';

let made = 0;
/** A key, number or name not used by any other test. */
export const fresh = (what = 'chave') => `${what}-${++made}`;

type Query = Record<string, string>;

/** An operation with an `Idempotency-Key`: its call creates something that contains this text. */
export interface RepeatableOperation {
  name: string;
  path: string;
  status: number;
  query: Query;
  /** The query of a different but similar place. */
  elsewhere: Query;
  body(text: string, fileText?: string): unknown;
}

/** The five operations of groups 2 and 4; for those that add files `elsewhere` is another document. */
export async function repeatableOperations(api: Api): Promise<RepeatableOperation[]> {
  const [first, second] = (await Promise.all([filed(api), filed(api)])).map(({ id }) => id) as [string, string];
  const creates = VERSIONS.map((version): RepeatableOperation => {
    const body = (text: string, fileText = text) =>
      bodyOf(version, {
        values: invoiceValues('77', [{ label: 'Observação', valorCampo: text }]),
        files: [{ content: `Conteúdo: ${fileText}`, extension: 'txt', name: text, ...(version !== 'V1' && { share: true }) }],
      });
    return { name: version, path: PATHS[version], status: 201, query: place(), elsewhere: place(IDS.contracts), body };
  });
  const adds = ['Post', 'Upload'].map((name): RepeatableOperation => {
    const body = (text: string, fileText = text) => [
      { arquivo: base64(`Conteúdo: ${fileText}`), nomeImagem: text, versao: '1', extensao: 'txt' },
    ];
    return {
      name: name === 'Post' ? '2.2' : '2.3',
      path: `/api/Arquivo/${name}`,
      status: 200,
      query: { idDocumento: first },
      elsewhere: { idDocumento: second },
      body,
    };
  });
  return [...creates, ...adds];
}

export const OPERATION_NAMES = ['V1', 'V2', 'V3', '2.2', '2.3'] as const;

/** Sends a call with a key. */
export const keyed = (api: Api, { path, query }: RepeatableOperation, key: string, body: unknown, call: Call = {}): Promise<Answer> =>
  api.post(path, { query, body, ...call, headers: { [KEY]: key, ...call.headers } });

/** Byte for byte the first answer; only the header marks it as a replay. */
export function expectReplay(again: Answer, first: Answer): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers.get(REPLAYED)).toBe('true');
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(first.headers.get(REPLAYED)).toBeNull();
}

export async function countOf({ database }: Service, table: string, where = '1 = 1'): Promise<number> {
  const [row] = (await database.query(`SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`)) as { total: number }[];
  return Number(row?.total);
}

export const documents = (service: Service) => countOf(service, 'document');

const PATIENCE_MS = 60_000;

/** Bytes of replays and refusals are released shortly after their answers. */
async function settled(service: Service): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while ((await journalAfterSweep(service)) > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Runs calls that must not store anything new. */
export async function addingNothing<T>(service: Service, calls: () => Promise<T>): Promise<T> {
  await settled(service);
  return leavingNothing(service, calls);
}

/** Runs calls that must leave nothing, even temporarily: no row, object, key or journal entry. */
export async function storingNothing<T>(service: Service, calls: () => Promise<T>): Promise<T> {
  const tables = ['object_journal', 'repeatable_call', 'document'];
  const counts = () => Promise.all(tables.map((table) => countOf(service, table)));
  return addingNothing(service, async () => {
    const before = await counts();
    const result = await calls();
    expect(await counts()).toEqual(before);
    return result;
  });
}

/** `count × outcome` of concurrent answers; a refusal is named by its first code. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, headers, json } of answers) {
    const more = headers.get(REPLAYED) ? ' replayed' : status >= 400 ? ` ${(json as { codigo?: string }).codigo}` : '';
    counts[`${status}${more}`] = (counts[`${status}${more}`] ?? 0) + 1;
  }
  return counts;
}

/** Prints the counts of a race. */
export function printed(what: string, counts: object): void {
  process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`);
}

export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

/** The ids in a create's answer, also if the document existed. */
export const idsBy = (answer: Answer) => createdBy({ ...answer, status: answer.status === 200 ? 201 : answer.status });

/** Other names, order, white space and Base64 line breaks with the same meaning. */
export function respelled(body: unknown): string {
  const change = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => change(item));
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([key, inner]): [string, unknown] => [` ${key.toUpperCase()} `, change(inner, key)]);
      return Object.fromEntries(members.reverse());
    }
    const isFile = name.toLowerCase() === 'arquivo' && typeof value === 'string';
    return isFile ? `data:text/plain;base64,${value.replace(/(.{10})/g, '$1\r\n')}` : value;
  };
  return JSON.stringify(change(body), null, 3);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { DependencyDown, DependencyRefuses } from '#application/support/errors';
import type { OpenSearchConfig } from '#src/config';
import type { OutgoingWords } from '../typeorm/documents/word-outbox';

const SEARCH_MS = 5_000;
const WRITE_MS = 30_000;
const RETRY_MS = 100;
const TRIES = 3;
const LONGEST_REASON = 300;

/** Of the mapping and of what versions of words count: what changes it counts it up, and has the index made anew. */
const VERSION = 2;
const INDEX = {
  settings: {
    index: {
      // Newest first, so that a search stops at the last one that it wants.
      sort: { field: 'code', order: 'desc' },
      // How long it knows the version of what was deleted: far longer than a request that was sent before is under way.
      gc_deletes: '1h',
    },
  },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      code: { type: 'long' },
      node: { type: 'keyword', doc_values: false },
      words: { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' },
    },
  },
};

interface Answer {
  status: number;
  body: unknown;
}

interface Failure {
  error?: { type?: string; reason?: string };
}

type Item = Failure & { status: number };

export interface Refused {
  code: number;
  reason: string;
}

/** The calls of OpenSearch that the words of files need. */
export class OpenSearch {
  private readonly origin: string;
  private readonly headers: Record<string, string>;
  private readonly alias: string;

  constructor({ endpoint, index }: OpenSearchConfig) {
    const url = new URL(endpoint.reveal());
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    this.headers = user === '' ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    this.origin = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
    this.alias = index;
  }

  /** Codes of documents that meet all filters, the greatest first. No index is an empty one. */
  async find(filters: readonly object[], limit: number): Promise<number[]> {
    const body = {
      size: limit,
      query: { bool: { filter: filters } },
      sort: [{ code: 'desc' }],
      track_total_hits: false,
      _source: false,
      stored_fields: '_none_',
      timeout: `${SEARCH_MS}ms`,
    };
    const path = `/${this.alias}/_search?allow_partial_search_results=false&filter_path=hits.hits.sort,timed_out`;
    const answer = await this.persistently(() => this.ask('POST', path, JSON.stringify(body), SEARCH_MS));
    if (answer.status === 404) return [];
    const found = this.good(answer) as { timed_out?: boolean; hits?: { hits?: { sort: [number] }[] } };
    if (found.timed_out) throw new DependencyDown(`OpenSearch found no end within ${SEARCH_MS / 1000} s`);
    return (found.hits?.hits ?? []).map(({ sort: [code] }) => code);
  }

  /** Of each document the words with the greatest version stay. Answers those that it will never take. */
  async write(documents: readonly OutgoingWords[]): Promise<Refused[]> {
    const lines = documents.flatMap((each) => this.linesOf(each));
    const body = `${lines.join('\n')}\n`;
    // What is no alias was not made here, and would get a mapping that nobody chose.
    const path = '/_bulk?require_alias=true&filter_path=items.*.status,items.*.error.type,items.*.error.reason';
    let items = await this.items(path, body);
    if (items.some(({ error }) => error?.type === 'index_not_found_exception')) {
      await this.create();
      items = await this.items(path, body);
    }
    const failed = documents.map(({ code }, index) => ({ code, item: items[index] })).filter(({ item }) => !isKept(item));
    // 403: somebody has locked the index.
    const passing = failed.find(({ item }) => !item || item.status === 403 || isPassing(item.status));
    if (passing) throw new DependencyDown(`OpenSearch did not take words: ${reasonOf(passing.item)}`);
    return failed.map(({ code, item }) => ({ code, reason: reasonOf(item) }));
  }

  /** What was written can be found from now on, not only within a second. */
  async refresh(): Promise<void> {
    const answer = await this.ask('POST', `/${this.alias}/_refresh`, undefined, WRITE_MS);
    if (answer.status !== 404) this.good(answer);
  }

  async probe(): Promise<void> {
    const answer = await this.ask('GET', `/_alias/${this.alias}`, undefined, SEARCH_MS);
    if (answer.status !== 404) this.good(answer);
  }

  private linesOf({ code, words, version, nodeCode }: OutgoingWords): string[] {
    const which = { _index: this.alias, _id: String(code), version, version_type: 'external' };
    if (words === '') return [JSON.stringify({ delete: which })];
    return [JSON.stringify({ index: which }), JSON.stringify({ code, node: String(nodeCode), words })];
  }

  private async create(): Promise<void> {
    const body = JSON.stringify({ ...INDEX, aliases: { [this.alias]: {} } });
    const answer = await this.ask('PUT', `/${this.alias}-${VERSION}`, body, WRITE_MS);
    // Another process was faster.
    if (answer.status === 400 && (answer.body as Failure).error?.type === 'resource_already_exists_exception') return;
    this.good(answer);
  }

  private async items(path: string, body: string): Promise<Item[]> {
    const answer = this.good(await this.ask('POST', path, body, WRITE_MS, 'application/x-ndjson')) as { items?: Record<string, Item>[] };
    return (answer.items ?? []).flatMap((item) => Object.values(item));
  }

  private good({ status, body }: Answer): unknown {
    if (status < 300) return body;
    const reason = `OpenSearch answers ${status}: ${reasonOf(body as Failure)}`;
    if (status === 401 || status === 403) throw new DependencyRefuses(reason);
    throw isPassing(status) ? new DependencyDown(reason) : new Error(reason);
  }

  /** A search changes nothing, so it is repeated: a node may just have gone. */
  private async persistently(ask: () => Promise<Answer>): Promise<Answer> {
    const until = performance.now() + SEARCH_MS;
    for (let tries = 1; ; tries++) {
      const outcome = await ask().catch((error: unknown) => error as Error);
      const isOver = tries === TRIES || performance.now() + RETRY_MS > until;
      if (outcome instanceof Error) {
        if (isOver) throw outcome;
      } else if (isOver || !isPassing(outcome.status)) return outcome;
      await sleep(RETRY_MS);
    }
  }

  private async ask(method: string, path: string, body: string | undefined, withinMs: number, type = 'application/json'): Promise<Answer> {
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method,
        redirect: 'error',
        headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': type }) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(withinMs),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as unknown) };
    } catch (error) {
      throw new DependencyDown('OpenSearch does not answer', { cause: error });
    }
  }
}

const isPassing = (status: number) => status === 429 || status >= 500;
/** 409: it has later words. 404: it had none. */
const isKept = (item: Item | undefined) =>
  item !== undefined && (item.status < 300 || item.status === 409 || (item.status === 404 && !item.error));
const reasonOf = (answer: Failure | undefined) =>
  `${answer?.error?.type ?? 'no reason'} ${answer?.error?.reason ?? ''}`.trim().slice(0, LONGEST_REASON);

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OpenSearch } from '#infrastructure/opensearch/opensearch';
import { OpenSearchTextIndex } from '#infrastructure/opensearch/opensearch-text-index';
import { WordFeed } from '#infrastructure/opensearch/word-feed';
import { WordOutbox } from '#infrastructure/typeorm/documents/word-outbox';
import { Secret } from '#src/config';
import { KeptDiagnostics } from '../../fakes/small-fakes';
import { describeContract } from './implementations';
import type { Archive } from './typeorm-archive';

const SERVERS = join(__dirname, '../../../scripts/servers.mjs');
const GIVEN = 'TEST_OPENSEARCH_URL';
/** The files of a server are fetched once. */
const START_MS = 5 * 60_000;

interface Started {
  url: string;
  stop: () => Promise<unknown>;
}

/** Of the test's own, in a temporary folder. */
async function startOpenSearch(): Promise<Started> {
  if (process.env[GIVEN]) return { url: process.env[GIVEN], stop: async () => undefined };
  const child = spawn(process.execPath, [SERVERS, 'up', '--no-mysql', '--s3', '', '--opensearch'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = new RegExp(`^${GIVEN}=(.+)$`).exec(line)?.[1];
    if (url) return { url, stop: () => (child.kill('SIGTERM'), ended) };
  }
  throw new Error('no OpenSearch: the reason is above');
}

/** The adapter as the service has it, with an index of its own. */
export function openSearchOf(archive: Pick<Archive, 'sql'>, url: string) {
  const index = `test-${randomBytes(8).toString('hex')}`;
  const diagnostics = new KeptDiagnostics();
  const feed = new WordFeed(new WordOutbox(archive.sql), new OpenSearch({ endpoint: new Secret(url), index }), diagnostics);
  return { index, feed, diagnostics, textIndex: new OpenSearchTextIndex(archive.sql, feed) };
}

export type OnOpenSearch = ReturnType<typeof openSearchOf> & { url: string };

/** With words of files in OpenSearch, beside each database; not without a Java. `on` is there from the first hook on. */
export function describeOnOpenSearch(port: string, body: (archive: Archive, on: () => OnOpenSearch) => void): void {
  if (!process.env[GIVEN] && spawnSync('java', ['-version']).status !== 0) {
    const reason = `${port} on OpenSearch: NOT RUN, java is not on PATH and ${GIVEN} is not given`;
    process.stderr.write(`[contracts] ${reason}\n`);
    describe.skip(reason, () => it('is not run', () => undefined));
    return;
  }
  let server: Started | undefined;
  beforeAll(async () => void (server = await startOpenSearch()), START_MS);
  afterAll(() => server?.stop());
  describeContract(`${port}, with OpenSearch,`, (archive) => {
    let on: OnOpenSearch;
    beforeAll(() => {
      on = { ...openSearchOf(archive, server!.url), url: server!.url };
      archive.textIndex = on.textIndex;
    });
    body(archive, () => on);
  });
}

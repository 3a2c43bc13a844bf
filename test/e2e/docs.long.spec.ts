import { spawnSync } from 'node:child_process';
import { begin, type BackgroundWork } from '#src/background/background-work';
import { SealInBackground } from '#src/background/seal-in-background';
import { blocksOf, guide, isShell, operatorPages, read, runnable, type Block } from '../support/doc-pages';
import { environmentOf } from './support/command';
import { differences, showsLines } from './support/doc-answers';
import { runBlocks, WRITTEN, type Ran } from './support/doc-run';
import { startService, STORAGE, type Service } from './support/service';

/** Settings that a page names as those it is about. */
const SETTINGS = /<!-- service: (.+?) -->/;

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl && process.env.CI !== 'true') console.error('NOT RUN: the commands of the docs, because there is no curl');
const describePages = hasCurl || process.env.CI === 'true' ? describe : describe.skip;

const settingsOf = (page: string) =>
  Object.fromEntries(
    (SETTINGS.exec(read(page))?.[1] ?? '').split('; ').flatMap((one) => (one ? [one.split('=', 2) as [string, string]] : [])),
  );

function complaints({ ran, code }: { ran: Ran[]; code: number | null }, blocks: readonly Block[], answers: Map<number, Block>): string[] {
  const ends = code === 0 ? [] : [`the shell ended with ${code} in line ${ran.at(-1)?.block.line}: ${ran.at(-1)?.errors}`];
  const lost = ran.length < blocks.length && code === 0 ? ['not every block was run'] : [];
  return [...ends, ...lost, ...ran.flatMap((one) => wrongWith(one, answers.get(one.block.line)))];
}

function wrongWith({ block, output, refusals }: Ran, answer: Block | undefined): string[] {
  const expected = [...block.words.matchAll(/refused=([\d,]+)/g)].flatMap(([, list]) => (list as string).split(',').map(Number));
  const refused = String(refusals) === String(expected) ? [] : [`refusals are ${refusals}, not ${expected}: ${output}`];
  return [...refused, ...(answer ? unlike(answer, output) : [])].map((what) => `line ${block.line}: ${what}`);
}

function unlike({ language, text }: Block, output: string): string[] {
  if (language !== 'json') return showsLines(text, output) ? [] : [`the answer is: ${output}`];
  try {
    return differences(JSON.parse(text), JSON.parse(output));
  } catch {
    return [`no JSON: ${output}`];
  }
}

/** By line: the block that stands right behind a command shows what it prints. */
function answersOf(page: string): Map<number, Block> {
  const blocks = blocksOf(read(page));
  return new Map(
    blocks.flatMap((block, index) => {
      const next = blocks[index + 1];
      return isShell(block) && next && ['json', 'text'].includes(next.language) ? [[block.line, next] as const] : [];
    }),
  );
}

/** Both say the same (`test/house/docs.spec.ts`), so that each storage has one of them. */
const LANGUAGE = STORAGE === 'embedded' ? 'pt' : 'en';
/** Each command of an operator is a process, which takes seconds: on one storage. */
const operators = STORAGE === 'embedded' ? operatorPages() : [];
const pages = ['README.md', ...[...guide(LANGUAGE), ...operators].map((name) => `docs/${LANGUAGE}/${name}`)].filter(
  (page) => runnable(page).length > 0,
);

describePages('the commands of', () => {
  const services = new Map<string, Service>();
  const works: BackgroundWork[] = [];
  afterAll(async () => {
    await Promise.all(works.map((work) => work.end()));
    await Promise.all([...services.values()].map((service) => service.stop()));
  });

  /** Pages with the same settings share a service, and stand the traces of the pages before. */
  async function serviceFor(page: string): Promise<Service> {
    const settings = settingsOf(page);
    const key = JSON.stringify(settings);
    const service =
      services.get(key) ?? (await startService({ BASE_URL: WRITTEN, ...settings }, { empty: settings.DEMO_ARCHIVE === 'false' }));
    if (!services.has(key)) works.push(await begin(service.app, SealInBackground));
    services.set(key, service);
    return service;
  }

  it.each(pages)('%s give the documented results', async (page) => {
    const blocks = runnable(page);
    const service = await serviceFor(page);
    const ran = await runBlocks(blocks, { url: service.url, environment: environmentOf(service) });
    expect(complaints(ran, blocks, answersOf(page))).toEqual([]);
  });
});

// The program of a reading process: files come on standard input, each after a line that says what is wanted; answers are lines of JSON.
import { Console } from 'node:console';
import { FileRefused } from '#application/ports/text-extraction';
import { FramedInput } from './framed-input';
import { MOST_FILE_WORDS, type ChildOrder, type Made, type Message } from './messages';
import { PageWriter, wordsOfPage } from './page-writer';
import { readFileOf } from './read-file';

// Libraries that have something to say must not say it where answers are expected.
globalThis.console = new Console(process.stderr);

const say = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`);

async function answer(order: ChildOrder, bytes: Buffer<ArrayBuffer>): Promise<Message> {
  const words = new Set<string>();
  const pages = new PageWriter((page) => {
    say({ page });
    for (const word of wordsOfPage(page)) if (words.size < MOST_FILE_WORDS) words.add(word);
  });
  try {
    const { engine, preview }: Made = await readFileOf(order, bytes, pages);
    if (words.size > 0) say({ words: [...words] });
    if (preview) say({ preview: Buffer.from(preview).toString('base64') });
    return { done: { engine, isCut: pages.isCut } };
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.fault };
    return { failed: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown' };
  }
}

async function serve(): Promise<void> {
  const input = new FramedInput(process.stdin);
  for (let line = await input.line(); line !== null; line = await input.line()) {
    const order = JSON.parse(line) as ChildOrder;
    say(await answer(order, await input.take(order.size)));
  }
}

void serve();

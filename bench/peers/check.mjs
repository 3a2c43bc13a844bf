/** Before anything is timed: what a contestant answers is right. */
import { FILE, foundOf, NEW_ITEM, SEARCHED } from '../lib/items.mjs';

const PAGE = 50;

function must(holds, what, answer) {
  if (!holds) throw new Error(`${what}: ${answer.text.slice(0, 500)}`);
}

/** What each search finds, up to a page, is of the supplier and of the day. */
async function checkSearch({ name, search, found }, count, load) {
  const answers = await load.ask('once', { calls: search, turns: SEARCHED.length });
  for (const [index, answer] of answers.entries()) {
    const { cnpj, data_emissao: day } = SEARCHED[index];
    const items = found(JSON.parse(answer.text));
    must(items.length >= Math.min(PAGE, foundOf(count)), `${name} found ${items.length}`, answer);
    must(
      items.every((item) => item.cnpj === cnpj && item.data_emissao.startsWith(day)),
      `${name} found others`,
      answer,
    );
  }
}

/** Answers the calls of each case; what is fetched is what was created. */
export async function check(contestant, count, load) {
  const { name, create, created, item, fetch, search } = contestant;
  await checkSearch(contestant, count, load);
  const made = created(await load.ask('once', { calls: create }));
  const [again] = await load.ask('once', { calls: item(made) });
  must(again.text.includes(NEW_ITEM.observacao), `${name} keeps another item`, again);
  const calls = { create, search, fetch: fetch(made) };
  const file = (await load.ask('once', { calls: calls.fetch })).at(-1);
  must(file.sha256 === FILE.sha256, `${name} answers another file`, file);
  return calls;
}

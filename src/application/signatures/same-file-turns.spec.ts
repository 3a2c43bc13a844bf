import { SameFileTurns } from './same-file-turns';

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A call that runs until its `end` is called. */
function call(turns: SameFileTurns, log: string[], name: string, ids: string[], signal = never) {
  let end: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (end = resolve));
  const result = turns.run(
    ids,
    async (waited) => {
      log.push(`${name} ${waited ? 'waited' : 'at once'}`);
      await until;
      log.push(`${name} done`);
    },
    signal,
  );
  result.catch(() => undefined);
  return { end, result };
}

describe('calls that sign the same files', () => {
  it('run one after the other for the same files, and concurrently for different files', async () => {
    const [turns, log] = [new SameFileTurns(), [] as string[]];
    const a = call(turns, log, 'a', ['1', '2']);
    const b = call(turns, log, 'b', ['2', '1']);
    const c = call(turns, log, 'c', ['3']);
    const d = call(turns, log, 'd', ['3', '1']);
    await settled();
    expect(log).toEqual(['a at once', 'c at once']);
    c.end();
    a.end();
    await Promise.all([a.result, c.result, settled()]);
    expect(log.slice(2)).toEqual(expect.arrayContaining(['c done', 'a done', 'b waited']));
    b.end();
    d.end();
    await Promise.all([b.result, d.result]);
    expect(log.slice(-2)).toEqual(['d waited', 'd done']);
  });

  it('keep nothing in memory after they end, also after a failure', async () => {
    const turns = new SameFileTurns();
    await expect(turns.run(['1'], () => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
    await settled();
    expect(await turns.run(['1'], (waited) => Promise.resolve(waited), never)).toBe(false);
  });

  it('may be aborted while they wait, without changing the order of the others', async () => {
    const [turns, log, over] = [new SameFileTurns(), [] as string[], new AbortController()];
    const a = call(turns, log, 'a', ['1']);
    const b = call(turns, log, 'b', ['1'], over.signal);
    const c = call(turns, log, 'c', ['1']);
    over.abort(new Error('gone'));
    await expect(b.result).rejects.toThrow('gone');
    await settled();
    expect(log).toEqual(['a at once']);
    a.end();
    c.end();
    await c.result;
    expect(log).toEqual(['a at once', 'a done', 'c waited', 'c done']);
  });
});

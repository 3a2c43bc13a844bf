import { DependencyDown } from '#application/support/errors';
import { newId } from '#application/support/ids';
import type { WordOptions } from '#application/ports/text-index';
import { Scope } from '#domain/access/scope';
import { DEMO, scopeOf } from '../builders/demo';
import { openSearchOf, type OnOpenSearch } from './support/open-search';
import type { Archive } from './support/typeorm-archive';
import { wordScene, type WordScene } from './support/word-scene';

/** What only an index beside the database can do wrong. */
export function ofOpenSearch(archive: Archive, on: () => OnOpenSearch): void {
  let scene: WordScene;
  beforeAll(async () => (scene = await wordScene(archive)));
  const one = { word: 'ametista', isBeginning: false };
  const ask = (word: string, options: Partial<WordOptions> = {}, scope = scene.scope, index = on().textIndex) =>
    index.match(scope, { within: 'files', words: [{ ...one, word }] }, { limit: 1000, ...options });
  const aBatch = async (word: string, ...nodeIds: string[]) => {
    const codes = await scene.file(...nodeIds.map((nodeId) => scene.aContract({}, undefined, nodeId)));
    await on().textIndex.put(scene.scope.clientId, codes.map((code) => ({ code, words: [word] }))); // prettier-ignore
    return codes;
  };

  it('answers newest first, within the scope, levels and limit', async () => {
    const [first, second, third, fourth] = await aBatch('ametista', DEMO.contracts, DEMO.invoices, DEMO.contracts, DEMO.contracts);
    await on().textIndex.settle();
    const { structure } = scene.scope.client;
    const [contracts, invoices] = [structure.node(DEMO.contracts)!.code, structure.node(DEMO.invoices)!.code];
    expect(await ask('ametista', { limit: 2 })).toEqual({ codes: [fourth, third], more: true });
    expect(await ask('ametista', { limit: 2, before: third })).toEqual({ codes: [second, first], more: false });
    expect(await ask('ametista', { nodeCodes: [invoices] })).toEqual({ codes: [second], more: false });
    expect(await ask('ametista', { among: [fourth!, first!, 9] })).toEqual({ codes: [fourth, first], more: false });
    expect(await ask('ametista', { among: [] })).toEqual({ codes: [], more: false });
    const reach = (unitIds: 'all' | string[], nodeCodes: 'all' | number[]) =>
      Scope.grant(scene.scope.actor, scene.scope.permission, [{ structure, parts: [{ unitIds, nodeCodes }] }]);
    expect(await ask('ametista', { limit: 2 }, reach('all', [invoices]))).toEqual({ codes: [second], more: false });
    expect(await ask('ametista', { limit: 1 }, reach('all', [contracts]))).toEqual({ codes: [fourth], more: true });
    // Units are no part of the index: what is found is out of reach, one block after the other.
    expect(await ask('ametista', { limit: 1 }, reach([newId()], 'all'))).toEqual({ codes: [], more: false });
    expect(await ask('ametista', {}, await scopeOf(archive, 'outro'))).toEqual({ codes: [], more: false });
  });

  it('keeps the last words, whoever sends them when', async () => {
    const [code] = (await aBatch('primeiro', DEMO.contracts)) as [number];
    const { outbox, server } = on().feed;
    const slow = await outbox.take(60_000);
    await on().textIndex.put(scene.scope.clientId, [{ code, words: ['segundo'] }]);
    await on().textIndex.settle();
    await server.write(slow);
    await server.write(slow);
    await on().textIndex.settle();
    expect([(await ask('primeiro')).codes, (await ask('segundo')).codes]).toEqual([[], [code]]);
    await on().textIndex.remove(scene.scope.clientId, [code]);
    await on().textIndex.settle();
    await server.write(slow);
    await server.refresh();
    expect([(await ask('primeiro')).codes, (await ask('segundo')).codes]).toEqual([[], []]);
    await outbox.done(slow);
    expect(await outbox.waiting()).toBe(0);
  });

  it('is made again when it was deleted, and then has what is put', async () => {
    await fetch(`${on().url}/${on().index}-2`, { method: 'DELETE' });
    expect(await ask('ametista')).toEqual({ codes: [], more: false });
    expect(await on().textIndex.health()).toBeNull();
    const [code] = await aBatch('ametista', DEMO.contracts);
    await on().textIndex.settle();
    expect((await ask('ametista')).codes).toEqual([code]);
  });

  it('keeps words while OpenSearch is away, and delays nothing but their search', async () => {
    const away = openSearchOf(archive, 'http://127.0.0.1:1');
    const [code] = (await aBatch('quartzo', DEMO.contracts)) as [number];
    await expect(ask('quartzo', {}, scene.scope, away.textIndex)).rejects.toThrow(DependencyDown);
    await expect(away.textIndex.settle()).rejects.toThrow(DependencyDown);
    expect(await away.feed.look()).toBeGreaterThan(1000);
    expect(await away.feed.look()).toBeGreaterThan(1000);
    expect(away.diagnostics.problems).toHaveLength(1);
    expect(await away.textIndex.health()).toBe('OpenSearch does not answer');
    expect(await on().textIndex.health()).toBeNull();
    archive.moveDatabaseClock(61_000);
    expect(await on().textIndex.health()).toBe('OpenSearch has not got the words of 1 changes for more than a minute');
    const asked = { within: [scene.fields.title], words: [{ ...one, word: 'quartzo' }] };
    expect(await away.textIndex.match(scene.scope, asked, { limit: 1 })).toEqual({ codes: [], more: false });
    await on().textIndex.settle();
    expect((await ask('quartzo')).codes).toEqual([code]);
    expect(await on().textIndex.health()).toBeNull();
  });

  it('reports words that OpenSearch refuses, and sends the others', async () => {
    const other = openSearchOf(archive, on().url);
    const mappings = { properties: { words: { type: 'long' } } };
    const body = JSON.stringify({ mappings, aliases: { [other.index]: {} } });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${on().url}/${other.index}-2`, { method: 'PUT', headers, body })).status).toBe(200);
    const [code] = (await aBatch('recusada', DEMO.contracts)) as [number];
    expect(await other.feed.look()).toBeGreaterThan(1000);
    expect(String(other.diagnostics.problems[0]?.error)).toContain('refuses the words of 1 documents');
    expect(await other.feed.outbox.waiting()).toBe(1);
    // It is not due for some minutes.
    await other.textIndex.settle();
    archive.moveDatabaseClock(11 * 60_000);
    await on().textIndex.settle();
    expect((await ask('recusada')).codes).toEqual([code]);
    archive.moveDatabaseClock(-11 * 60_000);
  });
}

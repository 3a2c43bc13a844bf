import { DatabaseSync } from './sqlite-engine';

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
const OWN = 'node:sqlite';

describe('the engine of embedded SQLite', () => {
  it('is that of Node from 22.16 on', async () => {
    const own = major > 22 || (major === 22 && minor >= 16) ? ((await import(OWN)) as { DatabaseSync: unknown }).DatabaseSync : undefined;
    const expected = own ?? ((await import('@photostructure/sqlite')) as { DatabaseSync: unknown }).DatabaseSync;
    expect(DatabaseSync).toBe(expected);
  });
});

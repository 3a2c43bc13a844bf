import { tryLogin } from '../e2e/support/users';
import { Scene } from './support/scene';

jest.setTimeout(600_000);

/** What changes nothing is taken down a second later. */
describe('buffered audit events', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
  });
  afterAll(() => scene.close());

  it('are written when the process is stopped', async () => {
    const service = await scene.spare();
    expect((await tryLogin(service.url, 'ninguém', 'Errada#123')).status).toBe(401);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const events = await scene.archive.sql.rows("SELECT e.position FROM event e WHERE e.action = 'session.refuse'");
    expect(events).toHaveLength(1);
    expect((await scene.archive.trail.execute()).broken).toEqual([]);
  });
});

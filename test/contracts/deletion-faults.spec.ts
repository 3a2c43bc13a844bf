import { WriteConflict } from '#application/support/errors';
import { SweepHalted } from '#application/files/sweeper';
import { filingDesk, RETENTION_DAYS, type FilingDesk } from '../fakes/filing-desk';
import { gone, NOTHING, ONE, sceneAt, type FaultScene } from './support/fault-scene';
import { DEMO } from '../builders/demo';

const DAY_MS = 86_400_000;

/** Nothing that is wanted goes, and what is not wanted goes in the end. */
describe('when things fail', () => {
  let desk: FilingDesk;
  let scene: FaultScene;
  beforeEach(async () => {
    desk = await filingDesk();
    scene = sceneAt(desk);
  });
  afterEach(() => desk.close());

  describe('deleting a document', () => {
    it('makes it unreachable at once and removes the bytes after the retention', async () => {
      const { document } = await scene.filed();
      await scene.deletion(document.id);
      expect(await scene.visible()).toEqual({ ...NOTHING, suppliers: 1 });
      desk.moveDatabaseClock(RETENTION_DAYS * DAY_MS - 60_000);
      await desk.sweeper.sweep();
      expect(scene.objects()).toHaveLength(2);
      desk.moveDatabaseClock(61_000);
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('changes nothing when it fails', async () => {
      const { document } = await scene.filed();
      desk.journal.condemn = gone;
      await expect(scene.deletion(document.id)).rejects.toThrow('the database is gone');
      expect(await scene.visible()).toEqual(ONE);
      expect(await scene.readable(document.id)).toHaveLength(2);
      expect(await scene.journal()).toEqual([]);
    });

    it('succeeds when the response to its COMMIT is lost and it was committed', async () => {
      const { document } = await scene.filed();
      desk.commits.next = 'done but unanswered';
      await scene.deletion(document.id);
      expect(await scene.visible()).toEqual({ ...NOTHING, suppliers: 1 });
    });

    it('is refused when the response to its COMMIT is lost and it was not committed', async () => {
      const { document } = await scene.filed();
      desk.commits.next = 'neither done nor answered';
      await expect(scene.deletion(document.id)).rejects.toThrow(WriteConflict);
      expect(await scene.visible()).toEqual(ONE);
    });

    it('happens once for concurrent calls', async () => {
      const { document } = await scene.filed();
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => scene.deletion(document.id)));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await scene.journal()).toHaveLength(2);
    });
  });

  describe('sweeping', () => {
    it('continues next time where the store failed', async () => {
      const keys = await scene.doomed();
      desk.storage.isGone = true;
      await expect(desk.sweeper.sweep()).rejects.toThrow();
      expect(await scene.journal()).toEqual([...keys].sort());
      desk.storage.isGone = false;
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('continues next time where the journal failed after the bytes were removed', async () => {
      await scene.doomed();
      const { forget } = desk.journal;
      desk.journal.forget = gone;
      await expect(desk.sweeper.sweep()).rejects.toThrow('the database is gone');
      desk.journal.forget = forget;
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 0, removed: 2 });
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('stops and deletes nothing when a live document references a condemned object', async () => {
      const { request } = await scene.filed();
      await scene.doomed();
      await desk.journal.condemn(DEMO.client, [request.keys[0]!], 0, 'by mistake');
      await expect(desk.sweeper.sweep()).rejects.toEqual(new SweepHalted([request.keys[0]!]));
      expect(scene.objects()).toHaveLength(4);
      expect(await scene.journal()).toHaveLength(3);
    });

    it('processes more than a batch with several concurrent sweepers', async () => {
      for (let index = 0; index < 130; index++) await scene.doomed();
      await Promise.all([desk.sweeper.sweep(), desk.sweeper.sweep(), desk.sweeper.sweep()]);
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });
  });
});

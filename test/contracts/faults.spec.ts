import { WriteConflict } from '#application/support/errors';
import { STAGED_MS } from '#application/files/staged-keys';
import type { FileWriter } from '#application/ports/files';
import { DomainError } from '#domain/errors';
import { filingDesk, FilingRequest, type FilingDesk } from '../fakes/filing-desk';
import { gone, NOTHING, ONE, sceneAt, type FaultScene } from './support/fault-scene';
import { DEMO } from '../builders/demo';

/** Files and rows never disagree: the real use cases, with everything around them failing in turn. */
describe('when things fail', () => {
  let desk: FilingDesk;
  let scene: FaultScene;
  beforeEach(async () => {
    desk = await filingDesk();
    scene = sceneAt(desk);
  });
  afterEach(() => desk.close());

  it('leaves a complete document, its objects and an empty journal without a failure', async () => {
    const { document, request } = await scene.filed();
    await desk.sweeper.sweep();
    expect(await scene.visible()).toEqual(ONE);
    expect(document.files.map(({ link }) => link)).toEqual([expect.any(String), expect.any(String)]);
    expect(scene.objects()).toEqual([...request.keys].sort());
    expect(await scene.journal()).toEqual([]);
    expect(await scene.readable(document.id)).toEqual(['first page', 'second page']);
  });

  describe('filing a document', () => {
    it.each([
      ['the row cannot be written', () => (desk.documents.addAll = gone)],
      ['a file cannot be shared', () => (desk.shares.shareNew = gone)],
      ['the list row cannot be added', () => (desk.listRows.addOrFind = gone)],
      ['the journal cannot be asked', () => (desk.journal.claim = gone)],
      ['no transaction can be begun', () => (desk.unitOfWork.run = gone)],
    ])('leaves nothing when %s', async (_, breakIt) => {
      const request = await scene.received();
      breakIt();
      await expect(request.send()).rejects.toThrow('the database is gone');
      expect(await scene.visible()).toEqual(NOTHING);
      expect(scene.objects()).toHaveLength(2);
      await request.upload.settle();
      // The sweeper comes when the database is back.
      Reflect.deleteProperty(desk.unitOfWork, 'run');
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 2, removed: 2 });
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('is refused when its caller has disconnected, whatever happened to the files', async () => {
      const request = await scene.received();
      await request.upload.settle();
      await expect(request.send()).rejects.toMatchObject(new DomainError('BUSY'));
      expect(await scene.visible()).toEqual(NOTHING);
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it.each(['while the claim is under way', 'after the claim'])('is kept when its caller disconnects %s', async (moment) => {
      const request = await scene.received();
      let settling: Promise<void> | undefined;
      const leave = () => (settling = desk.outside(() => request.upload.settle()));
      const { claim } = desk.journal;
      const { addAll } = desk.documents;
      if (moment.startsWith('while')) desk.journal.claim = (...args) => (leave(), claim.apply(desk.journal, args));
      else desk.documents.addAll = (...args) => (leave(), addAll.apply(desk.documents, args));
      const { id } = await request.send();
      await settling;
      expect(settling).toBeDefined();
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[...request.keys].sort(), []]);
      expect(await scene.readable(id)).toEqual(['first page', 'second page']);
      expect(await scene.visible()).toEqual(ONE);
    });

    it('can be repeated after a failure', async () => {
      const request = await scene.received();
      const { addAll } = desk.documents;
      desk.documents.addAll = gone;
      await expect(request.send()).rejects.toThrow();
      desk.documents.addAll = addAll;
      const { id } = await request.send();
      await request.upload.settle();
      await desk.sweeper.sweep();
      expect(await scene.readable(id)).toEqual(['first page', 'second page']);
      expect(await scene.visible()).toEqual(ONE);
    });

    it('is refused as busy when the sweeper has claimed one of its files', async () => {
      const request = await scene.received();
      await desk.journal.release(DEMO.client, [request.keys[1]!]);
      await desk.sweeper.sweep();
      await expect(request.send()).rejects.toMatchObject(new DomainError('BUSY'));
      expect(await scene.visible()).toEqual(NOTHING);
      await request.upload.settle();
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('succeeds when the response to its COMMIT is lost and it was committed', async () => {
      const request = await scene.received();
      desk.commits.next = 'done but unanswered';
      const { id, code, files } = await request.send();
      expect([code, files.length]).toEqual([expect.any(Number), 2]);
      await request.upload.settle();
      await desk.sweeper.sweep();
      expect(await scene.visible()).toEqual(ONE);
      expect(await scene.readable(id)).toEqual(['first page', 'second page']);
    });

    it('is refused when the response to its COMMIT is lost and it was not committed', async () => {
      const request = await scene.received();
      desk.commits.next = 'neither done nor answered';
      await expect(request.send()).rejects.toThrow(WriteConflict);
      expect(await scene.visible()).toEqual(NOTHING);
      await request.upload.settle();
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('keeps the objects when the commit succeeded but could not be verified', async () => {
      const request = await scene.received();
      desk.commits.next = 'done but unanswered';
      const { find } = desk.documents;
      desk.documents.find = gone;
      await expect(request.send()).rejects.toThrow('the database is gone');
      await request.upload.settle();
      await desk.sweeper.sweep();
      desk.documents.find = find;
      expect(scene.objects()).toEqual([...request.keys].sort());
      expect(await scene.visible()).toEqual(ONE);
    });
  });

  describe('receiving files', () => {
    /** From now on the store gives out writers that are broken in one place. */
    const breakWriters = (change: Partial<FileWriter>) => {
      const { create } = desk.storage;
      desk.storage.create = (key) => Object.assign(create.call(desk.storage, key), change);
    };

    it('stores nothing when one of them cannot be written', async () => {
      const request = await scene.received();
      breakWriters({ commit: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.upload.settle();
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal(), [...desk.storage.open]]).toEqual([[], [], []]);
      expect(await scene.visible()).toEqual(NOTHING);
    });

    it('keeps uncertain objects in the journal until the lease expires', async () => {
      const request = await scene.received();
      breakWriters({ close: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.upload.settle();
      await desk.sweeper.sweep();
      const [late, ...others] = await scene.journal();
      expect([scene.objects(), others]).toEqual([[], []]);
      desk.storage.objects.set(late!, Buffer.from('third page'));
      desk.moveDatabaseClock(STAGED_MS + 1000);
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal(), [...desk.storage.open]]).toEqual([[], [], []]);
      expect(await scene.visible()).toEqual(NOTHING);
    });

    it('stores nothing before it is in the journal', async () => {
      const request = FilingRequest.open(desk);
      desk.journal.stage = gone;
      await expect(request.take('first page')).rejects.toThrow('the database is gone');
      expect([scene.objects(), [...desk.storage.open]]).toEqual([[], []]);
    });

    it('leaves cleanup to the lease when the store cannot be reached', async () => {
      const request = await scene.received();
      breakWriters({ close: gone, abort: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.upload.settle();
      expect(desk.diagnostics.problems).toEqual([{ where: 'upload', error: expect.any(Error) }]);
      desk.moveDatabaseClock(STAGED_MS + 1000);
      await desk.sweeper.sweep();
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });

    it('is cleaned up by the sweeper when the process dies, but not before the lease expires', async () => {
      await scene.received();
      desk.moveDatabaseClock(STAGED_MS - 60_000);
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 0, removed: 0 });
      expect(scene.objects()).toHaveLength(2);
      desk.moveDatabaseClock(61_000);
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 2, removed: 2 });
      expect([scene.objects(), await scene.journal()]).toEqual([[], []]);
    });
  });
});

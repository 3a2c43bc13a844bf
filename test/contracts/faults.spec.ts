import { WriteConflict } from '#application/errors';
import { LEASE_MS } from '#application/files/intake';
import { SweepHalted } from '#application/files/sweeper';
import type { FileWriter } from '#application/ports/file-storage';
import { DomainError } from '#domain/errors';
import { readAll } from '../builders/bytes';
import { DEMO, placeScope, scopeOf } from '../builders/demo';
import { filingDesk, FilingRequest, RETENTION_DAYS, type FilingDesk } from '../fakes/filing-desk';

const DAY_MS = 86_400_000;
const gone = () => Promise.reject(new Error('the database is gone'));

/** Files and rows never disagree (architecture §6): the real use cases, with everything around them failing in turn. */
describe('when things fail', () => {
  let desk: FilingDesk;
  beforeEach(async () => {
    desk = await filingDesk();
  });

  /** A request with two files that have arrived. */
  const received = async () => {
    const request = FilingRequest.open(desk);
    await request.take('first page');
    await request.take('second page');
    return request;
  };
  /** A document that was filed, and the request that filed it. */
  const filed = async () => {
    const request = await received();
    const document = await request.send();
    await request.intake.settle();
    return { request, document };
  };
  const deletion = async (documentId: string) => desk.remove.execute(await placeScope(desk, 'document:delete', DEMO.contracts), documentId);
  /** What anybody can see of documents, links and list rows. */
  const visible = async () => {
    const scope = await scopeOf(desk);
    const documents = await desk.search.page(scope, { fields: [] }, 1, 100);
    const supplier = await desk.listRows.findByKey(scope, DEMO.suppliers, '11222333000181');
    const { shares } = desk.database.tables;
    const links = await Promise.all([...shares.keys()].map((id) => desk.sharedFiles.open(id, new Date())));
    return { documents: documents.length, suppliers: supplier ? 1 : 0, links: links.filter((file) => file !== null).length };
  };
  const NOTHING = { documents: 0, suppliers: 0, links: 0 };
  const ONE = { documents: 1, suppliers: 1, links: 2 };
  const objects = () => [...desk.storage.objects.keys()].sort();
  const journal = () => [...desk.database.tables.journal.keys()].sort();
  const readable = async (documentId: string) => {
    const scope = await scopeOf(desk);
    const document = await desk.documents.find(scope, documentId);
    const files = document ? await desk.documents.filesOf(scope, document) : [];
    return Promise.all(files.map(async ({ key }) => (await readAll(await desk.storage.read(key))).toString()));
  };

  it('nothing fails: the document is whole, its objects stay and the journal is empty', async () => {
    const { document, request } = await filed();
    await desk.sweeper.sweep();
    expect(await visible()).toEqual(ONE);
    expect(document.files.map(({ link }) => link)).toEqual([expect.any(String), expect.any(String)]);
    expect(objects()).toEqual([...request.keys].sort());
    expect(journal()).toEqual([]);
    expect(await readable(document.id)).toEqual(['first page', 'second page']);
  });

  describe('filing a document', () => {
    it.each([
      ['the row cannot be written', () => (desk.documents.add = gone)],
      ['a file cannot be shared', () => (desk.shares.share = gone)],
      ['the list row cannot be added', () => (desk.listRows.addOrFind = gone)],
      ['the journal cannot be asked', () => (desk.journal.claim = gone)],
      ['no transaction can be begun', () => (desk.unitOfWork.run = gone)],
    ])('leaves no trace when %s', async (_, breakIt) => {
      const request = await received();
      breakIt();
      await expect(request.send()).rejects.toThrow('the database is gone');
      expect(await visible()).toEqual(NOTHING);
      expect(objects()).toHaveLength(2);
      await request.intake.settle();
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 2, removed: 2 });
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('is refused when its caller has gone, whatever has become of the files', async () => {
      const request = await received();
      await request.intake.settle();
      await expect(request.send()).rejects.toMatchObject(new DomainError('BUSY'));
      expect(await visible()).toEqual(NOTHING);
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('stands when its caller goes after the claim', async () => {
      const request = await received();
      const { add } = desk.documents;
      let settling: Promise<void> | undefined;
      desk.documents.add = (...args) => {
        settling = desk.database.outside(() => request.intake.settle());
        return add.apply(desk.documents, args);
      };
      const { id } = await request.send();
      await settling;
      await desk.sweeper.sweep();
      expect(await readable(id)).toEqual(['first page', 'second page']);
      expect(await visible()).toEqual(ONE);
    });

    it('can be sent again after a failure', async () => {
      const request = await received();
      const { add } = desk.documents;
      desk.documents.add = gone;
      await expect(request.send()).rejects.toThrow();
      desk.documents.add = add;
      const { id } = await request.send();
      await request.intake.settle();
      await desk.sweeper.sweep();
      expect(await readable(id)).toEqual(['first page', 'second page']);
      expect(await visible()).toEqual(ONE);
    });

    it('is refused as busy when the sweeper was first with one of its files', async () => {
      const request = await received();
      await desk.journal.release([request.keys[1]!]);
      await desk.sweeper.sweep();
      await expect(request.send()).rejects.toMatchObject(new DomainError('BUSY'));
      expect(await visible()).toEqual(NOTHING);
      await request.intake.settle();
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('succeeds when the answer to its commit is lost and it did land', async () => {
      const request = await received();
      desk.unitOfWork.nextCommit = 'done but unanswered';
      const { id, code, files } = await request.send();
      expect([code, files.length]).toEqual([expect.any(Number), 2]);
      await request.intake.settle();
      await desk.sweeper.sweep();
      expect(await visible()).toEqual(ONE);
      expect(await readable(id)).toEqual(['first page', 'second page']);
    });

    it('is refused when the answer to its commit is lost and it did not land', async () => {
      const request = await received();
      desk.unitOfWork.nextCommit = 'neither done nor answered';
      await expect(request.send()).rejects.toThrow(WriteConflict);
      expect(await visible()).toEqual(NOTHING);
      await request.intake.settle();
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('keeps the objects when the commit landed and nobody could find out', async () => {
      const request = await received();
      desk.unitOfWork.nextCommit = 'done but unanswered';
      const { find } = desk.documents;
      desk.documents.find = gone;
      await expect(request.send()).rejects.toThrow('the database is gone');
      await request.intake.settle();
      await desk.sweeper.sweep();
      desk.documents.find = find;
      expect(objects()).toEqual([...request.keys].sort());
      expect(await visible()).toEqual(ONE);
    });
  });

  describe('receiving files', () => {
    /** From now on the store gives out writers that are broken in one place. */
    const breakWriters = (change: Partial<FileWriter>) => {
      const { create } = desk.storage;
      desk.storage.create = (key) => Object.assign(create.call(desk.storage, key), change);
    };

    it('leaves nothing of the request when one of them cannot be written', async () => {
      const request = await received();
      breakWriters({ commit: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.intake.settle();
      await desk.sweeper.sweep();
      expect([objects(), journal(), [...desk.storage.open]]).toEqual([[], [], []]);
      expect(await visible()).toEqual(NOTHING);
    });

    it('keeps in mind until the lease ends what the store may still come to hold, having failed to say', async () => {
      const request = await received();
      breakWriters({ close: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.intake.settle();
      await desk.sweeper.sweep();
      const [late, ...others] = journal();
      expect([objects(), others]).toEqual([[], []]);
      desk.storage.objects.set(late!, Buffer.from('third page'));
      desk.database.advanceClock(LEASE_MS + 1000);
      await desk.sweeper.sweep();
      expect([objects(), journal(), [...desk.storage.open]]).toEqual([[], [], []]);
      expect(await visible()).toEqual(NOTHING);
    });

    it('stores nothing before the journal knows of it', async () => {
      const request = FilingRequest.open(desk);
      desk.journal.stage = gone;
      await expect(request.take('first page')).rejects.toThrow('the database is gone');
      expect([objects(), [...desk.storage.open]]).toEqual([[], []]);
    });

    it('leaves the rest to the lease when the store cannot even be told to give up', async () => {
      const request = await received();
      breakWriters({ close: gone, abort: gone });
      await expect(request.take('third page')).rejects.toThrow();
      await request.intake.settle();
      expect(desk.diagnostics.problems).toEqual([{ where: 'intake', error: expect.any(Error) }]);
      desk.database.advanceClock(LEASE_MS + 1000);
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('is made up for by the sweeper when the process dies, but not before the lease ends', async () => {
      await received();
      desk.database.advanceClock(LEASE_MS - 60_000);
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 0, removed: 0 });
      expect(objects()).toHaveLength(2);
      desk.database.advanceClock(61_000);
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 2, removed: 2 });
      expect([objects(), journal()]).toEqual([[], []]);
    });
  });

  describe('deleting a document', () => {
    it('makes it unreachable at once and takes the bytes away after the retention', async () => {
      const { document } = await filed();
      await deletion(document.id);
      expect(await visible()).toEqual({ ...NOTHING, suppliers: 1 });
      desk.database.advanceClock(RETENTION_DAYS * DAY_MS - 60_000);
      await desk.sweeper.sweep();
      expect(objects()).toHaveLength(2);
      desk.database.advanceClock(61_000);
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('changes nothing when it fails half way', async () => {
      const { document } = await filed();
      desk.journal.condemn = gone;
      await expect(deletion(document.id)).rejects.toThrow('the database is gone');
      expect(await visible()).toEqual(ONE);
      expect(await readable(document.id)).toHaveLength(2);
      expect(journal()).toEqual([]);
    });

    it('succeeds when the answer to its commit is lost and it did land', async () => {
      const { document } = await filed();
      desk.unitOfWork.nextCommit = 'done but unanswered';
      await deletion(document.id);
      expect(await visible()).toEqual({ ...NOTHING, suppliers: 1 });
    });

    it('is refused when the answer to its commit is lost and it did not land', async () => {
      const { document } = await filed();
      desk.unitOfWork.nextCommit = 'neither done nor answered';
      await expect(deletion(document.id)).rejects.toThrow(WriteConflict);
      expect(await visible()).toEqual(ONE);
    });

    it('happens once, however many ask', async () => {
      const { document } = await filed();
      const answers = await Promise.allSettled(Array.from({ length: 5 }, () => deletion(document.id)));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(journal()).toHaveLength(2);
    });
  });

  describe('sweeping', () => {
    const doomed = async () => {
      const request = await received();
      await request.intake.settle();
      return request.keys;
    };

    it('goes on next time where the store failed', async () => {
      const keys = await doomed();
      desk.storage.isGone = true;
      await expect(desk.sweeper.sweep()).rejects.toThrow();
      expect(journal()).toEqual([...keys].sort());
      desk.storage.isGone = false;
      await desk.sweeper.sweep();
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('goes on next time where the journal failed after the bytes were gone', async () => {
      await doomed();
      const { forget } = desk.journal;
      desk.journal.forget = gone;
      await expect(desk.sweeper.sweep()).rejects.toThrow('the database is gone');
      desk.journal.forget = forget;
      expect(await desk.sweeper.sweep()).toEqual({ condemned: 0, removed: 2 });
      expect([objects(), journal()]).toEqual([[], []]);
    });

    it('halts, and deletes nothing, when a live document names a condemned object', async () => {
      const { request } = await filed();
      await doomed();
      await desk.journal.condemn([request.keys[0]!], 0, 'by mistake');
      await expect(desk.sweeper.sweep()).rejects.toEqual(new SweepHalted([request.keys[0]!]));
      expect(objects()).toHaveLength(4);
      expect(journal()).toHaveLength(3);
    });

    it('takes more than a batch, by several sweepers at once', async () => {
      for (let index = 0; index < 130; index++) await doomed();
      await Promise.all([desk.sweeper.sweep(), desk.sweeper.sweep(), desk.sweeper.sweep()]);
      expect([objects(), journal()]).toEqual([[], []]);
    });
  });
});

import { newId } from '#application/support/ids';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO } from '../builders/demo';
import { atOnce } from './support/deferred';
import { fileReadings, LEASE_MS } from './support/file-readings';
import { describeContract } from './support/implementations';

const AT = new Date('2026-11-22T15:00:00.001Z');

/** Files that have to be read, and what was made of them. */
describeContract('FileWork', { perTest: true }, (archive) => {
  const { scope, pdf, stored, claim, content, picture, finish, state } = fileReadings(archive);

  it('has an entry for each file that can be read, where files are read', async () => {
    const [readable, other, elsewhere] = [pdf(), aFile({ extension: 'exe' }), pdf()];
    await stored(readable, other);
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, aDocument(scope, { files: [elsewhere] })));
    expect([await state(readable), await state(other), await state(elsewhere)]).toEqual(['pending', null, null]);
    expect(await archive.fileWork.counts()).toEqual({ pending: 1, failed: 0 });
  });

  it('gives a file to one of those who ask at once', async () => {
    const file = pdf();
    await stored(file);
    const held = (await atOnce(4, () => claim())).filter((each) => each !== null);
    expect(held).toEqual([expect.objectContaining({ id: file.id, key: file.key, kind: 'read', tries: 1, kills: 0 })]);
    expect(await claim()).toBeNull();
  });

  it('gives what a dead service held to the next one, but neither what another process holds nor what waits for its next try', async () => {
    // Another process, which is alive.
    await stored(pdf());
    const other = (await claim())!;
    await archive.fileWork.free();
    expect(await claim()).toBeNull();
    await stored(pdf());
    const dead = (await claim())!;
    await archive.fileWork.free();
    const held = (await claim())!;
    expect([held.id, await finish(dead), await finish(other)]).toEqual([dead.id, false, true]);
    await archive.fileWork.tryLater(held, LEASE_MS / 2);
    await archive.fileWork.free();
    expect(await claim()).toBeNull();
    archive.moveDatabaseClock(LEASE_MS / 2 + 1);
    expect((await claim())?.id).toBe(held.id);
  });

  /** Three of each, by the time since when they are due. */
  async function queued(letters: readonly string[]) {
    const clients = letters.map((letter) => newId().replace(/^./, letter));
    const files: Parameter[][] = [];
    const entries: Parameter[][] = [];
    for (const clientId of clients)
      for (const at of [1000, 2000, 3000]) {
        const { id, key, size, sha256, name, extension, version } = pdf();
        files.push([id, 1, idBytes(clientId), 0, key, size, sha256, name, extension, version, at]);
        entries.push([id, 'read', idBytes(clientId), 'pending', at]);
      }
    const columns = [
      'id',
      'document_code',
      'client_id',
      'position',
      'object_key',
      'size',
      'sha256',
      'name',
      'extension',
      'version',
      'created_at',
    ];
    await archive.sql.insert('document_file', columns, files);
    await archive.sql.insert('file_work', ['file_id', 'kind', 'client_id', 'state', 'next_at'], entries);
    return async (spentOn: readonly number[] = []) => {
      const order: string[] = [];
      for (let held = await claim(); held; held = await claim()) {
        const [entry] = entries.filter(([id]) => id === held?.id);
        const client = clients.indexOf(held.clientId);
        order.push(`${client} ${entry?.at(-1)}`);
        archive.fileWork.spent(held, spentOn[client] ?? 0);
      }
      return order;
    };
  }

  it('lets clients take turns, and takes the newest file of each', async () => {
    expect(await (await queued(['a', 'b', 'c']))()).toEqual([
      '0 3000',
      '1 3000',
      '2 3000',
      '0 2000',
      '1 2000',
      '2 2000',
      '0 1000',
      '1 1000',
      '2 1000',
    ]);
  });

  it('gives those a turn first on whom less time was spent', async () => {
    const order = await queued(['a', 'b', 'c']);
    expect(await order([60_000, 1000, 1000])).toEqual(['0 3000', '1 3000', '2 3000', '1 2000', '2 2000', '1 1000', '2 1000', '0 2000', '0 1000']); // prettier-ignore
  });

  it('gives it to the next when the lease has ended; the former holder stores nothing', async () => {
    await stored(pdf());
    const [first] = [(await claim())!];
    archive.moveDatabaseClock(LEASE_MS + 1);
    const second = (await claim())!;
    expect(second).toMatchObject({ id: first.id, tries: 2 });
    expect([await finish(first, content(['alt'])), await finish(second)]).toEqual([false, true]);
    expect(await archive.fileWork.page(scope, first.id, 1)).toBe('Contrato');
  });

  it('keeps text by pages', async () => {
    const file = pdf();
    await stored(file);
    const pages = Array.from({ length: 60 }, (_, index) => (index % 7 === 3 ? '' : `${index + 1} ção 🗎 `.repeat(1 + index * 60)));
    expect(await finish((await claim())!, content(pages, { isCut: true }))).toBe(true);
    expect(await archive.fileWork.find(scope, file.id, 'read')).toEqual({
      state: 'done',
      fault: null,
      engine: 'test 1',
      pages: 60,
      isCut: true,
    });
    for (const [index, text] of pages.entries()) expect(await archive.fileWork.page(scope, file.id, index + 1)).toBe(text);
    expect(await archive.fileWork.page(scope, file.id, 61)).toBeNull();
    expect(await claim()).toBeNull();
  });

  it('knows a file without text', async () => {
    const file = pdf();
    await stored(file);
    await finish((await claim())!, content(['', '']));
    expect(await state(file)).toBe('empty');
  });

  it('takes a replaced file for another one: what was read of the former is refused, or goes', async () => {
    const [file, other] = [pdf(), pdf()];
    await stored(file);
    const held = (await claim())!;
    expect(await archive.unitOfWork.run(() => archive.fileWork.replaced(scope, [file.id, newId()]))).toEqual([]);
    expect(await finish(held)).toBe(false);
    const preview = picture();
    expect(await finish((await claim())!, content(), preview)).toBe(true);
    await stored(other);
    expect(await archive.unitOfWork.run(() => archive.fileWork.replaced(scope, [file.id]))).toEqual([preview.key]);
    expect([await state(file), await archive.fileWork.page(scope, file.id, 1)]).toEqual(['pending', null]);
    expect(await archive.fileWork.preview(scope, file.id, 320)).toBeNull();
  });

  it.each(['file', 'document'] as const)('loses everything in the transaction that deletes the %s', async (what) => {
    const [file, other] = [pdf(), pdf()];
    const document = await stored(file, other);
    const [one, two] = [(await claim())!, (await claim())!];
    const preview = picture();
    const mine = [one, two].find(({ id }) => id === file.id)!;
    await finish(mine, content(), preview);
    const remove = () =>
      what === 'file' ? archive.documents.removeFile(scope, document, file.id, AT) : archive.documents.markDeleted(scope, document, AT);
    await expect(
      archive.unitOfWork.run(async () => {
        await remove();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await state(file)).toBe('done');
    expect(await archive.journal.referenced([preview.key])).toEqual(new Set([preview.key]));
    const keys = await archive.unitOfWork.run(remove);
    expect(keys).toEqual(expect.arrayContaining([file.key, preview.key]));
    expect([
      await state(file),
      await archive.fileWork.page(scope, file.id, 1),
      await archive.fileWork.preview(scope, file.id, 320),
    ]).toEqual([null, null, null]);
    expect(await archive.journal.referenced([preview.key])).toEqual(new Set());
    // Who was reading another file of it meanwhile.
    const left = [one, two].find(({ id }) => id === other.id)!;
    expect(await finish(left)).toBe(what === 'file');
  });

  it('tries later, gives up, and is told to try again', async () => {
    const file = pdf();
    await stored(file);
    await archive.fileWork.tryLater({ ...(await claim())!, kills: 1 }, 5000);
    expect(await claim()).toBeNull();
    archive.moveDatabaseClock(5001);
    const held = (await claim())!;
    expect(held).toMatchObject({ tries: 2, kills: 1 });
    await archive.fileWork.release(held);
    const again = (await claim())!;
    expect(again.tries).toBe(2);
    await archive.fileWork.giveUp(again, 'failed', 'too-heavy');
    expect([await archive.fileWork.counts(), await claim()]).toEqual([{ pending: 0, failed: 1 }, null]);
    expect(await archive.fileWork.failed('', 10)).toEqual([
      { id: file.id, documentId: expect.any(String), clientName: 'Empresa Exemplo', extension: 'pdf', fault: 'too-heavy', tries: 2 },
    ]);
    expect(await archive.fileWork.tryAgain('', 10)).toEqual({ last: file.id, again: 1 });
    expect(await claim()).toMatchObject({ id: file.id, tries: 1, kills: 0 });
  });

  it('does not try those again that are at fault themselves', async () => {
    await stored(pdf());
    await archive.fileWork.giveUp((await claim())!, 'failed', 'encrypted');
    expect(await archive.fileWork.tryAgain('', 10)).toEqual({ last: null, again: 0 });
  });

  it('says what the level has made of the file, or the nearest above that says so; in ranges, one that is left again is not tried for ever', async () => {
    const readings = async (...levels: [string, string | null][]) => {
      for (const [id, reading] of levels) await archive.sql.write('UPDATE tree_node SET reading = ? WHERE id = ? AND client_id = ?', [reading, id, idBytes(DEMO.client)]); // prettier-ignore
      await stored(pdf());
      return (await claim())!.reading;
    };
    expect(await readings()).toBe('text');
    expect(await readings([DEMO.finance, 'off'])).toBe('off');
    expect(await readings([DEMO.invoices, 'text'])).toBe('text');
    const file = pdf();
    await stored(file);
    await archive.fileWork.giveUp((await claim())!, 'skipped', 'switched-off');
    expect(await archive.fileWork.tryAgain('', 10)).toEqual({ last: file.id, again: 1 });
    await archive.fileWork.giveUp((await claim())!, 'skipped', 'switched-off');
    expect(await archive.fileWork.tryAgain(file.id, 10)).toEqual({ last: null, again: 0 });
  });

  it('knows the preview that is there when a file is read once more; a lease that is extended keeps it', async () => {
    const file = pdf();
    await stored(file);
    await finish((await claim())!, content(['']), picture());
    expect(await archive.fileWork.queueScans('', 10)).toEqual({ last: file.id, again: 0 });
    await archive.sql.write("UPDATE tree_node SET reading = 'ocr' WHERE id = ? AND client_id = ?", [DEMO.finance, idBytes(DEMO.client)]);
    expect(await archive.fileWork.queueScans('', 10)).toEqual({ last: file.id, again: 1 });
    const held = (await claim())!;
    expect(held).toMatchObject({ reading: 'ocr', hasPreview: true });
    archive.moveDatabaseClock(LEASE_MS / 2);
    await archive.fileWork.extend(held, 2 * LEASE_MS);
    archive.moveDatabaseClock(LEASE_MS);
    expect(await claim()).toBeNull();
    expect(await finish(held, content([''], { engine: 'pdf.js 5, tesseract 7' }))).toBe(true);
    expect(await archive.fileWork.queueScans('', 10)).toEqual({ last: file.id, again: 0 });
    expect(await archive.fileWork.queueScans(file.id, 10)).toEqual({ last: null, again: 0 });
  });

  it('makes a large preview once, and another when it is lost', async () => {
    const file = pdf();
    await stored(file);
    await finish((await claim())!, content(), picture());
    await atOnce(2, () => archive.fileWork.wantLarge(scope, file.id));
    const held = (await claim())!;
    expect([held.kind, await claim()]).toEqual(['large', null]);
    const large = picture(1240);
    expect(await finish(held, content([]), large)).toBe(true);
    expect([await archive.fileWork.preview(scope, file.id, 1240), await archive.fileWork.page(scope, file.id, 1)]).toEqual([
      large,
      'Contrato',
    ]);
    await archive.fileWork.losePreview(scope, file.id, 'large', large.key);
    await archive.fileWork.losePreview(scope, file.id, 'large', large.key);
    expect((await claim())?.kind).toBe('large');
  });

  it('enters files that were stored while none was read, once', async () => {
    const old = Array.from({ length: 5 }, () => pdf());
    await archive.unitOfWork.run(() =>
      addDocument(archive.documents, scope, aDocument(scope, { files: [...old, aFile({ extension: 'exe' })] })),
    );
    await stored(pdf());
    const queueAll = async () => {
      let queued = 0;
      for (let after: string | null = ''; after !== null;) {
        const step = await archive.fileWork.queueOld(after, 2);
        [after, queued] = [step.last, queued + step.queued];
      }
      return queued;
    };
    expect([await queueAll(), await queueAll(), await archive.fileWork.counts()]).toEqual([5, 0, { pending: 6, failed: 0 }]);
  });

  it('counts previews among the objects that are verified', async () => {
    const file = pdf();
    await stored(file);
    const preview = picture();
    await finish((await claim())!, content(), preview);
    const keys = (await archive.storedFiles.live('', 1000)).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([file.key, preview.key]));
    expect(await archive.storedFiles.known([preview.key])).toEqual(new Set([preview.key]));
  });
});

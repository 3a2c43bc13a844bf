import { atOnce } from './support/deferred';
import { fileReadings, LEASE_MS } from './support/file-readings';
import { describeContract } from './support/implementations';

const AT = new Date('2026-11-22T15:00:00.001Z');

describeContract('words of files', { perTest: true }, (archive) => {
  const { scope, pdf, stored, claim, content, finish, finishAll, found, state } = fileReadings(archive);

  it('lets documents be found by the words of all of their files, as long as these are there', async () => {
    const [one, two] = [pdf(), pdf()];
    const document = await stored(one, two);
    const { code } = document;
    await finishAll((id) => (id === one.id ? 'Ágata e berilo' : 'Berilo e cobre'));
    expect([await found('agata', 'cobre'), await found('berilo')]).toEqual([[code], [code]]);
    const replace = () => archive.unitOfWork.run(() => archive.fileWork.replaced(scope, [two.id]));
    await replace();
    expect([await found('cobre'), await found('berilo')]).toEqual([[], [code]]);
    await finishAll(() => 'Diamante');
    expect([await found('agata', 'diamante'), await found('cobre')]).toEqual([[code], []]);
    await archive.unitOfWork.run(() => archive.documents.removeFile(scope, document, one.id, new Date(AT.getTime() - 1)));
    expect([await found('agata'), await found('diamante')]).toEqual([[], [code]]);
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, AT));
    expect([await found('diamante'), await archive.sql.rows('SELECT w.file_id FROM file_words w')]).toEqual([[], []]);
    await archive.unitOfWork.run(() => archive.readDocuments.restore(scope, document.id));
    expect([await found('diamante'), await state(one), await state(two)]).toEqual([[], null, 'pending']);
    await finishAll(() => 'Esmeralda');
    expect([await found('esmeralda'), await found('diamante')]).toEqual([[code], []]);
  });

  it('loses no words when files of one document are stored at once', async () => {
    const files = Array.from({ length: 4 }, () => pdf());
    const { code } = await stored(...files);
    const held = await atOnce(4, async () => (await claim()) ?? (await claim())!);
    const words = ['norte', 'sul', 'leste', 'oeste'];
    await Promise.all(held.map((each, index) => finish(each, content([words[index]!]))));
    expect(await found(...words)).toEqual([code]);
  });

  it('keeps no words of what was rolled back, or of whoever has lost the file', async () => {
    await stored(pdf());
    const held = (await claim())!;
    const undone = archive.unitOfWork.run(async () => {
      await archive.fileWork.finish(held, content(['Fluorita']), null);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    archive.moveDatabaseClock(LEASE_MS + 1);
    const [next] = [(await claim())!];
    expect([await finish(held, content(['Granada'])), await found('fluorita'), await found('granada')]).toEqual([false, [], []]);
    expect(await finish(next, content(['Hematita']))).toBe(true);
    expect(await found('hematita')).toHaveLength(1);
  });
});

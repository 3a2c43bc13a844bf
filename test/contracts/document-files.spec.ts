import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';
import { expectShownAsStored } from './support/shown';

const CREATED = new Date('2026-11-21T12:34:56.789Z');
const LATER = new Date('2026-11-22T15:00:00.001Z');

/** Files that come to a document, and leave it. */
describeContract('DocumentRepository, files,', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });

  afterAll(() => expectShownAsStored(archive.sql));

  const stored = async (files: NewFile[]) => {
    const document = aDocument(scope, { files });
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    return (await archive.documents.find(scope, document.id))!;
  };
  type Stored = Awaited<ReturnType<typeof stored>>;
  const holding = <T>({ id }: Stored, work: (held: Stored) => Promise<T>) =>
    archive.unitOfWork.run(async () => work((await archive.documents.hold(scope, id))!));
  const add = (document: Stored, files: NewFile[]) => holding(document, (held) => archive.documents.addFiles(scope, held, files, LATER));
  const remove = (document: Stored, fileId: string) =>
    holding(document, (held) => archive.documents.removeFile(scope, held, fileId, LATER));
  const idsOf = async (document: Stored) => (await archive.documents.filesOf(scope, document)).map(({ id }) => id);

  it('adds files to a document that has none', async () => {
    const document = await stored([]);
    const file = aFile();
    await add(document, [file]);
    expect(await idsOf(document)).toEqual([file.id]);
  });

  it('neither adds nor removes files where the scope is of another client', async () => {
    const document = await stored([aFile()]);
    const [kept] = await idsOf(document);
    const other = await scopeOf(archive, 'outro');
    const adding = holding(document, (held) => archive.documents.addFiles(other, held, [aFile()], LATER));
    await expect(adding).rejects.toThrow('outside the scope');
    await expect(holding(document, (held) => archive.documents.removeFile(other, held, kept!, LATER))).rejects.toThrow('outside the scope');
    expect(await idsOf(document)).toEqual([kept]);
  });

  it('adds nothing with no files', async () => {
    const document = await stored([aFile()]);
    await add(document, []);
    expect(await idsOf(document)).toHaveLength(1);
  });

  it.each(['first', 'middle', 'last', 'only'])('appends files when the %s one was removed', async (which) => {
    const files = which === 'only' ? [aFile()] : [aFile(), aFile(), aFile()];
    const gone = files[which === 'middle' ? 1 : which === 'last' ? 2 : 0]!;
    const document = await stored(files);
    await remove(document, gone.id);
    const [fourth, fifth] = [aFile(), aFile()];
    await add(document, [fourth, fifth]);
    const kept = files.filter((file) => file !== gone);
    expect(await idsOf(document)).toEqual([...kept, fourth, fifth].map(({ id }) => id));
  });

  it('rolls additions back when the transaction fails', async () => {
    const document = await stored([aFile()]);
    const failing = holding(document, async (held) => {
      await archive.documents.addFiles(scope, held, [aFile()], LATER);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await idsOf(document)).toHaveLength(1);
    expect(await archive.documents.find(scope, document.id)).toEqual(document);
  });

  it('removes a file and returns the key of its object', async () => {
    const files = [aFile(), aFile(), aFile()];
    const document = await stored(files);
    expect(await remove(document, files[1]!.id)).toEqual([files[1]!.key]);
    expect(await archive.documents.findFile(scope, files[1]!.id)).toBeNull();
    expect(await idsOf(document)).toEqual([files[0]!.id, files[2]!.id]);
    const [found] = await archive.search.page(scope, { documentCode: document.code, fields: [] }, 1, 1);
    expect(found?.fileCount).toBe(2);
    expect(await archive.journal.referenced(files.map(({ key }) => key))).toEqual(new Set([files[0]!.key, files[2]!.key]));
  });

  it('revokes only the share of the removed file', async () => {
    const files = [aFile(), aFile()];
    const document = await stored(files);
    const shares = await archive.shares.share(
      scope,
      files.map(({ id }) => id),
      null,
      CREATED,
    );
    const shareOf = (index: number) => shares.find(({ fileId }) => fileId === files[index]!.id)!;
    await remove(document, files[0]!.id);
    expect(await archive.shares.of(scope, [files[0]!.id])).toEqual([]);
    expect(await archive.sharedFiles.open(shareOf(0).id, LATER)).toBeNull();
    expect((await archive.sharedFiles.open(shareOf(1).id, LATER))?.id).toBe(files[1]!.id);
    expect(await archive.shares.share(scope, [files[0]!.id], null, LATER)).toEqual([]);
  });

  it('returns null for an unknown file', async () => {
    const file = aFile();
    const [document, bystander] = [await stored([file]), await stored([aFile()])];
    expect(await remove(document, newId())).toBeNull();
    expect(await remove(bystander, file.id)).toBeNull();
    expect(await archive.documents.findFile(scope, file.id)).not.toBeNull();
    await remove(document, file.id);
    expect(await remove(document, file.id)).toBeNull();
  });

  it('does not return keys of removed files when the document is deleted', async () => {
    const [gone, kept] = [aFile(), aFile()];
    const document = await stored([gone, kept]);
    await remove(document, gone.id);
    const keys = await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, LATER));
    expect(keys).toEqual([kept.key]);
  });
});

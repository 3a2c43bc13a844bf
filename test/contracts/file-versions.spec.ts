import { newId, newObjectKey } from '#application/support/ids';
import type { VersionedFile } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aSignature } from '../builders/a-signature';
import { scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const LATER = new Date('2026-11-22T15:00:00.001Z');

/** Files that get another content under the same id, and the signatures that come with it. */
describeContract('FileVersions and Signatures', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });

  const stored = async (...files: NewFile[]) => {
    const document = aDocument(scope, { files });
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    return (await archive.documents.find(scope, document.id))!;
  };
  const found = async (file: NewFile) => (await archive.fileVersions.find(scope, [file.id]))[0]!;
  const content = (version = '2') => ({ key: newObjectKey(), size: 7, sha256: newId().replaceAll('-', '').padEnd(64, '0'), version });
  const replace = (file: VersionedFile, next = content()) =>
    archive.unitOfWork.run(async () => {
      await archive.fileVersions.hold(scope, [file]);
      return archive.fileVersions.replace(scope, [{ file, content: next }], LATER);
    });
  const signature = (file: VersionedFile, sha256: string) => aSignature(scope, { fileId: file.id, sha256, signedAt: LATER });

  it('finds only files within the scope', async () => {
    const files = [aFile(), aFile()];
    const document = await stored(...files);
    const [first] = await archive.fileVersions.find(scope, [files[0]!.id, newId()]);
    expect(first).toEqual({
      ...files[0],
      clientId: scope.clientId,
      owner: { kind: 'document', id: document.id, nodeCode: document.nodeCode },
    });
    expect(await archive.fileVersions.find(scope, [])).toEqual([]);
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, LATER));
    expect(await archive.fileVersions.find(scope, [files[0]!.id])).toEqual([]);
  });

  it('replaces the content under the same id, and keeps the former version', async () => {
    const files = [aFile(), aFile()];
    const document = await stored(...files);
    const next = content();
    expect(await replace(await found(files[0]!), next)).toBe(true);
    expect(await found(files[0]!)).toMatchObject({ id: files[0]!.id, name: files[0]!.name, ...next });
    expect((await archive.documents.find(scope, document.id))?.version).toBe(document.version + 1);
    const keys = [files[0]!.key, files[1]!.key, next.key];
    expect(await archive.journal.referenced(keys)).toEqual(new Set(keys));
  });

  it('locks the documents of the files and returns all their files', async () => {
    const [one, two] = [[aFile(), aFile()], [aFile()]];
    await stored(...one);
    await stored(...two);
    const asked = [await found(two[0]!), await found(one[1]!)];
    const held = await archive.unitOfWork.run(() => archive.fileVersions.hold(scope, asked));
    expect(held.map(({ id }) => id).sort()).toEqual([...one, ...two].map(({ id }) => id).sort());
  });

  it('does not replace a file that was changed since it was read', async () => {
    const file = aFile();
    await stored(file);
    const read = await found(file);
    expect(await replace(read)).toBe(true);
    expect(await replace(read)).toBe(false);
  });

  it('lets one of 16 concurrent calls replace a file that all have read', async () => {
    const file = aFile();
    await stored(file);
    const read = await found(file);
    const answers = await atOnce(16, () => replace(read));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('rolls a replacement back with its transaction', async () => {
    const file = aFile();
    await stored(file);
    const read = await found(file);
    const failing = archive.unitOfWork.run(async () => {
      await archive.fileVersions.hold(scope, [read]);
      await archive.fileVersions.replace(scope, [{ file: read, content: content() }], LATER);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await found(file)).toEqual(read);
  });

  it('returns the keys of former versions with the file or the document', async () => {
    const files = [aFile(), aFile()];
    const document = await stored(...files);
    const [first, second, other] = [content(), content('3'), content()];
    await replace(await found(files[0]!), first);
    await replace(await found(files[0]!), second);
    await replace(await found(files[1]!), other);
    const removed = await archive.unitOfWork.run(async () => {
      const held = (await archive.documents.hold(scope, document.id))!;
      return archive.documents.removeFile(scope, held, files[0]!.id, LATER);
    });
    expect(removed?.sort()).toEqual([files[0]!.key, first.key, second.key].sort());
    const rest = await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, LATER));
    expect(rest?.sort()).toEqual([files[1]!.key, other.key].sort());
    const all = [...files.map(({ key }) => key), first.key, second.key, other.key];
    expect(await archive.journal.referenced(all)).toEqual(new Set());
  });

  it('finds by the code what was signed and its current state', async () => {
    const file = aFile();
    const document = await stored(file);
    const read = await found(file);
    const made = signature(read, read.sha256);
    await archive.signatures.add(scope, [made, signature(read, 'f'.repeat(64))]);
    expect(await archive.signatures.find(made.code)).toEqual({ ...made, state: 'current' });
    expect(await archive.signatures.find('0'.repeat(26))).toBeNull();
    await expect(archive.signatures.add(scope, [{ ...made, id: newId() }])).rejects.toThrow();
    await replace(read);
    expect((await archive.signatures.find(made.code))?.state).toBe('superseded');
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, LATER));
    expect((await archive.signatures.find(made.code))?.state).toBe('deleted');
  });
});

import { newObjectKey } from '#application/support/ids';
import type { FileContent, HeldFile, StoredPreview } from '#application/ports/text-extraction';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { wordsOf } from '#domain/documents/words';
import type { NewFile } from '#domain/files/document-file';
import { addDocument, aDocument, aFile } from '../../builders/a-document';
import { scopeOf } from '../../builders/demo';
import { late } from '../../support/late';
import type { Archive } from './typeorm-archive';

export const LEASE_MS = 60_000;

/** Files that have to be read, and what a reader makes of them. */
export function fileReadings(archive: Archive) {
  let opened: Scope | undefined;
  beforeEach(async () => {
    opened = await scopeOf(archive);
  });
  const scope = late(() => opened);

  const pdf = (more: Partial<NewFile> = {}) => aFile({ extension: 'pdf', ...more });
  const stored = async (...files: NewFile[]): Promise<StoredDocument> => {
    const document = aDocument(scope, { files });
    await archive.unitOfWork.run(() => addDocument(archive.readDocuments, scope, document));
    return (await archive.documents.find(scope, document.id))!;
  };
  const claim = () => archive.fileWork.claim(LEASE_MS);
  const content = (pages = ['Contrato', 'Fim'], more: Partial<FileContent> = {}): FileContent => ({
    engine: 'test 1',
    pages,
    words: wordsOf(pages.join(' ')),
    isCut: false,
    preview: null,
    ...more,
  });
  const picture = (pixels = 320): StoredPreview => ({ key: newObjectKey(), size: 10, sha256: 'a'.repeat(64), pixels });
  const finish = (held: HeldFile, what = content(), preview: StoredPreview | null = null) =>
    archive.unitOfWork.run(() => archive.fileWork.finish(held, what, preview));
  const finishAll = async (textOf: (fileId: string) => string) => {
    for (let held = await claim(); held; held = await claim()) expect(await finish(held, content([textOf(held.id)]))).toBe(true);
  };
  const found = async (...words: string[]) => {
    const query = { within: 'files' as const, words: words.map((word) => ({ word, isBeginning: false })) };
    return (await archive.textIndex.match(scope, query, { limit: 9 })).codes;
  };
  const state = async ({ id }: Pick<NewFile, 'id'>) => (await archive.fileWork.find(scope, id, 'read'))?.state ?? null;
  return { scope, pdf, stored, claim, content, picture, finish, finishAll, found, state };
}

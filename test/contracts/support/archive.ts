import type { Accounts } from '#application/ports/accounts';
import type { ArchiveInstaller } from '#application/ports/archive-installer';
import type { Boxes, SignatureOrigins } from '#application/ports/boxes';
import type { DocumentSearch } from '#application/ports/document-search';
import type { DocumentRepository } from '#application/ports/document.repository';
import type { ListRows } from '#application/ports/list-rows';
import type { ObjectJournal } from '#application/ports/object-journal';
import type { Sessions } from '#application/ports/sessions';
import type { SharedFiles, ShareRepository } from '#application/ports/share.repository';
import type { Structures } from '#application/ports/structures';
import type { UnitOfWork } from '#application/ports/unit-of-work';

/** The ports of one archive that keep their state in its database. */
export interface Archive {
  unitOfWork: UnitOfWork;
  journal: ObjectJournal;
  documents: DocumentRepository;
  search: DocumentSearch;
  shares: ShareRepository;
  sharedFiles: SharedFiles;
  listRows: ListRows;
  boxes: Boxes;
  signatureOrigins: SignatureOrigins;
  structures: Structures;
  accounts: Accounts;
  sessions: Sessions;
  installer: ArchiveInstaller;
  /** For which there is no port yet. */
  deactivate(userId: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A new archive of its own: with the demo archive's structure and users, without documents; or with nothing at all. */
export type ArchiveFactory = (options?: { empty?: boolean }) => Promise<Archive>;

export type ArchiveContract = (implementation: string, open: ArchiveFactory) => void;

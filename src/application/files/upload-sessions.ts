import { Injectable } from '@nestjs/common';
import { Diagnostics, UnitOfWork } from '#application/ports/unit-of-work';
import { FileStorage, ObjectJournal } from '#application/ports/files';
import { Settings } from '#application/support/settings';
import { discardingStorage, noJournal, noKeys } from './discarding-store';
import { UploadSession } from './upload-session';
import { StagedKeys } from './staged-keys';

/** Opens the upload of a request. */
@Injectable()
export class UploadSessions {
  private readonly settling = new Set<Promise<void>>();
  private readonly report = (error: unknown) => this.diagnostics.problem('upload', error);

  constructor(
    private readonly storage: FileStorage,
    private readonly keys: StagedKeys,
    private readonly journal: ObjectJournal,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** `maxFiles` overrides the setting for files that the service itself creates. `expectedBytes`: of the whole request, if known. */
  open(clientId: string, limits: { maxFiles?: number; expectedBytes?: number } = {}): UploadSession {
    if (this.unitOfWork.isRehearsal) return this.openDiscarding(limits);
    return new UploadSession(clientId, this.storage, this.keys, this.journal, this.limits(limits), this.report, this.unitOfWork);
  }

  /** For a dry run: bytes are counted and hashed, then discarded, but for the ends of zips, which say what they are. */
  openDiscarding(limits: { maxFiles?: number } = {}): UploadSession {
    return new UploadSession('', discardingStorage, noKeys, noJournal, this.limits(limits), this.report, this.unitOfWork);
  }

  private limits(limits: { maxFiles?: number; expectedBytes?: number }) {
    return { maxFileBytes: this.settings.maxFileBytes, maxFiles: this.settings.maxFiles, ...limits };
  }

  /** Releases in the background what a request has left. */
  settle(upload: UploadSession): void {
    const settling = upload.settle().finally(() => this.settling.delete(settling));
    this.settling.add(settling);
  }

  /** Resolves when all pending releases are done. */
  async settled(): Promise<void> {
    await Promise.all(this.settling);
  }
}

import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/diagnostics';
import { FileStorage } from '#application/ports/file-storage';
import { ObjectJournal } from '#application/ports/object-journal';
import { Settings } from '#application/settings';
import { discardingStorage, noJournal, noKeys } from './discarding-store';
import { Intake } from './intake';
import { StagedKeys } from './staged-keys';

/** Opens the intake of a request. */
@Injectable()
export class FileIntake {
  private readonly settling = new Set<Promise<void>>();

  constructor(
    private readonly storage: FileStorage,
    private readonly keys: StagedKeys,
    private readonly journal: ObjectJournal,
    private readonly settings: Settings,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** `maxFiles` overrides the setting for files that the service itself creates. `expectedBytes`: of the whole request, if known. */
  open(limits: { maxFiles?: number; expectedBytes?: number } = {}): Intake {
    return new Intake(
      this.storage,
      this.keys,
      this.journal,
      { maxFileBytes: this.settings.maxFileBytes, maxFiles: this.settings.maxFiles, ...limits },
      (error) => this.diagnostics.problem('intake', error),
    );
  }

  /** For a simulated call: bytes are counted, hashed and checked, then discarded. */
  openDiscarding(): Intake {
    return new Intake(discardingStorage, noKeys, noJournal, this.settings, (error) => this.diagnostics.problem('intake', error));
  }

  /** Releases in the background what a request has left. */
  settle(intake: Intake): void {
    const settling = intake.settle().finally(() => this.settling.delete(settling));
    this.settling.add(settling);
  }

  /** Resolves when all pending releases are done. */
  async settled(): Promise<void> {
    await Promise.all(this.settling);
  }
}

import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/diagnostics';
import { FileStorage } from '#application/ports/file-storage';
import { ObjectJournal } from '#application/ports/object-journal';
import { Settings } from '#application/settings';
import { Intake } from './intake';

/** Opens the intake of a request. */
@Injectable()
export class FileIntake {
  constructor(
    private readonly storage: FileStorage,
    private readonly journal: ObjectJournal,
    private readonly settings: Settings,
    private readonly diagnostics: Diagnostics,
  ) {}

  open(): Intake {
    return new Intake(this.storage, this.journal, this.settings, (error) => this.diagnostics.problem('intake', error));
  }
}

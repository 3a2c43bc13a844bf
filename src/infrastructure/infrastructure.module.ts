import { Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileReader, NoteReader } from '#application/ports/text-extraction';
import { ArchiveFormat } from '#application/ports/provisioning';
import { FileStorage } from '#application/ports/files';
import { PdfForms, WorkflowDiagrams } from '#application/ports/workflows';
import { XmlCheck } from '#application/ports/invoices';
import { Settings } from '#application/support/settings';
import { TimeZone } from '#application/support/time-zone';
import { CONFIG, type Config } from '#src/config';
import { SchemaArchiveFormat } from './provisioning/schema-archive-format';
import { BpmnDiagrams } from './bpmn/bpmn-diagrams';
import { ChildFileReader } from './text-extraction/child-file-reader';
import { WorkerPdfForms } from './pdf-forms/worker-pdf-forms';
import { S3FileStorage } from './s3/s3-file-storage';
import { SaxNoteReader } from './xml/sax-note-reader';
import { SaxXmlCheck } from './xml/sax-xml-check';
import { WorkerJobs } from './workers/worker-jobs';
import { DatabaseModule } from './typeorm/database.module';
import { SecurityModule } from './security.module';
import { StorageModule } from './storage.module';
import { TelemetryModule } from './telemetry.module';

const PROVIDERS: Provider[] = [
  { provide: Settings, useExisting: CONFIG },
  { provide: TimeZone, useFactory: ({ timeZone }: Config) => new TimeZone(timeZone), inject: [CONFIG] },
  { provide: WorkerJobs, useFactory: () => new WorkerJobs() },
  { provide: ArchiveFormat, useClass: SchemaArchiveFormat },
  { provide: PdfForms, useClass: WorkerPdfForms },
  { provide: FileReader, useFactory: ({ pdfToText }: Config) => new ChildFileReader({}, pdfToText), inject: [CONFIG] },
  { provide: XmlCheck, useClass: SaxXmlCheck },
  { provide: NoteReader, useClass: SaxNoteReader },
  { provide: WorkflowDiagrams, useClass: BpmnDiagrams },
];

/** The only place, with the modules that it imports, where a port meets its adapter. Closes what they have opened. */
@Global()
@Module({ imports: [DatabaseModule, StorageModule, SecurityModule, TelemetryModule], providers: PROVIDERS, exports: PROVIDERS })
export class InfrastructureModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: FileStorage,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.storage instanceof S3FileStorage) this.storage.close();
    await this.dataSource.destroy();
  }
}

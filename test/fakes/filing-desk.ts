import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { CreateDocument, type CreateDocumentInput } from '#application/documents/create-document.use-case';
import { GroupedCreates } from '#application/documents/grouped-creates';
import { DeleteDocument } from '#application/documents/delete-document.use-case';
import { DocumentFiling } from '#application/documents/document-filing';
import { FileAcceptance, type FileInput } from '#application/files/file-acceptance';
import { ListLinking } from '#application/documents/list-linking';
import { UploadSessions } from '#application/files/upload-sessions';
import type { UploadSession } from '#application/files/upload-session';
import { StagedKeys } from '#application/files/staged-keys';
import { Purger } from '#application/files/purger';
import { Sweeper } from '#application/files/sweeper';
import { ParentRows } from '#application/lists/parent-rows';
import type { Retention } from '#application/retention/retention';
import type { Settings } from '#application/support/settings';
import { TimeZone } from '#application/support/time-zone';
import { AutomaticFlows } from '#application/workflows/automatic-flows';
import { FlowForm } from '#application/workflows/flow-form';
import { FlowProgress } from '#application/workflows/flow-progress';
import type { StagedFile } from '#domain/files/document-file';
import { DEMO, placeScope } from '../builders/demo';
import { sqliteArchive } from '../contracts/support/typeorm-archive';
import { InMemoryFileStorage } from './in-memory-file-storage';
import { KeptDiagnostics, PlainShareLinks, SettableClock, WrittenRemoteFiles } from './small-fakes';

export const RETENTION_DAYS = 30;

/** What happens to the next COMMIT of the data source. */
class Commits {
  next: 'answered' | 'done but unanswered' | 'neither done nor answered' = 'answered';

  constructor(dataSource: DataSource) {
    const create = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode) => {
      const runner = create(mode);
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        const fate = this.next;
        this.next = 'answered';
        if (fate === 'answered') return commit();
        await (fate === 'done but unanswered' ? commit() : runner.rollbackTransaction());
        throw Object.assign(new Error('the connection was cut'), { code: 'ECONNRESET' });
      };
      return runner;
    };
  }
}

/** The real use cases that make and unmake documents with files, over an archive on SQLite. */
export async function filingDesk() {
  const archive = await sqliteArchive();
  const [storage, remoteFiles, clock, diagnostics] = [
    new InMemoryFileStorage(),
    new WrittenRemoteFiles(),
    new SettableClock(),
    new KeptDiagnostics(),
  ];
  const { audit, boxes, documents, journal, listRows, shares, structureHold, unitOfWork } = archive;
  const settings = {
    maxFileBytes: 10_000_000,
    maxFiles: 10,
    deletedRetentionDays: RETENTION_DAYS,
    linkTimeoutSeconds: 60,
  } as Settings;
  const acceptance = new FileAcceptance(remoteFiles, storage, settings);
  const linking = new ListLinking(listRows, new ParentRows(listRows));
  const timeZone = new TimeZone('America/Sao_Paulo');
  const filing = new DocumentFiling(boxes, linking, acceptance, documents, shares, new PlainShareLinks(), audit, timeZone);
  const progress = new FlowProgress(archive.workflows, timeZone);
  const forms = new FlowForm(linking, listRows, timeZone);
  const automatic = new AutomaticFlows(archive.workflowDefinitions, archive.workflows, forms, progress, audit);
  const keys = new StagedKeys(journal);
  const creates = new GroupedCreates(filing, automatic, documents, structureHold, unitOfWork);
  // As if it had followed the clock day by day.
  const retention = { dueBefore: () => archive.databaseNow() } as Retention;
  const purger = new Purger(archive.purge, journal, audit, unitOfWork, retention, settings, diagnostics);
  return {
    ...archive,
    storage,
    remoteFiles,
    diagnostics,
    commits: new Commits(archive.dataSource),
    /** Runs what somebody else does meanwhile, who is not in the caller's transaction. */
    outside: AsyncLocalStorage.snapshot(),
    keys,
    upload: new UploadSessions(storage, keys, journal, unitOfWork, settings, diagnostics),
    create: new CreateDocument(filing, acceptance, documents, creates, unitOfWork, clock),
    remove: new DeleteDocument(documents, journal, unitOfWork, audit, clock, settings),
    purger,
    sweeper: new Sweeper(journal, storage, retention, purger),
  };
}

export type FilingDesk = Awaited<ReturnType<typeof filingDesk>>;

const SUPPLIER = '11.222.333/0001-81';
const VALUES = [
  [null, 'Título', 'Contrato de limpeza'],
  ['Fornecedores', 'CNPJ', SUPPLIER],
  ['Fornecedores', 'Razão Social', 'Limpeza Total Ltda'],
] as const;

/** One request to file a contract of a new supplier: its files are taken in as they come, and settled when it is over. */
export class FilingRequest {
  readonly staged: StagedFile[] = [];

  private constructor(
    private readonly desk: FilingDesk,
    readonly upload: UploadSession,
  ) {}

  static open(desk: FilingDesk): FilingRequest {
    return new FilingRequest(desk, desk.upload.open(DEMO.client));
  }

  async take(content: string): Promise<void> {
    const chunks = (async function* () {
      yield Buffer.from(content);
    })();
    this.staged.push(await this.upload.take(chunks).finally(() => this.desk.keys.withdraw()));
  }

  async send() {
    return this.desk.create.execute(await placeScope(this.desk, 'document:create', DEMO.contracts), this.input());
  }

  /** Keys of the objects that its files lie under. */
  get keys(): string[] {
    return this.staged.map((file) => file.key);
  }

  private input(): CreateDocumentInput {
    const values = VALUES.map(([listName, label, value], index) => ({ listName, label, value, path: ['values', index] }));
    const files = this.staged.map((staged, index): FileInput => {
      return {
        source: { staged },
        name: `Contrato ${index}`,
        extension: 'txt',
        share: true,
        mustFitExtension: true,
        path: ['files', index],
      };
    });
    return {
      unitId: DEMO.unit,
      nodeId: DEMO.contracts,
      boxCode: null,
      externalKey: null,
      ifExists: 'refuse',
      values,
      files,
      upload: this.upload,
    };
  }
}

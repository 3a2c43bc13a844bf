import { In, type FindOptionsOrder } from 'typeorm';
import type { RecordedFile, RecordedShare } from '#application/ports/portable-archive';
import { grouped, inBatches } from '../batches';
import { DocumentFileEntity, FileVersionEntity, ShareEntity, WorkflowFileEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

export type RecordedDocumentFile = RecordedFile & { shares: readonly RecordedShare[] };
export type RecordedFlowFile = RecordedFile & { toSign: boolean };

const IN_ORDER = { position: 'ASC', id: 'ASC' } as const satisfies FindOptionsOrder<DocumentFileEntity>;

/** Files with their former versions and their shares. */
export class FileRecords {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {}

  async ofDocuments(codes: readonly number[]): Promise<(code: number) => RecordedDocumentFile[]> {
    const { manager } = this.unitOfWork;
    const files = await manager.find(DocumentFileEntity, { where: { documentCode: In(codes) }, order: IN_ORDER });
    const ids = files.map(({ id }) => id);
    const former = await this.former(ids);
    const shares = await inBatches(ids, (batch) => manager.find(ShareEntity, { where: { fileId: In(batch) }, order: { id: 'ASC' } }));
    const [filesOf, sharesOf] = [grouped(files, ({ documentCode }) => documentCode), grouped(shares, ({ fileId }) => fileId)];
    return (code) => filesOf(code).map((file) => ({ ...head(file), former: former(file.id), shares: sharesOf(file.id).map(toShare) }));
  }

  async ofFlows(codes: readonly number[]): Promise<(code: number) => RecordedFlowFile[]> {
    const files = await this.unitOfWork.manager.find(WorkflowFileEntity, { where: { workflowCode: In(codes) }, order: IN_ORDER });
    const former = await this.former(files.map(({ id }) => id));
    const filesOf = grouped(files, ({ workflowCode }) => workflowCode);
    return (code) => filesOf(code).map((file) => ({ ...head(file), toSign: file.toSign, former: former(file.id) }));
  }

  async addToDocument(clientId: string, documentCode: number, files: readonly RecordedDocumentFile[]): Promise<void> {
    const rows = files.map(({ key: objectKey, ...file }) => ({ ...file, objectKey, documentCode, clientId }));
    await this.unitOfWork.insert(DocumentFileEntity, rows);
    await this.addFormer(clientId, files);
    const shares = files.flatMap((file) =>
      file.shares.map((share) => ({ ...share, fileId: file.id, liveFileId: share.revokedAt === null ? file.id : null, clientId })),
    );
    await this.unitOfWork.insert(ShareEntity, shares);
  }

  async addToFlow(clientId: string, workflowCode: number, files: readonly RecordedFlowFile[]): Promise<void> {
    const rows = files.map(({ key: objectKey, ...file }) => ({ ...file, objectKey, workflowCode, clientId }));
    await this.unitOfWork.insert(WorkflowFileEntity, rows);
    await this.addFormer(clientId, files);
  }

  private async addFormer(clientId: string, files: readonly RecordedFile[]): Promise<void> {
    const rows = files.flatMap(({ id: fileId, former }) =>
      former.map(({ key: objectKey, ...version }) => ({ ...version, objectKey, fileId, clientId })),
    );
    await this.unitOfWork.insert(FileVersionEntity, rows);
  }

  private async former(ids: readonly string[]) {
    const find = (batch: readonly string[]) =>
      this.unitOfWork.manager.find(FileVersionEntity, { where: { fileId: In(batch) }, order: { number: 'ASC' } });
    const versionsOf = grouped(await inBatches(ids, find), ({ fileId }) => fileId);
    return (id: string) =>
      versionsOf(id).map(({ number, objectKey: key, size, sha256, version, replacedAt }) => {
        return { number, key, size, sha256, version, replacedAt };
      });
  }
}

function head(row: DocumentFileEntity | WorkflowFileEntity): Omit<RecordedFile, 'former'> {
  const { id, position, objectKey: key, size, sha256, name, extension, version, createdAt, deletedAt } = row;
  return { id, position, key, size, sha256, name, extension, version, createdAt, deletedAt };
}

const toShare = ({ id, createdAt, expiresAt, revokedAt }: ShareEntity): RecordedShare => ({ id, createdAt, expiresAt, revokedAt });

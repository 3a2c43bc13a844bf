import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage, type ByteRange } from '#application/ports/file-storage';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { AuditSubject } from '#domain/audit/audit-event';
import { DomainError } from '#domain/errors';
import type { StoredFile } from '#domain/files/document-file';
import type { WorkflowFile } from '#domain/workflows/workflow';
import type { ReadableFile } from './file-readings';
import { wholeBytes } from './whole-bytes';

/** A file with its owner: a document or a flow; the other one is null. */
export interface OwnedFile extends ReadableFile {
  documentId: string | null;
  workflowId: string | null;
}

/** Operation 2.5: a file of a document, or of a flow for callers who may see flows. */
@Injectable()
export class GetFile {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly workflows: Workflows,
    private readonly access: AccessPolicy,
    private readonly storage: FileStorage,
    private readonly audit: AuditBuffer,
  ) {}

  async execute(scope: Scope, fileId: string): Promise<OwnedFile> {
    const file = (await this.documents.findFile(scope, fileId)) ?? (await this.ofFlow(scope, fileId));
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    const owner =
      'documentId' in file ? { documentId: file.documentId, workflowId: null } : { documentId: null, workflowId: file.workflowId };
    const subject: AuditSubject = 'documentId' in file ? { documentId: file.documentId } : { workflowId: file.workflowId };
    const bytes = async (range?: ByteRange) => {
      const read = await wholeBytes(this.storage, file, range);
      this.audit.add(scope.actor, scope.clientId, 'file.read', { ...subject, files: [file.id] });
      return read;
    };
    return { file, ...owner, bytes };
  }

  /** A flow's files are visible to everyone who may see the flow, whatever levels they reach (reference-facts 3.5). */
  private async ofFlow({ actor, clientId }: Scope, fileId: string): Promise<StoredFile | WorkflowFile | null> {
    const flows = await this.access.ofClient(actor, 'workflow:view', clientId);
    return flows && this.workflows.findFile(flows, fileId);
  }
}

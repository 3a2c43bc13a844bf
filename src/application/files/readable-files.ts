import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { DocumentRepository } from '#application/ports/documents';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { WorkflowFile } from '#domain/workflows/workflow';

/** The document or the flow that has the file. */
export const ownerOf = (file: StoredFile | WorkflowFile): { documentId: string } | { workflowId: string } =>
  'documentId' in file ? { documentId: file.documentId } : { workflowId: file.workflowId };

/** Files that a caller may read: those of documents in reach, and those of flows for callers who may see flows. */
@Injectable()
export class ReadableFiles {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly workflows: Workflows,
    private readonly access: AccessPolicy,
  ) {}

  async find(scope: Scope, fileId: string): Promise<StoredFile | WorkflowFile | null> {
    return (await this.documents.findFile(scope, fileId)) ?? (await this.ofFlow(scope, fileId));
  }

  /** A flow's files are visible to everyone who may see the flow, whatever levels they reach. */
  private async ofFlow({ actor, clientId }: Scope, fileId: string): Promise<WorkflowFile | null> {
    const flows = await this.access.ofClient(actor, 'workflow:view', clientId);
    return flows && this.workflows.findFile(flows, fileId);
  }
}

import { Injectable } from '@nestjs/common';
import { checkExtension, type Verdict } from '#libs/file-signature';
import { newId } from '#application/support/ids';
import { FileStorage, type RemoteFile, RemoteFileError, RemoteFiles } from '#application/ports/files';
import { Settings } from '#application/support/settings';
import { DomainError, type FieldPath, type FieldProblem } from '#domain/errors';
import { FIRST_VERSION, type NewFile, type StagedFile } from '#domain/files/document-file';
import type { UploadSession } from './upload-session';

export interface FileInput {
  source: { staged: StagedFile } | { url: string };
  name: string;
  /** Lower case, without a dot. */
  extension: string;
  /** Absent: the next version of this file name. */
  version?: string;
  share: boolean;
  /** V1 accepts any bytes; V2 and V3 refuse content that does not match the extension. */
  mustFitExtension: boolean;
  /** Path in the request. */
  path: FieldPath;
}

/** Accepts or refuses the files of a request, and fetches those given by link. */
@Injectable()
export class FileAcceptance {
  constructor(
    private readonly remoteFiles: RemoteFiles,
    private readonly storage: FileStorage,
    private readonly settings: Settings,
  ) {}

  /** Problems of the uploaded files. */
  async check(files: readonly FileInput[]): Promise<FieldProblem[]> {
    if (files.length > this.settings.maxFiles) throw new DomainError('TOO_MANY_FILES', [], { max: this.settings.maxFiles });
    const problems = await Promise.all(files.map((file) => ('staged' in file.source ? this.checkContent(file, file.source.staged) : null)));
    return problems.filter((problem) => problem !== null);
  }

  /** Fetches linked files one after the other within one deadline, on behalf of the client, and checks all staged files. */
  async fetchAndCheck(clientId: string, files: readonly FileInput[], upload: UploadSession): Promise<NewFile[]> {
    const problems: FieldProblem[] = [];
    const accepted: NewFile[] = [];
    let deadline: AbortSignal | undefined;
    const until = () => (deadline ??= AbortSignal.any([upload.over, AbortSignal.timeout(this.settings.linkTimeoutSeconds * 1000)]));
    for (const file of files) {
      const { source } = file;
      const staged = 'staged' in source ? source.staged : await this.fetch(file, { url: source.url, clientId }, upload, until());
      if ('code' in staged) problems.push(staged);
      else accepted.push(this.newFile(file, staged));
    }
    if (problems.length > 0) throw new DomainError('RULES_BROKEN', problems);
    return accepted;
  }

  private async fetch(
    file: FileInput,
    remote: Pick<RemoteFile, 'url' | 'clientId'>,
    upload: UploadSession,
    until: AbortSignal,
  ): Promise<StagedFile | FieldProblem> {
    const path = [...file.path, 'link'];
    try {
      const staged = await upload.take(await this.remoteFiles.fetch({ ...remote, maxBytes: this.settings.maxFileBytes }, until));
      if (staged.size === 0) return { path, code: 'DOWNLOAD_FAILED', details: { reason: 'incomplete' } };
      return (await this.checkContent(file, staged)) ?? staged;
    } catch (error) {
      if (!(error instanceof RemoteFileError)) throw error;
      return { path, code: 'DOWNLOAD_FAILED', details: { reason: error.reason } };
    }
  }

  private async checkContent(file: FileInput, staged: StagedFile): Promise<FieldProblem | null> {
    if (!file.mustFitExtension) return null;
    const read = (offset: number, length: number) =>
      staged.tail ? inTail(staged, staged.tail, offset, length) : this.bytes(staged, offset, length);
    const result = await checkExtension(file.extension, staged.head, staged.size, read).catch(unlessDiscarded);
    if (result.verdict !== 'differs') return null;
    return {
      path: [...file.path, 'extension'],
      code: 'CONTENT_DIFFERS',
      details: { extension: file.extension, found: result.found ?? '' },
    };
  }

  private async bytes({ key, size }: StagedFile, start: number, length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of await this.storage.read(key, { start, end: Math.min(start + length, size) - 1 })) parts.push(part);
    return Buffer.concat(parts);
  }

  private newFile(file: FileInput, { key, size, sha256 }: StagedFile): NewFile {
    return { id: newId(), key, size, sha256, name: file.name, extension: file.extension, version: file.version ?? String(FIRST_VERSION) };
  }
}

/** Of a dry run's file only the end is there. */
class Discarded extends Error {}

async function inTail({ size }: StagedFile, tail: Buffer, offset: number, length: number): Promise<Buffer> {
  const from = offset - (size - tail.length);
  if (from < 0) throw new Discarded();
  return tail.subarray(from, from + length);
}

/** A zip whose directory is larger than what is kept is taken for what it says that it is. */
function unlessDiscarded(error: unknown): Verdict {
  if (error instanceof Discarded) return { verdict: 'unknown-extension' };
  throw error;
}

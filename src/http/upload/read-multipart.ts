import { boundaryOf, ingestMultipart, MultipartError, type FilePart } from '#libs/multipart-ingest';
import { foldName } from '#libs/json-ingest';
import type { UploadSession, UploadedFile } from '#application/files/upload-session';
import { DomainError } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';

const FORM = /^multipart\/form-data\s*(?:;|$)/i;
const MOST_FIELDS = 20;
const LONGEST_FIELD = 4096;

export const isForm = (contentType: string | undefined) => contentType !== undefined && FORM.test(contentType);

export interface Form {
  files: (FilePart & { staged: StagedFile })[];
  fields: { name: string; value: string }[];
}

/** Reads a form and streams its files to the store. */
export async function readForm(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  upload: UploadSession,
  { maxBodyBytes }: { maxBodyBytes: number },
): Promise<Form> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw new DomainError('MULTIPART_INVALID', [], { position: 0 });
  const opened: UploadedFile[] = [];
  const openFile = async () => {
    const file = await upload.open();
    opened.push(file);
    return file;
  };
  const limits = { body: maxBodyBytes, field: LONGEST_FIELD, fields: MOST_FIELDS };
  try {
    const { files, fields } = await ingestMultipart(chunks, boundary, { openFile, limits });
    const names = fields.map(({ name }) => foldName(name));
    const repeated = fields.filter((_, index) => names.indexOf(names[index] as string) < index);
    if (repeated.length > 0)
      throw new DomainError(
        'INPUT_INVALID',
        repeated.map(({ name }) => ({ path: [name], code: 'DUPLICATE' })),
      );
    return { files: files.map((file, index) => ({ ...file, staged: opened[index]?.staged as StagedFile })), fields };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    if (error.code === 'BODY_TOO_LARGE') throw new DomainError('BODY_TOO_LARGE', [], { max: maxBodyBytes });
    throw new DomainError('MULTIPART_INVALID', [], { position: error.position }, error);
  }
}

/** Splits a file name into name and extension, as operations take them. */
export function splitFileName(fileName: string): { name: string; extension: string } {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? { name: fileName, extension: '' } : { name: fileName.slice(0, dot), extension: fileName.slice(dot + 1) };
}

import type { CallOptions } from './connect.ts';
import type { Source } from './source.ts';

/** One file of a new document: its bytes, or the address from which the service fetches them. */
export interface FileOf {
  /** With its extension: `Nota 1024.pdf`. */
  name: string;
  content: Uint8Array | Source | URL;
  /** By the extension, unless given. */
  contentType?: string;
  /** Whether the document gets a share link of this file. */
  shared?: boolean;
}

export interface NewDocument {
  /** Values by the label of the field. */
  fields?: Readonly<Record<string, string>>;
  files?: readonly FileOf[];
  /** Your own id of the document, unique in the client. */
  externalKey?: string;
}

/** A stream is read once: a call that has read from it is not repeated. */
export const fromStream = (stream: AsyncIterable<Uint8Array>, name: string, more: Partial<FileOf> = {}): FileOf => ({
  name,
  content: { open: () => stream, once: true },
  ...more,
});

/** The service fetches it from there. */
export const fromUrl = (url: string | URL, name: string, more: Partial<FileOf> = {}): FileOf => ({ name, content: new URL(url), ...more });

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  p7s: 'application/pkcs7-signature',
  pdf: 'application/pdf',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

const partsOf = (name: string) => {
  const at = name.lastIndexOf('.');
  return at > 0 ? { title: name.slice(0, at), extension: name.slice(at + 1) } : { title: name, extension: '' };
};

function wireOf({ name, content, contentType, shared }: FileOf) {
  const { title, extension } = partsOf(name);
  return {
    ...(content instanceof URL ? { linkArquivo: content.href } : { arquivo: content }),
    contentType: contentType ?? TYPES[extension.toLowerCase()] ?? 'application/octet-stream',
    extensao: extension,
    nomeAmigavel: title,
    ...(shared !== undefined && { compartilhado: shared }),
  };
}

/** What `connect` gives, as far as it is needed here. */
interface Filer<Place, Created> {
  documents: { createV3(input: Place & { body: never }, options?: CallOptions): Promise<Created> };
}

/** Files a document in one call: everything is stored, or nothing. */
export function fileDocument<Place, Created>(
  acervo: Filer<Place, Created>,
  place: Omit<Place, 'body'>,
  { fields = {}, files = [], externalKey }: NewDocument,
  options: CallOptions = {},
): Promise<Created> {
  const body = {
    ...(externalKey !== undefined && { chaveExterna: externalKey }),
    valoresCampos: Object.entries(fields).map(([label, valorCampo]) => ({ label, valorCampo })),
    arquivos: files.map(wireOf),
  };
  return acervo.documents.createV3({ ...place, body } as unknown as Place & { body: never }, options);
}

import { queryOptions } from '@tanstack/react-query';
import { call, read } from './call';
import { wireDay } from './find';
import { nameIn, save } from './save';

export interface StoredFile {
  id: string;
  name: string;
  link: string | null;
  until: string | null;
}
/** What the service says of a file's bytes before they are fetched. */
export interface FileHead {
  name: string;
  type: string;
  size: number;
}

interface Shares {
  Arquivos: { IdArquivo: string; NomeAmigavel: string; LinkCompartilhado: string | null; PrazoCompartilhamento: string | null }[];
}

const sharing = (client: string, document: string) => `/api/Documento/${document}/cliente/${client}/compartilhar-arquivos`;
const revoking = (client: string, document: string) => `/api/documento/${document}/cliente/${client}/removercompartilhamento-arquivos`;
export const filePath = (client: string, file: string) => `/api/Arquivo/${file}/Cliente/${client}`;

/** The list of links (4.5) has all files without their bytes; operation 2.1 sends those, too. */
export const filesOf = (client: string, document: string) =>
  queryOptions({
    queryKey: ['files', document],
    queryFn: async ({ signal }) => {
      const { Arquivos } = await read<Shares>(sharing(client, document), {}, signal);
      return Arquivos.map((file): StoredFile => ({
        id: file.IdArquivo,
        name: file.NomeAmigavel,
        link: file.LinkCompartilhado || null,
        until: file.PrazoCompartilhamento || null,
      }));
    },
  });

export const share = (client: string, document: string, file: string, until: string) =>
  call('POST', sharing(client, document), {
    query: { idImagem: file },
    // Null takes the deadline of a shared file away; absence would leave it.
    body: { PrazoCompartilhamento: until ? wireDay(until) : null },
    isOnce: true,
  });
export const revoke = (client: string, document: string, file: string) =>
  call('PATCH', revoking(client, document), { query: { idImagem: file } });
export const removeFile = (document: string, file: string) =>
  call('DELETE', '/api/Arquivo/Delete', { query: { idDocumento: document, idArquivo: file } });

const BYTES = { Accept: 'application/octet-stream' };

/** Name, type and size, from the headers of its first byte. */
export const headOf = (client: string, file: string) =>
  queryOptions({
    queryKey: ['head', file],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<FileHead> => {
      const { headers } = await call('GET', filePath(client, file), { headers: { ...BYTES, Range: 'bytes=0-0' }, signal });
      return {
        name: nameIn(headers.get('Content-Disposition') ?? ''),
        type: (headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase(),
        size: Number(headers.get('Content-Range')?.split('/')[1]) || 0,
      };
    },
  });

export const bytesOf = async (client: string, file: string, signal?: AbortSignal): Promise<Blob> =>
  (await call('GET', filePath(client, file), { headers: BYTES, signal })).blob();

/** The browser saves it by itself, with its own progress: nothing of it is held here. */
export async function download(client: string, file: string): Promise<void> {
  const response = await call('POST', `${filePath(client, file)}/endereco-temporario`, { query: { modo: 'baixar' } });
  const { endereco } = (await response.json()) as { endereco: string };
  // By the way that the page came: the service need not be known here under its own name.
  Object.assign(document.createElement('a'), { href: new URL(endereco).pathname, download: '' }).click();
}

/** Proves to anybody, without the service, that the archive took these bytes: it is kept beside the file. */
export const saveReceipt = async (client: string, file: string, name: string): Promise<void> =>
  save(await (await call('GET', '/api/Arquivo/Recibo', { query: { idCliente: client, idArquivo: file } })).text(), `${name}.json`);

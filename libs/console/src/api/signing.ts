import { queryOptions } from '@tanstack/react-query';
import { call } from './call';
import { filePath } from './files';

export interface Signer {
  name: string;
  role: string;
  document: string;
  documentKind: string;
  email: string;
  company: string;
  companyId: string;
}
export interface Signed {
  id: string;
  name: string;
  version: string;
}

const COMPANY_LABELS = { name: 'Razão Social', document: 'CNPJ' };

/** All of them, or none. */
export async function signFiles(client: string, origin: string, signer: Signer, files: readonly string[]): Promise<Signed[]> {
  const { name, role, document, documentKind, email, company, companyId } = signer;
  const body = {
    origemAssinatura: origin,
    idCliente: client,
    dadosSignatario: { email, nome: { label: role, valor: name }, documento: { label: documentKind, valor: document } },
    ...((company || companyId) && {
      dadosEmpresa: {
        nome: { label: COMPANY_LABELS.name, valor: company },
        documento: { label: COMPANY_LABELS.document, valor: companyId },
      },
    }),
    arquivos: files,
  };
  const answer = await call('POST', '/api/Arquivo/assinar-arquivos', { body, isOnce: true });
  const signed = (await answer.json()) as { idArquivo: string; nomeArquivo: string; versao: string }[];
  return signed.map(({ idArquivo, nomeArquivo, versao }) => ({ id: idArquivo, name: nomeArquivo, version: versao }));
}

/** A signature is appended to a file, and its code stands in what was appended. */
const END_BYTES = 1_000_000;

/** The code of the newest signature of a file; null: none was found. */
export const newestCode = (client: string, { id, version }: Signed) =>
  queryOptions({
    queryKey: ['signature', id, version],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const headers = { Accept: 'application/octet-stream', Range: `bytes=-${END_BYTES}` };
      const text = new TextDecoder('latin1').decode(await (await call('GET', filePath(client, id), { headers, signal })).arrayBuffer());
      return [...text.matchAll(/AssinaturaCodigo(?:_\d+)?\s*\(([0-9A-Z]{26})\)/g)].at(-1)?.[1] ?? null;
    },
  });

import { samplePdf } from '#src/demo/sample-files';
import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { fetchPath } from './adding-files';
import { IDS, type Answer, type Api, type Call } from './api';
import { filed } from './reading';

export const SIGN = '/api/Arquivo/assinar-arquivos';
export const ORIGIN_MESSAGE = 'Assinado eletronicamente pelo sistema de demonstração';
export const ORIGIN = stableId('origin', DEMO_CLIENT, ORIGIN_MESSAGE);

/** A valid body with the given changes. */
export const signBody = (arquivos: unknown, more: object = {}): Record<string, unknown> => ({
  origemAssinatura: ORIGIN,
  idCliente: IDS.client,
  dadosSignatario: {
    email: 'ana.souza@exemplo.com.br',
    nome: { label: 'Diretora', valor: 'Ana Souza' },
    documento: { label: 'CPF', valor: '529.982.247-25' },
    dadosComplementares: [{ label: 'Cargo', valor: 'Diretora financeira' }],
  },
  arquivos,
  ...more,
});

export const COMPANY = {
  nome: { label: 'Razão Social', valor: 'Empresa Exemplo Ltda' },
  documento: { label: 'CNPJ', valor: '11.222.333/0001-81' },
};

export const sign = (api: Api, arquivos: unknown, more: object = {}, call: Call = {}): Promise<Answer> =>
  api.post(SIGN, { body: signBody(arquivos, more), ...call });

/** A document with these PDF files; answers the ids of document and files. */
export async function filedPdfs(api: Api, names: readonly string[] = ['Contrato'], level = IDS.invoices) {
  const files = names.map((name) => ({ name, extension: 'pdf', content: samplePdf(name) }));
  const { id, files: stored } = await filed(api, { files }, level);
  return { document: id, files: stored.map((file) => file.id) };
}

/** The current bytes of a file. */
export const bytesOf = async (api: Api, idImagem: string, client = IDS.client): Promise<Buffer> =>
  (await api.get(fetchPath(idImagem, client), { headers: { accept: 'application/pdf' } })).bytes;

/** The code on the signature card, read from the file's properties. */
export const codeIn = (pdf: Buffer): string => /\/AssinaturaCodigo\w*\s*\(([0-9A-Z]{26})\)/.exec(pdf.toString('latin1'))?.[1] as string;

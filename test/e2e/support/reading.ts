import { Api, IDS, place, type Answer, type Call } from './api';
import { bodyOf, create, createdBy, expectRefusal, PATHS, type Created, type Sent } from './creates';
import type { Service } from './service';

/** Files a document of Empresa Exemplo. */
export const filed = async (api: Api, sent: Sent = {}, level = IDS.invoices): Promise<Created> =>
  createdBy(await create(api, 'V2', sent, level));

/** Files a document of Outra Empresa; `api` is logged in as `outro`. */
export async function filedElsewhere(api: Api, sent: Sent = {}): Promise<Created> {
  const query = { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel };
  const values = [{ label: 'Assunto', valorCampo: 'Segredo de outra empresa' }];
  return createdBy(await api.post(PATHS.V2, { query, body: bodyOf('V2', { values, ...sent }) }));
}

/** Everything by which a caller can distinguish answers, except request id and time. */
export function visible({ status, headers, text }: Answer): object {
  const shown = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status, headers: shown, text: text.replaceAll(headers.get('x-request-id') as string, '') };
}

/** All refused with this status, with identical answers. */
export function expectAlike(status: number, [first, ...others]: readonly Answer[]): void {
  expectRefusal(first as Answer, status);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expectRefusal(other, status);
    expect(visible(other)).toEqual(visible(first as Answer));
  }
}

/** Who sees all of a client is told that it has no such unit or level: in the same words, whether another client has. */
export function expectUnknown(name: string, [first, ...others]: readonly Answer[]): void {
  const { erros } = expectRefusal(first as Answer, 400);
  expect(erros).toEqual([expect.objectContaining({ campo: name, codigo: 'ID_INEXISTENTE' })]);
  for (const other of others) expect(visible(other)).toEqual(visible(first as Answer));
}

/** An id that does not exist. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

/** `TXT` files whose content is their name. */
export const texts = (...names: string[]) => names.map((name) => ({ name, extension: 'txt', content: name }));

export interface SharedFile {
  IdArquivo: string;
  NomeAmigavel: string;
  LinkCompartilhado?: string;
  PrazoCompartilhamento?: string;
}

export const sharesPath = (document: string, client = IDS.client) => `/api/Documento/${document}/cliente/${client}/compartilhar-arquivos`;
export const revokePath = (document: string, client = IDS.client) =>
  `/api/documento/${document}/cliente/${client}/removercompartilhamento-arquivos`;

/** The files of a document and their links, as operation 4.5 shows them. */
export const sharesOf = async (api: Api, document: string): Promise<SharedFile[]> => (await api.get(sharesPath(document))).json.Arquivos;

/** The link of each file, in order; undefined without one. */
export const linksOf = async (api: Api, document: string) =>
  (await sharesOf(api, document)).map(({ LinkCompartilhado }) => LinkCompartilhado);

/** Opens a share link without a login, at the test's service. */
export const opened = (service: Service, link: string | undefined, call: Call & { method?: string } = {}): Promise<Answer> =>
  new Api(service.url).call(call.method ?? 'GET', new URL(link as string).pathname, call);

/** 200 from the service or 302 to the store: the link works. */
export const works = async (service: Service, link: string | undefined) => [200, 302].includes((await opened(service, link)).status);

export const remove = (api: Api, idDocumento: string, level = IDS.invoices) =>
  api.delete('/api/Documento/Delete', { query: { ...place(level), idDocumento } });

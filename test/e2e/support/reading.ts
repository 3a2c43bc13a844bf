import { IDS, type Answer, type Api } from './api';
import { bodyOf, create, createdBy, expectRefusal, PATHS, type Created, type Sent } from './creates';

/** Files a document of Empresa Exemplo. */
export const filed = async (api: Api, sent: Sent = {}, level = IDS.invoices): Promise<Created> =>
  createdBy(await create(api, 'V2', sent, level));

/** Files a document of Outra Empresa; `api` is logged in as `outro`. */
export async function filedElsewhere(api: Api, sent: Sent = {}): Promise<Created> {
  const query = { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel };
  const values = [{ label: 'Assunto', valorCampo: 'Segredo de outra empresa' }];
  return createdBy(await api.post(PATHS.V2, { query, body: bodyOf('V2', { values, ...sent }) }));
}

/** All that a caller can tell answers apart by, but for the request's id and the time of day. */
export function visible({ status, headers, text }: Answer): object {
  const shown = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status, headers: shown, text: text.replaceAll(headers.get('x-request-id') as string, '') };
}

/** Refused with this status, and byte for byte in the same way. */
export function expectAlike(status: number, [first, ...others]: readonly Answer[]): void {
  expectRefusal(first as Answer, status);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expectRefusal(other, status);
    expect(visible(other)).toEqual(visible(first as Answer));
  }
}

/** Each answers something else than null; never an id of anything. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

import { Api, IDS, type Answer } from './api';
import { stableId } from '#application/support/stable-id';
import { fresh } from './repeats';
import { done, grant, PROFILES, setGrants, type SentGrant } from './users';

export const ACCOUNTS = '/api/ContaServico';

export const accountBody = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  login: fresh('programa'),
  nome: 'Programa de Teste',
  idCliente: IDS.client,
  idResponsavel: stableId('user', 'demo'),
  ...over,
});

export interface MadeAccount {
  id: string;
  login: string;
}

/** A service account with these grants; by default it reads all of the client. */
export async function makeAccount(
  api: Api,
  grants: readonly SentGrant[] = [grant(PROFILES.reader)],
  over: Record<string, unknown> = {},
): Promise<MadeAccount> {
  const body = accountBody(over);
  const { status, json, text } = await api.post(ACCOUNTS, { body });
  expect([status, text]).toEqual([201, expect.stringContaining('idConta')]);
  const account = { id: json.idConta as string, login: body.login as string };
  if (grants.length > 0) done(await setGrants(api, account.id, grants));
  return account;
}

export const keysPath = ({ id }: MadeAccount) => `${ACCOUNTS}/${id}/Chaves`;

export interface MadeKey {
  id: string;
  text: string;
  api: Api;
}

export const askKey = (api: Api, account: MadeAccount, over: Record<string, unknown> = {}): Promise<Answer> =>
  api.post(keysPath(account), { body: { nome: 'teste', permissoes: ['document:view', 'file:view'], ...over } });

export function keyIn(api: Api, { status, text, json }: Answer): MadeKey {
  expect([status, text]).toEqual([201, expect.stringContaining('acv_')]);
  return { id: json.idChave as string, text: json.chave as string, api: new Api(api.url, json.chave as string) };
}

export const makeKey = async (api: Api, account: MadeAccount, over: Record<string, unknown> = {}): Promise<MadeKey> =>
  keyIn(api, await askKey(api, account, over));

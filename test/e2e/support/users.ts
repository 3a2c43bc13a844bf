import { Clock } from '#application/ports/unit-of-work';
import { stableId } from '#application/support/stable-id';
import type { Permission } from '#domain/access/permission';
import { Sql } from '#infrastructure/typeorm/sql';
import { Api, IDS, type Answer } from './api';
import { expectRefusal, type Refusal } from './creates';
import { fresh } from './repeats';
import type { Service } from './service';

export const USERS = '/api/Usuario';
export const CREATE = `${USERS}/AdicionarUsuario`;
export const LOGIN = '/api/Autenticacao/Login';
export const CHANGED = '"Registro alterado com sucesso."';
export const PASSWORD = 'Segredo@2026';
export const OTHER_PASSWORD = 'Mudado#2027';

export const PROFILES = { admin: stableId('profile', 'Administrador'), reader: stableId('profile', 'Leitor') };

/** A body of 9.1 as client programs send it: all members are texts, "" means none. */
export const userBody = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  login: fresh('usuario'),
  nome: 'Usuário de Teste',
  email: 'teste@exemplo.com.br',
  senha: PASSWORD,
  telefoneFixo: '',
  telefoneCelular: '',
  idChefe: '',
  registrosPorPagina: '50',
  alteraSenhaProximoLogin: '0',
  frequenciaTrocaSenha: '',
  dataAgendamentoInativacao: '',
  idHorarioTrabalho: '',
  idCultura: '1',
  idCalendario: '',
  notificacaoTTD: '0',
  clienteMaster: '0',
  idGrupoChefeImediato: '',
  idClientePermissao: IDS.client,
  idUnidadePermissao: IDS.unit,
  ...over,
});

export const OTHER_HOME = { idClientePermissao: IDS.otherClient, idUnidadePermissao: IDS.otherUnit };

export interface MadeUser {
  id: string;
  login: string;
}

const CREATED = /^"Usuário adicionado com sucesso\. IdUsuario: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"$/;

/** The id in the answer of 9.1, which must match byte for byte. */
export function madeBy({ status, text }: Answer): string {
  expect([status, text]).toEqual([201, expect.stringMatching(CREATED)]);
  return CREATED.exec(text)![1]!;
}

export async function makeUser(api: Api, over: Record<string, unknown> = {}): Promise<MadeUser> {
  const body = userBody(over);
  return { id: madeBy(await api.post(CREATE, { body })), login: body.login as string };
}

export const tryLogin = (url: string, username: string, password = PASSWORD): Promise<Answer> =>
  new Api(url).post(LOGIN, { body: { username, password } });

export async function signIn(url: string, username: string, password = PASSWORD): Promise<Api> {
  const { status, text, json } = await tryLogin(url, username, password);
  if (status !== 201) throw new Error(`no login: ${status} ${text}`);
  return new Api(url, json.Token as string);
}

export interface SentGrant {
  idCliente: string;
  idUnidade?: string;
  idArvoreOrganizacional?: string;
  idPerfil: string;
}

export const grant = (idPerfil: string, idArvoreOrganizacional?: string): SentGrant => ({
  idCliente: IDS.client,
  idUnidade: IDS.unit,
  ...(idArvoreOrganizacional !== undefined && { idArvoreOrganizacional }),
  idPerfil,
});

export const setGrants = (api: Api, id: string, grants: unknown): Promise<Answer> =>
  api.call('PUT', `${USERS}/${id}/Permissoes`, { body: grants });
export const setPassword = (api: Api, id: string, novaSenha: unknown = OTHER_PASSWORD): Promise<Answer> =>
  api.patch(`${USERS}/${id}/AlterarSenhaUsuario`, { body: { novaSenha } });
export const setStatus = (api: Api, id: string, novoStatus: unknown): Promise<Answer> =>
  api.patch(`${USERS}/${id}/AlterarStatusUsuario`, { body: { novoStatus } });

export const done = ({ status, text }: Answer) => expect([status, text]).toEqual([200, CHANGED]);

/** An additional profile. */
export async function addProfile({ database }: Service, name: string, permissions: readonly Permission[]): Promise<string> {
  const id = stableId('profile', name);
  await database.query('INSERT INTO profile (id, name, permissions) VALUES (?, ?, ?)', [id, name, permissions.join(' ')]);
  return id;
}

/** A new user with exactly these permissions, logged in. */
export async function userWith(
  by: Api,
  grants: readonly SentGrant[],
  over: Record<string, unknown> = {},
): Promise<MadeUser & { api: Api }> {
  const user = await makeUser(by, over);
  done(await setGrants(by, user.id, grants));
  return { ...user, api: await signIn(by.url, user.login) };
}

/** State that the administration of users can change, without `turns`, which a read may increment. */
async function usersState({ database }: Service): Promise<unknown[]> {
  return Promise.all(
    [
      'SELECT * FROM user_account ORDER BY id',
      'SELECT * FROM user_grant ORDER BY id',
      'SELECT id, ended_at FROM session ORDER BY id',
      'SELECT COUNT(*) AS total FROM event_outbox',
      'SELECT client_id, size FROM event_log ORDER BY client_id',
      'SELECT COUNT(*) AS total FROM repeatable_call',
    ].map(async (sql) => ((await database.query(sql)) as object[]).map((row) => ({ ...row, turns: undefined }))),
  );
}

/** Runs calls that must leave all users, permissions, sessions and the audit trail unchanged. */
export async function changingNobody<T>(service: Service, calls: () => Promise<T>): Promise<T> {
  const before = await usersState(service);
  const result = await calls();
  expect(await usersState(service)).toEqual(before);
  return result;
}

export const refusedWith = (service: Service, status: number, call: () => Promise<Answer>): Promise<Refusal> =>
  changingNobody(service, async () => expectRefusal(await call(), status));

/** Sets all clocks; null: the real time. */
export function setClock(service: Service, time: Date | null): void {
  setProcessClock(service, time);
  setDatabaseClock(service, time);
}

export function setProcessClock({ app }: Service, time: Date | null): void {
  const clock = app.get(Clock);
  if (time === null) Reflect.deleteProperty(clock, 'now');
  else Object.defineProperty(clock, 'now', { configurable: true, value: () => new Date(time) });
}

/** The clock used by SQL statements. */
export function setDatabaseClock({ app }: Service, time: Date | null): void {
  const sql = app.get(Sql);
  if (time === null) Reflect.deleteProperty(sql, 'now');
  else Object.defineProperty(sql, 'now', { configurable: true, value: String(time.getTime()) });
}

export const DAY_MS = 86_400_000;
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

/** The day of a time, in the service's time zone. */
export const dayOf = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

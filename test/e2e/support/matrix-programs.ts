import { isOfPrograms } from '#domain/access/key-terms';
import { PERMISSIONS } from '#domain/access/permission';
import { Api } from './api';
import type { Caller } from './matrix-types';
import { fresh } from './repeats';
import type { Service } from './service';

interface Place {
  client: string;
  responsible: string;
  otherLevel?: string;
  /** Everything that a program may do. */
  profile?: string;
}

export interface MatrixPrograms {
  /** Without permissions: whoever administers all of the client may change it. */
  account: string;
  freshKey(): Promise<string>;
  tokens: Map<Caller, string>;
  /** By permission: a key of an account that has it, for everything else. */
  lacking: Map<string, string>;
}

const OF_PROGRAMS = PERMISSIONS.filter(isOfPrograms);

/** Service accounts of a client and, where a profile is given, a program that calls with keys in every way. */
export async function matrixPrograms(service: Service, by: Api, place: Place): Promise<MatrixPrograms> {
  const accountOf = async () => {
    const login = fresh('programa');
    const body = { login, nome: login, idCliente: place.client, idResponsavel: place.responsible };
    return { login, id: (await by.post('/api/ContaServico', { body })).json.idConta as string };
  };
  const keyOf = async (id: string, more: object = {}) => {
    const body = { nome: 'chave', permissoes: OF_PROGRAMS, ...more };
    const { json } = await by.post(`/api/ContaServico/${id}/Chaves`, { body });
    return { id: json.idChave as string, text: json.chave as string };
  };
  const idle = await accountOf();
  const made: MatrixPrograms = {
    account: idle.id,
    freshKey: async () => (await keyOf(idle.id, { permissoes: ['document:view'] })).id,
    tokens: new Map(),
    lacking: new Map(),
  };
  if (place.profile === undefined) return made;
  const { id, login } = await accountOf();
  const grants = [{ idCliente: place.client, idPerfil: place.profile }];
  await by.call('PUT', `/api/Usuario/${id}/Permissoes`, { body: grants });
  const sessionOf = async (password: string) =>
    (await new Api(by.url).post('/api/Autenticacao/Login', { body: { username: login, password } })).json.Token as string;
  const [whole, ended] = [await keyOf(id), await keyOf(id)];
  made.tokens
    .set('key', whole.text)
    .set('service session', await sessionOf(whole.text))
    .set('key of another level', (await keyOf(id, { idArvoreOrganizacional: place.otherLevel })).text)
    .set('key from elsewhere', (await keyOf(id, { redes: ['203.0.113.0/24'] })).text)
    .set('ended key', ended.text)
    .set('session of an ended key', await sessionOf(ended.text));
  await by.delete(`/api/ContaServico/${id}/Chaves/${ended.id}`);
  for (const permission of PERMISSIONS) {
    const { text } = await keyOf(id, { permissoes: OF_PROGRAMS.filter((other) => other !== permission) });
    made.lacking.set(permission, text);
  }
  // Calls of a key are not to differ by whether its use is to be noted.
  await service.database.query('UPDATE api_key SET last_used_at = ?', [Date.now() + 86_400_000]);
  return made;
}

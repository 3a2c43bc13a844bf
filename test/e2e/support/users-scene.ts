import { loggedIn, type Api } from './api';
import { startService, type Service } from './service';

export interface UsersScene {
  service: Service;
  /** Every permission over Empresa Exemplo. */
  demo: Api;
  /** The same for the level Financeiro only. */
  finance: Api;
  /** Read permission only. */
  reader: Api;
  /** Every permission over Outra Empresa. */
  other: Api;
}

/** The service with the demo archive, and its users logged in. */
export async function usersScene(overrides: Record<string, string> = {}): Promise<UsersScene> {
  const service = await startService(overrides);
  const logins = ['demo', 'financeiro', 'leitor', 'outro'].map((login) => loggedIn(service.url, login));
  const [demo, finance, reader, other] = (await Promise.all(logins)) as [Api, Api, Api, Api];
  return { service, demo, finance, reader, other };
}

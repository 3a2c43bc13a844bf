import { late } from '../../support/late';
import type { Environment } from '../../support/store';
import { Api, loggedIn } from './api';
import { startService, type Service } from './service';

/** Users of the demo archive, by the names that tests give them. */
const LOGINS = {
  /** Every permission over Empresa Exemplo. */
  demo: 'demo',
  /** The same of the level Financeiro alone. */
  finance: 'financeiro',
  /** May look, and administers nobody. */
  reader: 'leitor',
  /** Every permission over Outra Empresa. */
  other: 'outro',
} as const;

type User = keyof typeof LOGINS;

/** What a body takes out of this when it is declared can be used from its first hook on. */
export type Running = { readonly service: Service } & Readonly<Record<User, Api>>;

type Body = (running: Running) => void;

/** A `describe` with a service of its own; the users that the body names in its parameter are logged in. */
function describeOn(block: (name: string, body: () => void) => void) {
  return (name: string, ...rest: [Body] | [environment: Environment, body: Body]): void => {
    const [environment, body] = rest.length === 1 ? [{}, rest[0]] : rest;
    block(name, () => {
      const service = {} as Service;
      const named: Partial<Record<User, Api>> = {};
      const users = Object.fromEntries(Object.keys(LOGINS).map((user) => [user, { get: () => (named[user as User] ??= new Api('')) }]));
      beforeAll(async () => {
        Object.assign(service, await startService(environment));
        const logins = Object.entries(named).map(async ([user, api]) =>
          Object.assign(api, await loggedIn(service.url, LOGINS[user as User])),
        );
        await Promise.all(logins);
      });
      body(Object.defineProperties({ service }, users) as Running);
      // After the hooks of the body, which may still need it.
      afterAll(() => service.stop());
    });
  };
}

export const describeService = Object.assign(describeOn(describe), { on: describeOn });

/** A `describe` with a scene of its own, which ends with it. Its objects may be taken out where the body is declared. */
export function describeScene<T extends { service: Service; close?: () => Promise<void> }>(
  name: string,
  make: () => Promise<T>,
  body: (scene: T) => void,
): void {
  describe(name, () => {
    let scene: T | undefined;
    beforeAll(async () => void (scene = await make()));
    body(late(() => scene));
    afterAll(() => scene?.close?.() ?? scene?.service.stop());
  });
}

import { late } from '../../support/late';
import type { Environment } from '../../support/store';
import { Api, loggedIn } from './api';
import { startService, type Service } from './service';

/** Users of the demo archive, by the names that tests give them. */
const LOGINS = {
  /** Every permission over Empresa Exemplo. */
  demo: 'demo',
  /** The same for the level Financeiro only. */
  finance: 'financeiro',
  /** Read permission only. */
  reader: 'leitor',
  /** Every permission over Outra Empresa. */
  other: 'outro',
} as const;

type User = keyof typeof LOGINS;

/** What a body destructures at declaration can be used from its first hook on. */
export type Running = { readonly service: Service } & Readonly<Record<User, Api>>;

type Body = (running: Running) => void;

/** A `describe` with its own service; the users named in the parameter of its body are logged in. */
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
      // Runs after the hooks of the body, which may still need the service.
      afterAll(() => service.stop());
    });
  };
}

export const describeService = Object.assign(describeOn(describe), { on: describeOn });

/** A `describe` with its own scene, closed at its end. The body may destructure the scene at declaration. */
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

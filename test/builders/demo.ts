import { AccessPolicy } from '#application/access/access-policy';
import type { Structures } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import type { Actor, Grant, Origin } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { ListField } from '#domain/trees/field';
import type { ClientStructure, Level } from '#domain/trees/client-structure';
import type { ValueList } from '#domain/value-lists/value-list';
import { DEMO_ARCHIVE, DEMO_CLIENT, DEMO_PASSWORD, DEMO_UNIT } from '#src/demo/demo-archive';

export type DemoLogin = 'demo' | 'leitor' | 'financeiro' | 'outro';

export const userId = (login: DemoLogin) => stableId('user', login);

/** Ids of the demo archive, which are the same wherever it is installed. */
export const DEMO = {
  unit: stableId('unit', DEMO_UNIT),
  otherUnit: stableId('unit', 'Unidade Sul'),
  client: stableId('client', DEMO_CLIENT),
  otherClient: stableId('client', 'Outra Empresa'),
  finance: stableId('level', DEMO_CLIENT, 'Financeiro'),
  invoices: stableId('level', DEMO_CLIENT, 'Financeiro', 'Notas Fiscais'),
  contracts: stableId('level', DEMO_CLIENT, 'Financeiro', 'Contratos'),
  records: stableId('level', DEMO_CLIENT, 'Recursos Humanos', 'Prontuários'),
  otherLevel: stableId('level', 'Outra Empresa', 'Geral', 'Documentos'),
  suppliers: stableId('list', DEMO_CLIENT, 'Fornecedores'),
  staff: stableId('list', DEMO_CLIENT, 'Funcionários'),
  customers: stableId('list', DEMO_CLIENT, 'Clientes Finais'),
  approval: stableId('workflow', DEMO_CLIENT, 'Aprovação de Contrato'),
  checking: stableId('workflow', DEMO_CLIENT, 'Conferência'),
  manual: stableId('workflow', DEMO_CLIENT, 'Manual'),
  archiveBox: stableId('box-type', 'Caixa Arquivo'),
  container: stableId('box-type', 'Container'),
};

/** The grants of a demo user, as its session would give them. */
export function grantsOf(login: DemoLogin): Grant[] {
  const user = DEMO_ARCHIVE.users.find((candidate) => candidate.login === login)!;
  return user.grants.map(({ client, unit, level, profile }) => ({
    clientId: stableId('client', client),
    structureVersion: 1,
    unitId: unit === undefined ? null : stableId('unit', unit),
    nodeId: level === undefined ? null : stableId('level', client, ...level),
    permissions: DEMO_ARCHIVE.profiles.find((candidate) => candidate.name === profile)!.permissions,
  }));
}

export const ORIGIN: Origin = { address: '192.0.2.7', requestId: 'a-request' };

/** Acts under the first login, with the grants of all. */
export function actorOf(...logins: [DemoLogin, ...DemoLogin[]]): Actor {
  const [login] = logins;
  const grants = logins.flatMap(grantsOf);
  return {
    userId: userId(login),
    sessionId: '',
    login,
    name: login,
    pageSize: 50,
    homeClientId: grants[0]?.clientId ?? null,
    mustChangePassword: false,
    grants,
    origin: ORIGIN,
  };
}

/** What a demo user, or several together, may do with documents. */
export function scopeOf({ structures }: { structures: Structures }, ...logins: DemoLogin[]): Promise<Scope> {
  const [first = 'demo', ...others] = logins;
  return new AccessPolicy(structures).requireAnywhere(actorOf(first, ...others), 'document:view');
}

/** What an actor may do with users, or see of the audit trail. */
export function scopeFor({ structures }: { structures: Structures }, permission: Permission, actor: Actor): Promise<Scope> {
  return new AccessPolicy(structures).requireAnywhere(actor, permission);
}

/** For use cases, which know one unit, client and level. */
export function placeScope({ structures }: { structures: Structures }, permission: Permission, nodeId: string): Promise<Scope> {
  return new AccessPolicy(structures).require(actorOf('demo'), permission, { clientId: DEMO.client, unitId: DEMO.unit, nodeId });
}

export const levelOf = (structure: ClientStructure, nodeId: string): Level => structure.level(nodeId)!;

export const fieldCode = (structure: ClientStructure, nodeId: string, label: string): number =>
  levelOf(structure, nodeId).customField(label)!.field.code;

export const listOf = (structure: ClientStructure, listId: string): ValueList => structure.lists.find((list) => list.id === listId)!;

export const listField = (structure: ClientStructure, listId: string, label: string): ListField =>
  listOf(structure, listId).fields.find((field) => field.label === label)!;

/** As the hasher of the fakes gives it. */
export const DEMO_HASH = `plain:${DEMO_PASSWORD}`;

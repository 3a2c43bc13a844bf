import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AccessPolicy } from '#application/access/access-policy';
import { CheckSubscription } from '#application/access/check-subscription';
import { Authenticate } from '#application/auth/authenticate.use-case';
import { OnceOnly } from '#application/repeats/once-only';
import { TimeZone } from '#application/time-zone';
import type { Actor } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { Subscription } from '#domain/access/subscription';
import { DomainError } from '#domain/errors';
import { BodyReader } from './body-reader';
import { CallLimits } from './call-limits';
import { CallerAddress } from './caller-address';
import { tellDeprecation } from './deprecation';
import { edgeOf, type Edge, type EdgeRequest, type EdgeResponse } from './edge-request';
import { OPERATION, type BodySpec, type OperationSpec } from './operation';
import type { PlaceQuery } from './place-query';
import { readQuery } from './read-query';
import { idempotencyKey, ONCE, repeatable } from './repeatable';
import { WireReader } from './read-wire';
import { membersOf, type Class } from './wire';

/** A body that takes longer is an upload during which permissions may change. */
const LONG_BODY_MS = 1000;
const BEARER = /^(?:Bearer\s+)?(\S+)\s*$/i;

interface ListNames {
  plain: ReadonlySet<string>;
  objects: ReadonlySet<string>;
}

const listNames = new Map<Class, ListNames>();

function listsOf(type: Class): ListNames {
  let names = listNames.get(type);
  if (!names) {
    const [plain, objects] = [new Set<string>(), new Set<string>()];
    for (const { name, type: of } of membersOf(type))
      if (of.kind === 'list') (of.item.kind === 'object' ? objects : plain).add(name.toLowerCase());
    names = { plain, objects };
    listNames.set(type, names);
  }
  return names;
}

/**
 * The way in for every route: who is calling, what does the address ask for, may they. All of it before the first byte of
 * the body is read, so that an upload nobody may make is refused at once.
 */
@Injectable()
export class EntranceGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticate: Authenticate,
    private readonly access: AccessPolicy,
    private readonly bodies: BodyReader,
    private readonly onceOnly: OnceOnly,
    private readonly subscriptions: CheckSubscription,
    private readonly limits: CallLimits,
    private readonly addresses: CallerAddress,
    private readonly timeZone: TimeZone,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const spec = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    if (!spec) throw new Error('a route without @Operation');
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const edge = edgeOf(request);
    edge.spec = spec;
    if (spec.names) edge.names = spec.names;
    const response = context.switchToHttp().getResponse<EdgeResponse>();
    if (spec.deprecated) tellDeprecation(response, spec.deprecated);
    const subscription = await this.admit(spec, request, response);
    if (edge.actor) await this.limits.ofClient(edge.actor, response);
    if (edge.actor?.mustChangePassword && !spec.beforePasswordChange) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
    refuseWithoutPermission(spec, edge.actor);
    if (spec.query) edge.query = this.query(spec.query, request);
    if (subscription && edge.actor) edge.actor = this.subscriptions.narrow(subscription, edge.actor, askedClient(edge.query));
    edge.scope = await this.grant(spec, edge);
    edge.simulated = (edge.query as { simular?: boolean } | undefined)?.simular ?? false;
    this.readyBody(spec, request, response, subscription);
    if (spec.reach === 'client in body') edge.readScope = () => this.grantByBody(spec, edge, subscription);
    else if (spec.body && edge.scope) edge.readScope = () => this.scopeAfterBody(edge);
    return true;
  }

  /** Who is calling, and under which key. Whoever cannot say is counted by address, before a login's password is looked at. */
  private async admit(spec: OperationSpec, request: EdgeRequest, response: EdgeResponse): Promise<Subscription | null> {
    if (spec.limited === 'link') await this.limits.ofLinks(request, response);
    if (!isApi(spec)) return null;
    if (spec.permission === null) await this.limits.ofAddress(request, response);
    try {
      const subscription = await this.subscriptions.execute(subscriptionKey(request));
      if (spec.permission !== null) {
        edgeOf(request).actor = await this.authenticate.execute(this.token(request), this.addresses.originOf(request));
      }
      return subscription;
    } catch (error) {
      if (spec.permission !== null && error instanceof DomainError) await this.limits.ofStrangers(request, response);
      throw error;
    }
  }

  private async grant({ permission, reach }: OperationSpec, { actor, query }: Edge): Promise<Scope | undefined> {
    if (!actor || permission === null || permission === 'own' || reach === 'nothing' || reach === 'client in body') return undefined;
    if (reach === 'anywhere') return this.access.requireAnywhere(actor, permission);
    if (reach === 'unit') return this.access.requireWholeClients(actor, permission, unitOf(query as PlaceQuery));
    const scope = await this.access.require(actor, permission, placeOf(query as PlaceQuery));
    if (reach === 'whole client' && !scope.holdsWholeClient()) throw new DomainError('NOT_PERMITTED');
    return scope;
  }

  /** As soon as the client is read; until then nothing but the permission itself was known. */
  private async grantByBody({ permission }: OperationSpec, edge: Edge, subscription: Subscription | null): Promise<Scope> {
    const { idCliente: clientId } = (await edge.readBody?.()) as { idCliente: string };
    const actor = edge.actor as Actor;
    if (subscription) this.subscriptions.narrow(subscription, actor, clientId);
    return (edge.scope = await this.access.require(actor, permission as Permission, { clientId }));
  }

  private readyBody(spec: OperationSpec, request: EdgeRequest, response: EdgeResponse, subscription: Subscription | null): void {
    const edge = edgeOf(request);
    const { body } = spec;
    let reading: Promise<object> | undefined;
    const read = async (bodySpec: BodySpec) => {
      const [begunAt, begun] = [this.authenticate.now(), performance.now()];
      const read = await this.bodies.read(bodySpec, request, response);
      if (spec.permission !== null && performance.now() - begun > LONG_BODY_MS) await this.confirm(spec, request, subscription, begunAt);
      return (edge.body = read);
    };
    if (body) edge.readBody = () => (reading ??= read(body));
    if (!spec.repeatable) return;
    const key = edge.simulated ? undefined : idempotencyKey(request);
    edge.repeatable = key === undefined ? ONCE : repeatable(this.onceOnly, key, edge, spec);
  }

  /** Whoever was let in when a long upload began may have been shut out since. */
  private async confirm(spec: OperationSpec, request: EdgeRequest, subscription: Subscription | null, begunAt: Date): Promise<void> {
    const edge = edgeOf(request);
    const actor = await this.authenticate.execute(this.token(request), this.addresses.originOf(request), begunAt);
    edge.actor = subscription ? this.subscriptions.narrow(subscription, actor, askedClient(edge.query)) : actor;
    edge.scope = await this.grant(spec, edge);
  }

  /** What was granted at first may be less by now. */
  private async scopeAfterBody(edge: Edge): Promise<Scope> {
    await edge.readBody?.();
    return edge.scope as Scope;
  }

  private token(request: EdgeRequest): string {
    // Of two, a proxy before us may have looked at the other one.
    const [sent = '', ...others] = request.headersDistinct.authorization ?? [];
    const token = BEARER.exec(sent)?.[1];
    if (!token || others.length > 0) throw new DomainError('TOKEN_INVALID');
    return token;
  }

  private query(type: Class, request: EdgeRequest): object {
    const { plain, objects } = listsOf(type);
    const raw = readQuery(request.originalUrl, plain, objects);
    for (const [name, value] of Object.entries(request.params)) {
      const folded = name.toLowerCase();
      if (folded in raw && raw[folded] !== value) throw new DomainError('INPUT_INVALID', [{ path: [name], code: 'DUPLICATE' }]);
      raw[folded] = value;
    }
    const reader = new WireReader({ timeZone: this.timeZone, fileOf: () => undefined });
    const query = reader.object(type, raw);
    reader.finish();
    return query;
  }
}

/** Whoever holds a permission nowhere is refused whatever the address says, be it readable or not. */
function refuseWithoutPermission({ permission }: OperationSpec, actor: Actor | undefined): void {
  if (!actor || permission === null || permission === 'own') return;
  if (!actor.grants.some(({ permissions }) => permissions.includes(permission))) throw new DomainError('NOT_PERMITTED');
}

/** Everything but links, health and the reference. */
function isApi({ number, permission }: OperationSpec): boolean {
  return number !== null || permission !== null;
}

function subscriptionKey(request: EdgeRequest): string | undefined {
  const key = request.headers['subscriptionkey'];
  return typeof key === 'string' ? key.trim() : undefined;
}

function askedClient(query: object | undefined): string | undefined {
  const { idCliente, IdCliente } = (query ?? {}) as PlaceQuery;
  return idCliente ?? IdCliente;
}

function unitOf({ idUnidade }: PlaceQuery): string {
  if (idUnidade === undefined) throw new Error('an operation that names no unit');
  return idUnidade;
}

/** Each DTO spells the names as its operation does. */
function placeOf(query: PlaceQuery) {
  const { idCliente = query.IdCliente, idUnidade = query.IdUnidade, idArvoreOrganizacional = query.IdArvoreOrganizacional } = query;
  if (idCliente === undefined) throw new Error('an operation that names no client');
  return {
    clientId: idCliente,
    ...(idUnidade !== undefined && { unitId: idUnidade }),
    ...(idArvoreOrganizacional !== undefined && { nodeId: idArvoreOrganizacional }),
  };
}

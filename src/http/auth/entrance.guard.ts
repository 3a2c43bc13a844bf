import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { foldName } from '#libs/json-ingest';
import { AccessPolicy } from '#application/access/access-policy';
import { CheckSubscription } from '#application/access/check-subscription';
import { Authenticate } from '#application/auth/authenticate.use-case';
import { Idempotency } from '#application/idempotency/idempotency';
import { TimeZone } from '#application/time-zone';
import type { Actor } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { Subscription } from '#domain/access/subscription';
import { DomainError, type FieldProblem } from '#domain/errors';
import { BodyReader } from '../upload/body-reader';
import { CallLimits } from './call-limits';
import { CallerAddress } from './caller-address';
import { refuseIfCallerIsGone } from '../server/client-gone';
import { tellDeprecation } from '../server/deprecation';
import { contextOf, type RequestContext, type HttpRequest, type HttpResponse } from '../server/request-context';
import { OPERATION, type BodySpec, type OperationSpec } from '../openapi/operation-spec';
import type { PlaceQuery } from './place-query';
import { readQuery, type ListNames } from '../validation/read-query';
import { idempotencyKey, ONCE, repeatable } from '../server/idempotency';
import { MOST_PROBLEMS, WireReader } from '../validation/read-wire';
import { unknownNames } from '../validation/ignored-names';
import { membersOf, type Class } from '../validation/decorators';

/** A body that takes longer is an upload during which permissions may change. */
const LONG_BODY_MS = 1000;
const BEARER = /^(?:Bearer\s+)?(\S+)\s*$/i;

/** Of operations that ask for nothing in path and query. */
class NothingAsked {}

const listNames = new Map<Class, ListNames>();

function listsOf(type: Class): ListNames {
  let names = listNames.get(type);
  if (!names) {
    const named = (ofObjects: boolean) =>
      new Set(
        membersOf(type)
          .filter((member) => member.type.kind === 'list' && (member.type.item.kind === 'object') === ofObjects)
          .map(({ name }) => foldName(name)),
      );
    names = { lists: named(false), pairs: named(true) };
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
    private readonly idempotency: Idempotency,
    private readonly subscriptions: CheckSubscription,
    private readonly limits: CallLimits,
    private readonly addresses: CallerAddress,
    private readonly timeZone: TimeZone,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const spec = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    if (!spec) throw new Error('a route without @Operation');
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const requestContext = contextOf(request);
    requestContext.spec = spec;
    if (spec.names) requestContext.names = spec.names;
    const response = context.switchToHttp().getResponse<HttpResponse>();
    if (spec.deprecated) tellDeprecation(response, spec.deprecated);
    const subscription = await this.admit(spec, request, response);
    if (requestContext.actor) await this.limits.ofClient(requestContext.actor, response);
    if (requestContext.actor?.mustChangePassword && !spec.beforePasswordChange) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
    refuseWithoutPermission(spec, requestContext.actor);
    requestContext.ignore = unknownNames(request, response);
    this.readQuery(spec, request);
    if (subscription && requestContext.actor)
      requestContext.actor = this.subscriptions.narrow(subscription, requestContext.actor, askedClient(requestContext.query));
    requestContext.scope = await this.grant(spec, requestContext);
    requestContext.simulated = (requestContext.query as { simular?: boolean } | undefined)?.simular ?? false;
    this.readyBody(spec, request, response, subscription);
    if (spec.reach === 'client in body') requestContext.readScope = () => this.grantByBody(spec, requestContext, subscription);
    else if (spec.body && requestContext.scope) requestContext.readScope = () => this.scopeAfterBody(requestContext);
    if (!spec.body) await refuseIfCallerIsGone(request);
    return true;
  }

  /** Who is calling, and under which key. Whoever cannot say is counted by address, before a login's password is looked at. */
  private async admit(spec: OperationSpec, request: HttpRequest, response: HttpResponse): Promise<Subscription | null> {
    if (spec.limited === 'link') await this.limits.ofLinks(request, response);
    if (!isApi(spec)) return null;
    if (spec.permission === null) await this.limits.ofAddress(request, response);
    try {
      const subscription = await this.subscriptions.execute(subscriptionKey(request));
      if (spec.permission !== null) {
        contextOf(request).actor = await this.authenticate.execute(this.token(request), this.addresses.originOf(request));
      }
      return subscription;
    } catch (error) {
      if (spec.permission !== null && error instanceof DomainError) await this.limits.ofStrangers(request, response);
      throw error;
    }
  }

  private async grant({ permission, reach }: OperationSpec, { actor, query }: RequestContext): Promise<Scope | undefined> {
    if (!actor || permission === null || permission === 'own' || reach === 'nothing' || reach === 'client in body') return undefined;
    if (reach === 'anywhere') return this.access.requireAnywhere(actor, permission);
    if (reach === 'unit') return this.access.requireWholeClients(actor, permission, unitOf(query as PlaceQuery));
    const scope = await this.access.require(actor, permission, placeOf(query as PlaceQuery));
    if (reach === 'whole client' && !scope.holdsWholeClient()) throw new DomainError('NOT_PERMITTED');
    return scope;
  }

  /** As soon as the client is read; until then nothing but the permission itself was known. */
  private async grantByBody(
    { permission }: OperationSpec,
    requestContext: RequestContext,
    subscription: Subscription | null,
  ): Promise<Scope> {
    const { idCliente: clientId } = (await requestContext.readBody?.()) as { idCliente: string | null | undefined };
    if (!clientId) throw new DomainError('INPUT_INVALID', requestContext.problems);
    const actor = requestContext.actor as Actor;
    if (subscription) this.subscriptions.narrow(subscription, actor, clientId);
    return (requestContext.scope = await this.access.require(actor, permission as Permission, { clientId }));
  }

  private readyBody(spec: OperationSpec, request: HttpRequest, response: HttpResponse, subscription: Subscription | null): void {
    const requestContext = contextOf(request);
    const { body } = spec;
    let reading: Promise<object> | undefined;
    const read = async (bodySpec: BodySpec) => {
      const begun = performance.now();
      const read = await this.bodies.read(bodySpec, request, response);
      const tookMs = performance.now() - begun;
      if (spec.permission !== null && tookMs > LONG_BODY_MS) await this.confirm(spec, request, subscription, tookMs);
      await refuseIfCallerIsGone(request);
      return (requestContext.body = read);
    };
    if (body) requestContext.readBody = () => (reading ??= read(body));
    if (!spec.repeatable) return;
    const key = requestContext.simulated ? undefined : idempotencyKey(request);
    requestContext.repeatable = key === undefined ? ONCE : repeatable(this.idempotency, key, requestContext, spec);
  }

  /** Whoever was let in when a long upload began may have been shut out since. */
  private async confirm(spec: OperationSpec, request: HttpRequest, subscription: Subscription | null, agoMs: number): Promise<void> {
    const requestContext = contextOf(request);
    const actor = await this.authenticate.execute(this.token(request), this.addresses.originOf(request), agoMs);
    requestContext.actor = subscription ? this.subscriptions.narrow(subscription, actor, askedClient(requestContext.query)) : actor;
    requestContext.scope = await this.grant(spec, requestContext);
  }

  /** What was granted at first may be less by now. */
  private async scopeAfterBody(requestContext: RequestContext): Promise<Scope> {
    await requestContext.readBody?.();
    return requestContext.scope as Scope;
  }

  private token(request: HttpRequest): string {
    // Of two, a proxy before us may have looked at the other one.
    const [sent = '', ...others] = request.headersDistinct.authorization ?? [];
    const token = BEARER.exec(sent)?.[1];
    if (!token || others.length > 0) throw new DomainError('TOKEN_INVALID');
    return token;
  }

  /** What is wrong with it waits for the body, unless it hides what the request is about. */
  private readQuery(spec: OperationSpec, request: HttpRequest): void {
    const requestContext = contextOf(request);
    if (!spec.query && spec.number === null) return;
    const { query, problems } = this.query(spec.query ?? NothingAsked, spec, request);
    if (problems.length > 0 && (!(spec.body || spec.joint) || tooMany(problems) || problems.some(isAboutPlace)))
      throw new DomainError('INPUT_INVALID', problems);
    requestContext.problems.push(...problems);
    if (spec.query) requestContext.query = query;
  }

  private query(type: Class, { body, joint }: OperationSpec, request: HttpRequest): { query: object; problems: readonly FieldProblem[] } {
    const { query: raw, problems } = readQuery(request.originalUrl, listsOf(type));
    for (const [name, value] of Object.entries(request.params)) {
      const sent = Object.keys(raw).find((other) => foldName(other) === foldName(name));
      if (sent !== undefined && raw[sent] !== value) problems.push({ path: [name], code: 'DUPLICATE' });
      if (sent !== undefined) delete raw[sent];
      raw[name] = value;
    }
    const reader = new WireReader({
      timeZone: this.timeZone,
      fileOf: () => undefined,
      ignore: contextOf(request).ignore,
      markUnread: joint ?? body?.joint,
    });
    reader.problems.push(...problems);
    const query = reader.object(type, raw);
    return { query, problems: reader.problems };
  }
}

const PLACE = new Set(['idUnidade', 'idCliente', 'idArvoreOrganizacional'].map(foldName));
/** Then nobody knows what could be read. */
const tooMany = (problems: readonly FieldProblem[]) => problems.length >= MOST_PROBLEMS;
const isAboutPlace = ({ path }: FieldProblem) => PLACE.has(foldName(String(path[0])));

/** Whoever holds a permission nowhere is refused whatever the address says, be it readable or not. */
function refuseWithoutPermission({ permission }: OperationSpec, actor: Actor | undefined): void {
  if (!actor || permission === null || permission === 'own') return;
  if (!actor.grants.some(({ permissions }) => permissions.includes(permission))) throw new DomainError('NOT_PERMITTED');
}

/** Everything but links, health and the reference. */
function isApi({ number, permission }: OperationSpec): boolean {
  return number !== null || permission !== null;
}

function subscriptionKey(request: HttpRequest): string | undefined {
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

import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { CheckSubscription } from '#application/access/check-subscription';
import type { Actor } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { OperationSpec } from '../openapi/operation-spec';
import { contextOf, specOf, type HttpRequest } from '../server/request-context';
import type { PlaceQuery } from './place-query';

/** The scope of a request: what its user may do in the place it names. */
@Injectable()
export class RequestScope {
  constructor(
    private readonly access: AccessPolicy,
    private readonly subscriptions: CheckSubscription,
  ) {}

  /** For path and query. */
  async grant(request: HttpRequest): Promise<void> {
    const query = (request.query ?? {}) as PlaceQuery;
    this.narrow(request, query.idCliente ?? query.IdCliente);
    if (request.user) request.scope = await this.reached(specOf(request), request.user, query);
  }

  /** For the client in the body: before reading it, only the permission could be checked. */
  async grantClient(request: HttpRequest, clientId: string): Promise<void> {
    this.narrow(request, clientId);
    request.scope = await this.access.require(request.user as Actor, specOf(request).permission as Permission, { clientId });
  }

  /** Restricts the user to the call's subscription. */
  private narrow(request: HttpRequest, clientId: string | undefined): void {
    const { subscription } = contextOf(request);
    if (subscription && request.user) request.user = this.subscriptions.narrow(subscription, request.user, clientId);
  }

  private async reached({ permission, alongWith, reach }: OperationSpec, actor: Actor, query: PlaceQuery): Promise<Scope | undefined> {
    if (permission === null || permission === 'own' || reach === 'nothing' || reach === 'client in body') return undefined;
    if (reach === 'anywhere') return this.access.requireAnywhere(actor, permission);
    if (reach === 'unit') return this.access.requireWholeClients(actor, permission, unitOf(query));
    const scope = await this.access.require(actor, permission, placeOf(query));
    const others = alongWith ? [await this.access.require(actor, alongWith, placeOf(query))] : [];
    if (reach === 'whole client' && ![scope, ...others].every((each) => each.holdsWholeClient())) throw new DomainError('NOT_PERMITTED');
    return scope;
  }
}

function unitOf({ idUnidade }: PlaceQuery): string {
  if (idUnidade === undefined) throw new Error('an operation that names no unit');
  return idUnidade;
}

/** DTOs spell the names as their operations do. */
function placeOf(query: PlaceQuery) {
  const { idCliente = query.IdCliente, idUnidade = query.IdUnidade, idArvoreOrganizacional = query.IdArvoreOrganizacional } = query;
  if (idCliente === undefined) throw new Error('an operation that names no client');
  return {
    clientId: idCliente,
    ...(idUnidade !== undefined && { unitId: idUnidade }),
    ...(idArvoreOrganizacional !== undefined && { nodeId: idArvoreOrganizacional }),
  };
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import type { OperationSpec } from '../openapi/operation-spec';
import { contextOf, isSimulated, specOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { unknownNames } from '../validation/ignored-names';
import { QueryReader } from '../validation/query-reader';
import { RequestScope } from './request-scope';

/** Reads path and query, and checks access: sets `request.query` and `request.scope`. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly queries: QueryReader,
    private readonly scopes: RequestScope,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const spec = specOf(request);
    refuseWithoutPermission(spec, request.user);
    contextOf(request).ignore = unknownNames(request, http.getResponse<HttpResponse>());
    if (!request.user && !this.queries.isRead(spec)) return true;
    return this.grant(spec, request);
  }

  private async grant(spec: OperationSpec, request: HttpRequest): Promise<boolean> {
    if (this.queries.isRead(spec)) await this.queries.read(spec, request);
    if (spec.dryRun === 'refused' && isSimulated(request)) throw new DomainError('SIMULATION_UNAVAILABLE');
    await this.scopes.grant(request);
    this.queries.refuse(spec, request);
    return true;
  }
}

/** A user without the permission anywhere is refused before path and query are read. */
function refuseWithoutPermission({ permission }: OperationSpec, actor: Actor | undefined): void {
  if (!actor || permission === null || permission === 'own') return;
  if (!actor.grants.some(({ permissions }) => permissions.includes(permission))) throw new DomainError('NOT_PERMITTED');
}

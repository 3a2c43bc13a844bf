import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AccessPolicy } from '#application/access/access-policy';
import { Authenticate } from '#application/auth/authenticate.use-case';
import { TimeZone } from '#application/time-zone';
import { DomainError } from '#domain/errors';
import { BodyReader } from './body-reader';
import { edgeOf, type EdgeRequest, type EdgeResponse } from './edge-request';
import { OPERATION, type OperationSpec } from './operation';
import type { PlaceQuery } from './place-query';
import { readQuery } from './read-query';
import { WireReader } from './read-wire';
import { membersOf, type Class } from './wire';

const BEARER = /^(?:Bearer\s+)?(\S+)\s*$/i;

const listNames = new Map<Class, ReadonlySet<string>>();

function listsOf(type: Class): ReadonlySet<string> {
  let names = listNames.get(type);
  if (!names) {
    const lists = membersOf(type).filter(
      ({ type: { kind, ...rest } }) => kind === 'list' && (rest as { item: { kind: string } }).item.kind !== 'object',
    );
    names = new Set(lists.map(({ name }) => name.toLowerCase()));
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
    private readonly timeZone: TimeZone,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const spec = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    if (!spec) throw new Error('a route without @Operation');
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const edge = edgeOf(request);
    if (spec.permission !== null) edge.actor = await this.authenticate.execute(this.token(request));
    if (spec.query) edge.query = this.query(spec.query, request);
    if (edge.actor && spec.permission !== null && spec.reach !== 'nothing') {
      edge.scope =
        spec.reach === 'anywhere'
          ? await this.access.requireAnywhere(edge.actor, spec.permission)
          : await this.access.require(edge.actor, spec.permission, placeOf(edge.query as PlaceQuery));
    }
    const { body } = spec;
    if (body) edge.readBody = () => this.bodies.read(body, request, context.switchToHttp().getResponse<EdgeResponse>());
    return true;
  }

  private token(request: EdgeRequest): string {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw new DomainError('TOKEN_INVALID');
    return token;
  }

  private query(type: Class, request: EdgeRequest): object {
    const raw = readQuery(request.originalUrl, listsOf(type));
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

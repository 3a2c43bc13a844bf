import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { AccessClaim } from '#application/auth/authenticate.use-case';
import type { Intake } from '#application/files/intake';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { Subscription } from '#domain/access/subscription';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { OwnNames } from '../errors/field-names';
import type { OperationSpec } from '../openapi/operation-spec';
import type { IdempotentRun } from './idempotent-run';

/** A request as guards, interceptors and pipes fill it: `query` (with what the path says) and `body` become the operation's DTOs. */
export interface HttpRequest extends Request {
  /** Who is calling. */
  user?: Actor;
  /** What the token said. */
  authInfo?: AccessClaim;
  /** What the caller was granted for this request. */
  scope?: Scope;
}

export type HttpResponse = Response;

/** What else is known of a request on its way in. */
export interface RequestContext {
  requestId: string;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** What is asked for, once a route has been found for it. */
  spec?: OperationSpec;
  /** How the operation spells the names of its fields, where it has its own spelling. */
  names?: OwnNames;
  /** Of the call's key, where keys are demanded. */
  subscription?: Subscription | null;
  idempotency?: IdempotentRun;
  /** What is wrong with path, query and body, of operations that tell it together. */
  problems: FieldProblem[];
  /** Names that the operation does not know, as the client knows them. */
  ignored: string[];
  /** Takes such a name; undefined where they are refused. */
  ignore?: ((path: FieldPath) => void) | undefined;
  /** Of the body, as far as it has been read. */
  bytesIn: number;
  /** How long it took to come. */
  bodyMs: number;
  /** Why it was refused, and at which limit of ours. */
  error?: { code: string; limit: string };
  /** The files that the body brings. */
  intake?: Intake;
}

const CONTEXT = Symbol('context');
type Marked = IncomingMessage & { [CONTEXT]?: RequestContext };

export function openContext(request: IncomingMessage, context: RequestContext): void {
  (request as Marked)[CONTEXT] = context;
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = (request as Marked)[CONTEXT];
  if (!context) throw new Error('a request that did not come through the adapter');
  return context;
}

/** Of a request that a route was found for: the first guard has noted it. */
export const specOf = (request: HttpRequest): OperationSpec => contextOf(request).spec as OperationSpec;

/** Only asked what would happen: nothing is stored. */
export const isSimulated = ({ query }: HttpRequest): boolean => (query as { simular?: boolean } | undefined)?.simular ?? false;

/** The client that a request is about, or else the one that its caller is at home with. */
export function clientOf({ scope, user }: HttpRequest): string | undefined {
  const reaches = scope?.reaches;
  return reaches?.length === 1 ? reaches[0]?.structure.clientId : (user?.homeClientId ?? undefined);
}

/** Whose share of what is scarce a request takes: all users of a client have one together. */
export function tenantOf(request: HttpRequest): string {
  return clientOf(request) ?? request.user?.userId ?? '';
}

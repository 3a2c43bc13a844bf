import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { RateState } from '#application/access/throttle';
import type { CallClaim } from '#application/auth/authenticate.use-case';
import type { UploadSession } from '#application/files/upload-session';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { Subscription } from '#domain/access/subscription';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { OwnNames } from '../errors/field-names';
import type { OperationSpec } from '../openapi/operation-spec';
import type { IdempotentRun } from './idempotent-run';

/** A request that guards, interceptors and pipes fill: `query` (with path parameters) and `body` become the operation's DTOs. */
export interface HttpRequest extends Request {
  user?: Actor;
  /** Claims of the token, or of the key. */
  authInfo?: CallClaim;
  /** The scope granted for this request. */
  scope?: Scope;
}

export type HttpResponse = Response;

/** Further state of a request. */
export interface RequestContext {
  requestId: string;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** The operation, once a route was found. */
  spec?: OperationSpec;
  /** The operation's own names of fields, if any. */
  names?: OwnNames;
  /** What is left of the caller's rate limits, where there are any. */
  rates?: { user: readonly RateState[]; client: readonly RateState[] };
  /** Of the call's key, where required. */
  subscription?: Subscription | null;
  idempotency?: IdempotentRun;
  /** Problems of path, query and body, reported together. */
  problems: FieldProblem[];
  /** Names unknown to the operation, as the client sent them. */
  ignored: string[];
  /** Adds such a name; undefined if they are refused. */
  ignore?: ((path: FieldPath) => boolean) | undefined;
  /** Bytes of the body read so far. */
  bytesIn: number;
  /** Code of the refusal, and the limit reached. */
  error?: { code: string; limit: string };
  upload?: UploadSession;
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

/** The operation of a routed request: the first guard sets it. */
export const specOf = (request: HttpRequest): OperationSpec => contextOf(request).spec as OperationSpec;

/** A dry run: nothing is stored. Also where `simular` could not be read (null): the call is refused for it. */
export function isSimulated({ query }: HttpRequest): boolean {
  const { simular = false } = (query ?? {}) as { simular?: boolean | null };
  return simular !== false;
}

/** The client that a request is about, or else the home client of its caller. */
export function clientOf({ scope, user }: HttpRequest): string | undefined {
  const reaches = scope?.reaches;
  return reaches?.length === 1 ? reaches[0]?.structure.clientId : (user?.homeClientId ?? undefined);
}

/** The key under which quotas count a request: users of a client share one. */
export function tenantOf(request: HttpRequest): string {
  return clientOf(request) ?? request.user?.userId ?? '';
}

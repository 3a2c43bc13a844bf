import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Intake } from '#application/files/intake';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { OwnNames } from '../errors/field-names';
import type { OperationSpec } from '../openapi/operation-spec';
import type { IdempotentRun } from './idempotent-run';

/** What the context knows of a request on its way in. */
export interface RequestContext {
  requestId: string;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** What is asked for, once a route has been found for it. */
  spec?: OperationSpec;
  actor?: Actor;
  scope?: Scope;
  /** What the caller is granted where only the body names the client: known once that has been read. */
  readScope?: () => Promise<Scope>;
  /** Path and query, read as the operation's DTO. */
  query?: object;
  /** However often it is asked, the body is read once. */
  readBody?: () => Promise<object>;
  /** The body as the operation's DTO, once it has been read. */
  body?: object;
  /** How the operation spells the names of its fields, where it has its own spelling. */
  names?: OwnNames;
  repeatable?: IdempotentRun;
  /** Only asked what would happen: nothing is stored. */
  simulated?: boolean;
  /** What is wrong with path and query, of operations that read a body: told with what is wrong with that. */
  problems: FieldProblem[];
  /** Names that the operation does not know, as the client knows them. */
  ignored: string[];
  /** Takes such a name; undefined where they are refused. */
  ignore?: ((path: FieldPath) => void) | undefined;
  /** Of the body, as far as it has been read. */
  bytesIn: number;
  /** Why it was refused, and at which limit of ours. */
  error?: { code: string; limit: string };
  /** The files that the body brings; there once the body is being read. */
  intake?: Intake;
}

const EDGE = Symbol('context');
type Marked = IncomingMessage & { [EDGE]?: RequestContext };

export function openContext(request: IncomingMessage, context: RequestContext): void {
  (request as Marked)[EDGE] = context;
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = (request as Marked)[EDGE];
  if (!context) throw new Error('a request that did not come through the adapter');
  return context;
}

/** The client that a request is about, or else the one that its caller is at home with. */
export function clientOf({ scope, actor }: RequestContext): string | undefined {
  const reaches = scope?.reaches;
  return reaches?.length === 1 ? reaches[0]?.structure.clientId : (actor?.homeClientId ?? undefined);
}

/** Whose share of what is scarce a request takes: all users of a client have one together. */
export function tenantOf(context: RequestContext): string {
  return clientOf(context) ?? context.actor?.userId ?? '';
}

export type HttpRequest = Request;
export type HttpResponse = Response;

import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Intake } from '#application/files/intake';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';

/** What the edge knows of a request on its way in. */
export interface Edge {
  requestId: string;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  actor?: Actor;
  scope?: Scope;
  /** Path and query, read as the operation's DTO. */
  query?: object;
  readBody?: () => Promise<object>;
  /** The files that the body brings; there once the body is being read. */
  intake?: Intake;
}

const EDGE = Symbol('edge');
type Marked = IncomingMessage & { [EDGE]?: Edge };

export function openEdge(request: IncomingMessage, edge: Edge): void {
  (request as Marked)[EDGE] = edge;
}

export function edgeOf(request: IncomingMessage): Edge {
  const edge = (request as Marked)[EDGE];
  if (!edge) throw new Error('a request that did not come through the adapter');
  return edge;
}

export type EdgeRequest = Request;
export type EdgeResponse = Response;

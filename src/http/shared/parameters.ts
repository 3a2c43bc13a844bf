import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Intake } from '#application/files/intake';
import type { Actor } from '#domain/access/actor';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import type { Repeatable } from './repeatable';
import { edgeOf, type Edge, type EdgeRequest } from './edge-request';

function fromEdge<T>(pick: (edge: Edge) => T | undefined, otherwise: string): () => ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext): T => {
    const value = pick(edgeOf(context.switchToHttp().getRequest<EdgeRequest>()));
    if (value === undefined) throw new Error(otherwise);
    return value;
  });
}

/** What the caller was granted for this request. */
export const Granted = fromEdge<Scope | Promise<Scope>>((edge) => edge.readScope?.() ?? edge.scope, 'an operation without a reach');

/** The user of the call, for operations that know no scope. */
export const Caller = fromEdge<Actor>((edge) => edge.actor, 'an operation without a user');

/** Path and query as the operation's DTO; read, and found to be good, by the guard. */
export const Query = fromEdge<object>((edge) => edge.query, 'an operation without a query');

/** The body as the operation's DTO. Reading begins here, after the guard has let the request in. */
export const Body = fromEdge<Promise<object>>((edge) => edge.readBody?.(), 'an operation without a body');

/** What is wrong with the request as it stands, of operations that tell it with what the archive says; complete once the body has been read. */
export const Unread = fromEdge<readonly FieldProblem[]>((edge) => edge.problems, 'an operation that was not entered');

/** Names that the operation did not know; complete once the body has been read. */
export const Ignored = fromEdge<readonly string[]>((edge) => edge.ignored, 'an operation that was not entered');

/** Holds the files that came in the body, and takes those that are still to be fetched. */
export const Files = fromEdge<() => Intake>((edge) => () => edge.intake as Intake, 'an operation without files');

/** Runs what the operation creates, so that the call may be repeated under its `Idempotency-Key`. */
export const Call = fromEdge<Repeatable>((edge) => edge.repeatable, 'an operation that is not declared repeatable');

import type { Type } from '@nestjs/common';
import type { Permission } from '#domain/access/permission';
import type { ErrorCode, FieldProblemCode } from '#domain/errors';
import type { OwnNames } from '../errors/field-names';
import type { Form } from '../upload/read-multipart';
import type { Class } from '../validation/decorators';

/** Marks a deprecated operation. */
export interface Deprecated {
  /** Date, `yyyy-MM-dd`. */
  since: string;
  /** Path of the operation to use instead. */
  successor: string;
}

/** Refusals of an operation, beyond those of every similar one. */
export interface Refusals {
  /** Each has its own status. */
  codes?: readonly ErrorCode[];
  /** Field problems that make a request unreadable (400). */
  input?: readonly FieldProblemCode[];
  /** Field problems that break a rule of the archive (422). */
  rules?: readonly FieldProblemCode[];
}

/** A JSON body: its type, and the members whose Base64 text is streamed into the file store. */
export interface BodySpec {
  type: Class;
  isArray?: boolean;
  /** For arrays. */
  nonEmpty?: true;
  optional?: boolean;
  /**
   * Problems of path, query and body are reported together with those that the archive finds: they are passed to the handler
   * (`@Unread()`), and an unreadable member is `null` or missing, whatever its type says (`readable`).
   */
  joint?: true;
  files?: readonly string[];
  /** The handler reads the stored files again, so that a dry run keeps them until its answer. */
  readAgain?: true;
  /** Largest size, where it is another than that of other bodies without files. */
  bytes?: number;
  /** Also takes `multipart/form-data`, which the reference only describes (docs/adr/0028-clients.md). Converts a form to the JSON. */
  form?: (form: Form) => unknown;
  example: unknown;
}

export interface OperationSpec {
  /** As in interface part 4.0; `null`: not specified there. */
  number: string | null;
  version?: 'V1' | 'V2' | 'V3';
  summary: string;
  description?: string;
  /** `own`: any logged-in user, for themselves; the use case checks more. `null`: no login needed. */
  permission: Permission | 'own' | null;
  /** Needed in the same place, too. */
  alongWith?: Permission;
  /** Also for a user who must change the password first. */
  beforePasswordChange?: true;
  /**
   * `place`: the request names a client (and unit, and level). `whole client`: the user must have access to all of the client.
   * `unit`: the unit's clients to which the user has full access. `anywhere`: everything that the user has access to.
   * `client in body`: only the body names it, as `idCliente`. `nothing`: the use case decides.
   */
  reach: 'place' | 'whole client' | 'unit' | 'client in body' | 'anywhere' | 'nothing';
  /**
   * What the operation does with `simular`, required of all but GET. `rehearsed`: it is done and rolled back, and the answer lists the events
   * that it would have recorded. `own`: the same, with an answer of the handler. `refused`: there is no dry run of it. `unknown`: an
   * extension, which refuses the name. `reads`: it changes nothing.
   */
  dryRun?: 'rehearsed' | 'own' | 'refused' | 'unknown' | 'reads';
  /** Refuses unknown names although the interface has the operation: to ignore a misspelt one would change more than was asked for. */
  narrows?: true;
  /** Share links: a generous rate limit per address. */
  limited?: 'link';
  /** Polled by machines every few seconds: successful calls are logged at debug level. */
  quiet?: true;
  /** Creates something, and takes an `Idempotency-Key`. */
  repeatable?: true;
  /** Has a successor. */
  deprecated?: Deprecated;
  /** Path and query. */
  query?: Class;
  /** `joint` for operations without a body. */
  joint?: true;
  body?: BodySpec;
  /** `bytes`: a file, beside or instead of JSON; `files`: media types in which the same content is available. */
  answer: {
    status: number;
    description: string;
    type?: Type | [Type];
    schema?: object;
    bytes?: true;
    files?: readonly string[];
  };
  /** Field names in errors, where the operation has its own. */
  names?: OwnNames;
  /** Other successes: a dry run, something that already existed. */
  also?: readonly {
    status: number | '2XX';
    description: string;
    types: readonly Type[];
    schema?: object;
    headers?: Readonly<Record<string, string>>;
  }[];
  /** Statuses that browsers get as a page. */
  pages?: readonly number[];
  /** Documented headers of the answer. */
  headers?: Readonly<Record<string, string>>;
  refusals?: Refusals;
}

export const OPERATION = 'acervo:operation';

/** Everything but links, health and the reference. */
export const isApi = ({ number, permission }: OperationSpec): boolean => number !== null || permission !== null;

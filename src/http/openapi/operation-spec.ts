import type { Type } from '@nestjs/common';
import type { Permission } from '#domain/access/permission';
import type { ErrorCode, FieldProblemCode } from '#domain/errors';
import type { OwnNames } from '../errors/field-names';
import type { Form } from '../upload/read-multipart';
import type { Class } from '../validation/decorators';

/** Of an operation that clients should leave. */
export interface Deprecated {
  /** The day since when, `yyyy-MM-dd`. */
  since: string;
  /** Path of the operation to use instead. */
  successor: string;
}

/** Why an operation refuses, beyond what every operation of its kind does. */
export interface Refusals {
  /** Each has its own status. */
  codes?: readonly ErrorCode[];
  /** Problems of fields that make a request unreadable (400). */
  input?: readonly FieldProblemCode[];
  /** Problems of fields that break a rule of the archive (422). */
  rules?: readonly FieldProblemCode[];
}

/** A body of JSON: its shape, and the members whose Base64 text is streamed into the file store. */
export interface BodySpec {
  type: Class;
  isArray?: boolean;
  /** Of an array. */
  nonEmpty?: true;
  optional?: boolean;
  /**
   * What is wrong with path, query and body refuses the call only together with what the archive says about the rest: it is given on
   * (`@Unread()`), and a member that could not be read is `null` or missing, whatever its type says (`readable`).
   */
  joint?: true;
  files?: readonly string[];
  /** Also takes `multipart/form-data`, which the reference says in words alone (docs/adr/0028-clients.md): makes of the form what the JSON body would say, files as they were staged. */
  form?: (form: Form) => unknown;
  example: unknown;
}

export interface OperationSpec {
  /** As in interface part 4.0; `null`: beyond the specification. */
  number: string | null;
  version?: 'V1' | 'V2' | 'V3';
  summary: string;
  description?: string;
  /** `own`: whoever is logged in, about themselves; the use case knows more. `null`: nobody needs to be logged in. */
  permission: Permission | 'own' | null;
  /** Also for a user who must change the password before anything else. */
  beforePasswordChange?: true;
  /**
   * The request names the client (and unit, and level) it is about; or a client all of which the user must reach; or a unit, and
   * is about all of its clients that the user reaches wholly; or it is about whatever the user reaches. `client in
   * body`: only the body names it (contract §1), as `idCliente`. `nothing`: the operation finds out by itself.
   */
  reach: 'place' | 'whole client' | 'unit' | 'client in body' | 'anywhere' | 'nothing';
  /** For whoever has a link: calls are limited by address, generously. */
  limited?: 'link';
  /** Asked by machines every few seconds: nobody wants to read of it. */
  quiet?: true;
  /** Creates something, and takes an `Idempotency-Key`. */
  repeatable?: true;
  /** There is a better one. */
  deprecated?: Deprecated;
  /** Path and query. */
  query?: Class;
  /** Of operations without a body: as `joint` of a body. */
  joint?: true;
  body?: BodySpec;
  /** `bytes`: a file itself, beside or instead of JSON; `files`: the same content as files of these media types. */
  answer: {
    status: number;
    description: string;
    type?: Type | [Type];
    schema?: object;
    bytes?: true;
    files?: readonly string[];
  };
  /** Field names in errors, where the operation spells them in its own way. */
  names?: OwnNames;
  /** Other good answers: of a dry run, of something that was there already. */
  also?: readonly {
    status: number;
    description: string;
    types: readonly Type[];
    schema?: object;
    headers?: Readonly<Record<string, string>>;
  }[];
  /** Statuses that browsers get as a page. */
  pages?: readonly number[];
  /** Headers of the answer worth knowing. */
  headers?: Readonly<Record<string, string>>;
  refusals?: Refusals;
}

export const OPERATION = 'acervo:operation';

/** Everything but links, health and the reference. */
export const isApi = ({ number, permission }: OperationSpec): boolean => number !== null || permission !== null;

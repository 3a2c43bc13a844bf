import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import type { Permission } from '#domain/access/permission';
import { answerDocs } from './answer-docs';
import type { Deprecated } from '../server/deprecation';
import type { Form } from '../upload/read-multipart';
import type { OwnNames } from '../errors/field-names';
import type { Refusals } from '../errors/refusal-codes';
import { membersOf, type Class, type Member } from '../validation/members';

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

/** What `@ApiProperty` was told of a member. */
type Docs = Record<string, unknown> & { description?: string; example?: unknown };

/** Swagger takes over the schema of a parameter as it is, example included. */
function schemaOf({ type, format, minimum, maximum, enum: values, items, maxItems, maxLength, minLength, example }: Docs) {
  const name = typeof type === 'function' ? type.name.toLowerCase() : type;
  return { type: name, format, minimum, maximum, enum: values, items, maxItems, maxLength, minLength, example } as never;
}

const AS_JSON =
  'Each one as a JSON object, the name of the parameter repeated: what generated clients make a list of. Or as indexed pairs, never both.';

/** A list of objects is shown as generators can read it, and as indexed pairs with their first index. */
function queryParameters({ name, of, max, required }: Member, docs: Docs): MethodDecorator[] {
  if (of) {
    const list = { type: 'array', items: { type: 'string' }, maxItems: max } as never;
    const pairs = Object.entries(docsOf(of())).map(([part, { description, ...rest }]) =>
      ApiQuery({
        name: `${name}[0].${part}`,
        required: false,
        description: [docs.description, description].filter(Boolean).join(' '),
        schema: schemaOf(rest),
      }),
    );
    return [
      ApiQuery({ name, required: false, description: [docs.description, AS_JSON].filter(Boolean).join(' '), schema: list }),
      ...pairs,
    ];
  }
  return [ApiQuery({ name, required, description: docs.description, schema: schemaOf(docs) })];
}

function docsOf(type: Class): Record<string, Docs> {
  return Object.fromEntries(
    membersOf(type).map(({ name }) => [
      name,
      (Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, name) ?? {}) as Docs,
    ]),
  );
}

function inputDocs({ query, body }: OperationSpec, pathNames: ReadonlySet<string>): MethodDecorator[] {
  const decorators: MethodDecorator[] = [];
  if (query) {
    const docs = docsOf(query);
    for (const member of membersOf(query)) {
      if (pathNames.has(member.name)) {
        const { description, ...rest } = docs[member.name] ?? {};
        decorators.push(ApiParam({ name: member.name, description, schema: schemaOf(rest) }));
      } else decorators.push(...queryParameters(member, docs[member.name] ?? {}));
    }
  }
  if (body) {
    const { type, isArray = false, optional = false, example } = body;
    decorators.push(ApiExtraModels(type));
    decorators.push(ApiBody({ type, isArray, required: !optional, examples: { exemplo: { value: example } } }));
  }
  return decorators;
}

/**
 * Declares a route as an operation: who may call it, how its input is read, what it answers, what the reference says. The
 * start fails when a route has none. Stands above the decorator of the route, whose path it reads.
 */
export function Operation(spec: OperationSpec): MethodDecorator {
  return (target, key, descriptor) => {
    const path = Reflect.getMetadata('path', descriptor.value as object) as string | string[] | undefined;
    if (path === undefined) throw new Error(`@Operation stands above the route of ${String(key)}`);
    const pathNames = new Set(
      [
        ...[path]
          .flat()
          .join(' ')
          .matchAll(/:(\w+)/g),
      ].map((match) => match[1] as string),
    );
    documented(spec, pathNames)(target, key, descriptor);
  };
}

function documented(spec: OperationSpec, pathNames: ReadonlySet<string>): MethodDecorator {
  const { number, version, summary, description = '', deprecated } = spec;
  return applyDecorators(
    SetMetadata(OPERATION, spec),
    HttpCode(spec.answer.status),
    ApiOperation({
      summary,
      description,
      ...(deprecated && { deprecated: true }),
      ...(number === null ? { 'x-extension': true } : { 'x-operation': number, ...(version && { 'x-version': version }) }),
    } as never),
    ...inputDocs(spec, pathNames),
    ...answerDocs(spec),
  );
}

import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Permission } from '#domain/access/permission';
import { ErrorBody } from './error-body';
import { membersOf, type Class, type WireMember, type WireType } from './wire';

/** A body of JSON: its shape, and the members whose Base64 text is streamed into the file store. */
export interface BodySpec {
  type: Class;
  isArray?: boolean;
  optional?: boolean;
  files?: readonly string[];
  example: unknown;
}

export interface OperationSpec {
  /** As in interface part 4.0; `null`: beyond the specification. */
  number: string | null;
  version?: 'V1' | 'V2' | 'V3';
  summary: string;
  description?: string;
  /** `null`: nobody needs to be logged in. */
  permission: Permission | null;
  /** The request names the client (and unit, and level) it is about; or it is about whatever the user reaches. */
  reach: 'place' | 'anywhere' | 'nothing';
  /** Path and query. */
  query?: Class;
  body?: BodySpec;
  /** `bytes`: a file itself, beside or instead of JSON. */
  answer: { status: number; description: string; type?: Type | [Type]; schema?: object; example?: unknown; bytes?: true };
  /** Refusals beyond 400 and 401. */
  refusals?: readonly (401 | 404 | 413 | 416 | 422)[];
}

export const OPERATION = 'acervo:operation';

const REFUSALS: Record<number, string> = {
  400: 'The request cannot be read, something that is always required is missing, or an id or code does not exist.',
  401: 'Token missing or no longer valid, or the user may not do this here.',
  404: 'What the path addresses does not exist.',
  413: 'The body or a file is too large.',
  415: 'The body is not JSON in UTF-8.',
  416: 'The range lies outside the file.',
  422: "Readable, but against the archive's configuration or state.",
  503: 'A dependency is down or the service is at its limit; see Retry-After.',
};

function schemaOf(type: WireType): object {
  switch (type.kind) {
    case 'guid':
      return { type: 'string', format: 'uuid' };
    case 'integer':
      return { type: 'integer', format: 'int64', minimum: type.min, maximum: type.max };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: schemaOf(type.item) };
    default:
      return { type: 'string' };
  }
}

/** Indexed pairs are shown with their first index. */
function queryParameters(member: WireMember, docs: Record<string, { description?: string; example?: unknown }>): MethodDecorator[] {
  const { name, type, required } = member;
  const { description, example } = docs[name] ?? {};
  if (type.kind === 'list' && type.item.kind === 'object') {
    return membersOf(type.item.of()).map((part) =>
      ApiQuery({ name: `${name}[0].${part.name}`, required: false, description, schema: schemaOf(part.type) as never }),
    );
  }
  return [ApiQuery({ name, required, description, example, schema: schemaOf(type) as never })];
}

function docsOf(type: Class): Record<string, { description?: string; example?: unknown }> {
  return Object.fromEntries(
    membersOf(type).map(({ name }) => [
      name,
      (Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, name) ?? {}) as { description?: string },
    ]),
  );
}

function inputDocs({ query, body }: OperationSpec, pathNames: ReadonlySet<string>): MethodDecorator[] {
  const decorators: MethodDecorator[] = [];
  if (query) {
    const docs = docsOf(query);
    for (const member of membersOf(query)) {
      if (pathNames.has(member.name)) {
        const { description, example } = docs[member.name] ?? {};
        decorators.push(ApiParam({ name: member.name, description, example: example as string, schema: schemaOf(member.type) as never }));
      } else decorators.push(...queryParameters(member, docs));
    }
  }
  if (body) {
    const { type, isArray = false, optional = false, example } = body;
    decorators.push(ApiExtraModels(type), ApiBody({ type, isArray, required: !optional, examples: { exemplo: { value: example } } }));
  }
  return decorators;
}

const BINARY = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** What the answer holds, by media type. */
function answerContent({ type, schema, example, bytes }: OperationSpec['answer']): object {
  const model = [type].flat()[0];
  const reference = model && { $ref: getSchemaPath(model) };
  const json = reference ? (Array.isArray(type) ? { type: 'array', items: reference } : reference) : schema;
  return {
    ...(json && { 'application/json': { schema: json, ...(example !== undefined && { example }) } }),
    ...(bytes && BINARY),
  };
}

function answerDocs({ answer, refusals = [], permission, body }: OperationSpec): (MethodDecorator & ClassDecorator)[] {
  const model = [answer.type].flat()[0];
  const decorators = [
    ApiResponse({ status: answer.status, description: answer.description, content: answerContent(answer) as never }),
    ...[400, ...(permission ? [401] : []), ...refusals, ...(body ? [415] : []), 503].map((code) =>
      ApiResponse({ status: code, description: REFUSALS[code] as string, type: ErrorBody }),
    ),
    ApiExtraModels(ErrorBody, ...(model ? [model] : [])),
    ApiHeader({ name: 'X-Request-Id', required: false, description: 'Kept and returned; made when absent.' }),
  ];
  return permission ? [...decorators, ApiSecurity('token')] : decorators;
}

/**
 * Declares a route as an operation: who may call it, how its input is read, what it answers, what the reference says. The
 * start fails when a route has none. Stands above the decorator of the route, whose path it reads.
 */
export function Operation(spec: OperationSpec): MethodDecorator {
  const { number, version, summary, description = '' } = spec;
  const label = number === null ? 'Extension' : [number, version].filter(Boolean).join(' · ');
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
    documented(spec, label, summary, description, pathNames)(target, key, descriptor);
  };
}

function documented(
  spec: OperationSpec,
  label: string,
  summary: string,
  description: string,
  pathNames: ReadonlySet<string>,
): MethodDecorator {
  const { number } = spec;
  return applyDecorators(
    SetMetadata(OPERATION, spec),
    HttpCode(spec.answer.status),
    ApiOperation({
      summary: `${label} · ${summary}`,
      description,
      ...(number === null && { 'x-extension': true }),
      ...(number !== null && { 'x-operation': number }),
    } as never),
    ...inputDocs(spec, pathNames),
    ...answerDocs(spec),
  );
}

import { applyDecorators, HttpCode, SetMetadata, UseInterceptors, type RequestMethod } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator';
import { JsonBodyInterceptor } from '../upload/json-body.interceptor';
import { MultipartInterceptor } from '../upload/multipart.interceptor';
import { membersOf, type Class, type Member } from '../validation/members';
import { answerDocs } from './answer-docs';
import { DryRunInterceptor } from '../server/dry-runs';
import { FLAG } from '../validation/members';
import { withDryRun } from './dry-run';
import { OPERATION, type OperationSpec } from './operation-spec';

/** Metadata of `@ApiProperty`. */
type Docs = Record<string, unknown> & { description?: string; example?: unknown };

/** Swagger copies a parameter's schema unchanged, with the example. */
function schemaOf({ type, format, pattern, minimum, maximum, enum: values, items, maxItems, maxLength, minLength, example }: Docs) {
  const name = typeof type === 'function' ? type.name.toLowerCase() : type;
  return { type: name, format, pattern, minimum, maximum, enum: values, items, maxItems, maxLength, minLength, example } as never;
}

const AS_JSON =
  'Each one as a JSON object, the name of the parameter repeated: what generated clients make a list of. Or as indexed pairs, never both.';

/** Documents a list of objects twice: for generators, and as indexed pairs with index 0. */
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

function inputDocs({ query, body, dryRun }: OperationSpec, pathNames: ReadonlySet<string>): MethodDecorator[] {
  const decorators: MethodDecorator[] = [];
  if (query) {
    const docs = docsOf(query);
    for (const member of membersOf(query)) {
      if (dryRun === 'refused' && member.name === FLAG) continue;
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
 * Declares a route as an operation: permission, input, answers and documentation. The service does not start if a route
 * has none. Place it above the decorator of the route, whose path it reads.
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
    const method = Reflect.getMetadata('method', descriptor.value as object) as RequestMethod;
    documented(withDryRun(spec, method, String(key)), pathNames)(target, key, descriptor);
    // The declaration alone is documented. From parameter types @nestjs/swagger would add path members to the query.
    Reflect.defineMetadata('design:paramtypes', [], target, key);
  };
}

function documented(spec: OperationSpec, pathNames: ReadonlySet<string>): MethodDecorator {
  const { number, version, summary, description = '', deprecated } = spec;
  return applyDecorators(
    SetMetadata(OPERATION, spec),
    ...(spec.permission === null ? [Public()] : []),
    ...interceptorOf(spec),
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

/** At most one: each further one costs 20 to 30 µs per call. */
function interceptorOf({ body, dryRun }: OperationSpec): MethodDecorator[] {
  if (body) return [UseInterceptors(body.form ? MultipartInterceptor : JsonBodyInterceptor)];
  return dryRun === 'rehearsed' || dryRun === 'own' ? [UseInterceptors(DryRunInterceptor)] : [];
}

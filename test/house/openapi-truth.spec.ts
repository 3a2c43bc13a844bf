import 'reflect-metadata';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { openApiDocument } from '../../scripts/docs/openapi-file';
import { SPECIFIED_OPERATIONS } from '../../scripts/docs/specified-operations';
import { FORMATS } from '../support/openapi-formats';

/* eslint-disable @typescript-eslint/no-explicit-any */
type Schema = any;

let document: any;
let operations: { title: string; operation: any }[];
let ajv: Ajv2020;

beforeAll(async () => {
  document = await openApiDocument('en');
  operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation: {
        ...operation,
        responses: Object.fromEntries(Object.entries(operation.responses).map(([status, answer]) => [status, resolved(answer)])),
      },
    })),
  );
  ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  ajv.addSchema({ $id: 'api', components: pointedAt(document.components) });
});

/** Schemas stand in one place and are pointed at from another; and no answer has a member that is not declared. */
function pointedAt(node: unknown): any {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/components/', '"api#/components/'), (_, value) =>
    value?.type === 'object' && value.properties && !value.allOf ? { additionalProperties: false, ...value } : value,
  );
}

const resolved = (part: any): any => {
  if (!part?.$ref) return part;
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((node: any, name: string) => node[name], document);
};

const validators = new Map<string, ValidateFunction>();

function problemsOf(schema: Schema, value: unknown, where: string): string[] {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(pointedAt(schema));
  validators.set(key, validate);
  return validate(value) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`];
}

const parametersOf = (operation: any): any[] => (operation.parameters ?? []).map(resolved);
const mediaOf = (operation: any): [string, any][] =>
  [['body', operation.requestBody], ...Object.entries<any>(operation.responses)].flatMap(([where, part]) =>
    Object.entries<any>(part?.content ?? {}).map(([type, media]): [string, any] => [`${where} ${type}`, media]),
  );

describe('every operation of the reference', () => {
  it('has its number and version, or is marked as an extension', () => {
    const numbers = operations.map(({ operation }) => operation['x-operation']).filter(Boolean);
    expect([...new Set(numbers)].sort()).toEqual(SPECIFIED_OPERATIONS.map(([number]) => number).sort());
    for (const { title, operation } of operations) {
      const { summary, 'x-operation': number, 'x-version': version, 'x-extension': extension } = operation;
      expect([title, extension ?? false]).toEqual([title, number === undefined]);
      const label = number === undefined ? 'Extension' : [number, version].filter(Boolean).join(' · ');
      expect(summary.startsWith(`${label} · `)).toBe(true);
    }
  });

  it('has a purpose, one group, and a description and an example for every parameter', () => {
    const groups = document.tags.map(({ name }: { name: string }) => name);
    for (const { title, operation } of operations) {
      expect([title, operation.description?.length > 20, operation.tags.length]).toEqual([title, true, 1]);
      expect(groups).toContain(operation.tags[0]);
      for (const { name, description, example } of parametersOf(operation)) {
        expect([title, name, Boolean(description), example !== undefined]).toEqual([title, name, true, true]);
      }
    }
  });

  it('has an example of its body, of its usual JSON answer, and of every specific refusal', () => {
    for (const { title, operation } of operations) {
      for (const [where, media] of mediaOf(operation)) {
        const status = Number(where.split(' ')[0]);
        const isUsual = where === 'body application/json' || status === (operation.responses['201'] ? 201 : 200) || status >= 400;
        if (!where.endsWith('json') || !isUsual || (title.startsWith('PATCH') && operation.operationId.endsWith('_alias'))) continue;
        expect([title, where, Object.keys(media.examples ?? {}).length > 0]).toEqual([title, where, true]);
      }
      for (const [status, answer] of Object.entries<any>(operation.responses)) {
        const codes = [...(answer['x-codigos'] ?? []), ...(operation['x-codigos']?.[status] ?? [])];
        expect([title, status, codes.length > 0, new Set(codes).size]).toEqual([title, status, Number(status) >= 400, codes.length]);
      }
    }
  });
});

describe('every example of the reference', () => {
  it('of a parameter is one of its values', () => {
    const problems = operations.flatMap(({ title, operation }) =>
      parametersOf(operation).flatMap(({ name, schema, example }) => problemsOf(schema, example, `${title} ${name}`)),
    );
    expect(problems).toEqual([]);
  });

  it('of a body or an answer matches its schema, without undeclared members', () => {
    const examples = operations.flatMap(({ title, operation }) =>
      mediaOf(operation).flatMap(([where, { schema, examples = {} }]) =>
        Object.entries<any>(examples).map(([name, example]) => ({
          schema,
          value: resolved(example).value,
          where: `${title} ${where} ${name}`,
        })),
      ),
    );
    expect(examples.length).toBeGreaterThan(400);
    expect(examples.flatMap(({ schema, value, where }) => problemsOf(schema, value, where))).toEqual([]);
  });

  it('of a member is one of its values', () => {
    const members = Object.entries<Schema>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries<Schema>(properties).flatMap(([member, schema]) =>
        (schema.examples ?? []).map((example: unknown) => ({ schema, example, where: `${name}.${member}` })),
      ),
    );
    expect(members.length).toBeGreaterThan(100);
    expect(members.flatMap(({ schema, example, where }) => problemsOf(schema, example, where))).toEqual([]);
  });
});

describe('what is checked', () => {
  const member = (name: string, of: string) => document.components.schemas[name].properties[of];

  it('is declared as a format or a pattern', () => {
    expect(member('CreateWebhookBody', 'url')).toMatchObject({ format: 'uri', pattern: '^https?:\\/\\/' });
    expect(member('CreateUserBody', 'email').format).toBe('email');
    const phone = new RegExp(member('UpdateUserBody', 'telefoneCelular').pattern as string);
    expect(['(31) 99999-8888', '(31) 3333-4444', '', '31 3333-4444'].map((text) => phone.test(text))).toEqual([true, true, true, false]);
    const { schema } = parametersOf(document.paths['/api/Evento'].get).find(({ name }) => name === 'apos');
    expect(['17', 'fim', 'x', '17x'].map((text) => new RegExp(schema.pattern as string).test(text))).toEqual([true, true, false, false]);
  });

  it('is declared of names that an extension refuses, and only there', () => {
    expect(
      [document.components.schemas.CreateWebhookBody, document.components.schemas.FindBody].map((each) => each.additionalProperties),
    ).toEqual([false, false]);
    expect(document.components.schemas.CreateDocumentV3).not.toHaveProperty('additionalProperties');
  });
});

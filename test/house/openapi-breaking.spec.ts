import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');

/* eslint-disable @typescript-eslint/no-explicit-any */
/** A document with everything in it that can break. */
const document = (): any => ({
  paths: {
    '/itens/{id}': {
      get: {
        operationId: 'Itens_get',
        security: [],
        parameters: [
          { $ref: '#/components/parameters/id' },
          { name: 'pagina', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500 } },
          { name: 'ordem', in: 'query', schema: { type: 'string', enum: ['nome', 'data'] } },
        ],
        'x-codigos': { 404: ['ITEM_VENCIDO'] },
        responses: {
          200: {
            headers: { ETag: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } }, 'text/csv': { schema: { type: 'string' } } },
          },
          404: { 'x-codigos': ['ITEM_NAO_ENCONTRADO'], content: {} },
          503: { $ref: '#/components/responses/Fora' },
        },
      },
      put: {
        operationId: 'Itens_put',
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Novo' } } } } },
        responses: {
          200: { content: { 'application/json': { schema: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Item' }] } } } },
        },
      },
    },
  },
  components: {
    responses: { Fora: { 'x-codigos': ['FORA_DO_AR'], content: {} } },
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Item: {
        type: 'object',
        required: ['id', 'situacao', 'dono'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          situacao: { type: 'string', enum: ['aberto', 'fechado'] },
          nota: { type: ['string', 'null'] },
          causa: { type: ['string', 'null'], enum: ['prazo', null] },
          dono: { allOf: [{ $ref: '#/components/schemas/Dono' }] },
        },
      },
      Dono: { type: 'object', required: ['nome'], properties: { nome: { type: 'string' } } },
      Novo: {
        type: 'object',
        required: ['nome'],
        properties: { nome: { type: 'string', maxLength: 50 }, valor: { type: ['integer', 'null'] }, texto: { type: 'string' } },
      },
    },
  },
});
type Change = (paths: any, schemas: any, whole: any) => void;

const get = (paths: any) => paths['/itens/{id}'].get;
const put = (paths: any) => paths['/itens/{id}'].put;

const BREAKS: [what: string, change: Change, told: RegExp][] = [
  ['a path that is gone', (paths) => delete paths['/itens/{id}'], /^GET .* the operation is gone$/],
  ['an operation that is gone', (paths) => delete paths['/itens/{id}'].put, /^PUT .* the operation is gone$/],
  ['another id of an operation', (paths) => (get(paths).operationId = 'Itens_um'), /its id was Itens_get/],
  ['a token that is needed', (paths) => (get(paths).security = [{ token: [] }]), /needs a token now/],
  ['a parameter that is gone', (paths) => get(paths).parameters.pop(), /parameter query ordem is gone/],
  ['a parameter that is required', (paths) => (get(paths).parameters[1].required = true), /parameter query pagina is required now/],
  [
    'a new parameter that is required',
    (paths) => get(paths).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    /query x is new and required/,
  ],
  [
    'another type of a parameter',
    (_, __, { components }) => (components.parameters.id.schema.type = 'integer'),
    /path id no longer takes string/,
  ],
  ['a word that is no longer taken', (paths) => get(paths).parameters[2].schema.enum.pop(), /query ordem no longer takes data/],
  ['a limit that is narrower', (paths) => (get(paths).parameters[1].schema.maximum = 100), /has the maximum 100 now/],
  ['a limit that is new', (_, { Novo }) => (Novo.properties.texto.maxLength = 9), /\.texto has the maxLength 9 now/],
  ['a pattern that is new', (_, { Novo }) => (Novo.properties.texto.pattern = '^x'), /\.texto must match \^x now/],
  ['a format that is new', (_, { Novo }) => (Novo.properties.texto.format = 'uuid'), /\.texto had the format undefined and has uuid/],
  ['a body that is required', (paths) => (put(paths).requestBody.required = true), /the body is required now/],
  ['a body that is gone', (paths) => delete put(paths).requestBody, /the body is gone/],
  ['a body where there was none', (paths) => (get(paths).requestBody = { required: true, content: {} }), /a body is required now/],
  ['a member of a body that is gone', (_, { Novo }) => delete Novo.properties.texto, /body application\/json\[\]\.texto is gone/],
  ['a member of a body that is required', (_, { Novo }) => Novo.required.push('texto'), /\[\]\.texto is required now/],
  ['null that is no longer taken', (_, { Novo }) => (Novo.properties.valor.type = 'integer'), /\.valor no longer takes null/],
  ['a status that is gone', (paths) => delete get(paths).responses[404], /answer 404 is gone/],
  ['a code that is gone', (paths) => get(paths).responses[404]['x-codigos'].pop(), /code ITEM_NAO_ENCONTRADO of 404 is gone/],
  [
    'a code that is gone behind a pointer',
    (_, __, { components }) => components.responses.Fora['x-codigos'].pop(),
    /code FORA_DO_AR of 503 is gone/,
  ],
  ['a code of its own that an operation no longer has', (paths) => delete get(paths)['x-codigos'], /code ITEM_VENCIDO of 404 is gone/],
  ['a header that is gone', (paths) => delete get(paths).responses[200].headers.ETag, /header ETag of 200 is gone/],
  ['a media type that is gone', (paths) => delete get(paths).responses[200].content['text/csv'], /answer 200 is no longer text\/csv/],
  ['a member of an answer that is gone', (_, { Item }) => delete Item.properties.nota, /answer 200 application\/json\.nota is gone/],
  ['a member of an answer that may be missing', (_, { Item }) => Item.required.pop(), /\.dono may be missing now/],
  ['a member of an answer behind allOf', (_, { Dono }) => (Dono.properties.nome.type = 'number'), /\.dono\.nome may now be number/],
  ['a word that is new in an answer', (_, { Item }) => Item.properties.situacao.enum.push('preso'), /\.situacao may now be preso/],
  ['null that is new in an answer', (_, { Item }) => (Item.properties.id.type = ['string', 'null']), /\.id may now be null/],
  ['a format that an answer loses', (_, { Item }) => delete Item.properties.id.format, /\.id had the format uuid/],
  [
    'an alternative that is new in an answer',
    (paths) => put(paths).responses[200].content['application/json'].schema.oneOf.push({ type: 'number' }),
    /may now be number/,
  ],
];

const FINE: [what: string, change: Change][] = [
  ['nothing at all', () => undefined],
  ['a new path', (paths) => (paths['/outros'] = { get: get(paths) })],
  ['a new optional parameter', (paths) => get(paths).parameters.push({ name: 'x', in: 'query', schema: {} })],
  ['a parameter that is no longer required', (_, __, { components }) => (components.parameters.id.required = false)],
  ['more that is taken', (paths) => get(paths).parameters[2].schema.enum.push('valor')],
  ['a wider limit', (_, { Novo }) => (Novo.properties.nome.maxLength = 80)],
  ['a new optional member of a body', (_, { Novo }) => (Novo.properties.mais = { type: 'string' })],
  ['a new member of an answer', (_, { Item }) => ((Item.properties.mais = { type: 'string' }), Item.required.push('mais'))],
  ['less that is answered', (_, { Item }) => (Item.properties.nota.type = 'string')],
  ['a new status and a new code', (paths) => ((get(paths).responses[429] = {}), get(paths).responses[404]['x-codigos'].push('OUTRO'))],
  [
    'a word or null that gets a name',
    (_, { Item }) => (Item.properties.causa = { anyOf: [{ type: 'string', enum: ['prazo'] }, { type: 'null' }] }),
  ],
  [
    'a code that moves from the answer to the operation',
    (paths) => (get(paths)['x-codigos'][404].push('ITEM_NAO_ENCONTRADO'), get(paths).responses[404]['x-codigos'].pop()),
  ],
  ['other words about it', (paths) => (get(paths).summary = 'Outro texto')],
];

/** Jest cannot import an .mjs file on the Node versions we support. */
function comparedInOne(changes: Change[]): string[][] {
  const pairs = changes.map((change) => {
    const after = document();
    change(after.paths, after.components.schemas, after);
    return [document(), after];
  });
  const script = `
    import { breaksBetween } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/openapi/compare.mjs')).href)};
    let text = '';
    for await (const part of process.stdin) text += part;
    console.log(JSON.stringify(JSON.parse(text).map(([before, after]) => breaksBetween(before, after))));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

describe('the check for breaking changes', () => {
  let found: string[][];
  beforeAll(() => {
    found = comparedInOne([...BREAKS.map(([, change]) => change), ...FINE.map(([, change]) => change)]);
  });

  it.each(BREAKS.map(([what, , told], index) => [what, told, index] as const))('finds %s', (_, told, index) => {
    expect(found[index]!.join('\n')).toMatch(new RegExp(told.source, 'm'));
  });

  it.each(FINE.map(([what], index) => [what, index] as const))('accepts %s', (_, index) => {
    expect(found[BREAKS.length + index]).toEqual([]);
  });

  it('finds none since the last release (npm run openapi:breaking)', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/openapi/breaking.mjs')], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/docs\/releases\/openapi-.*\.json/);
  });
});

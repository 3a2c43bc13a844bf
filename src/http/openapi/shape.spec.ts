import type { OpenAPIObject } from '@nestjs/swagger';
import { shape } from './shape';

const HEADER = { description: 'Names this call.', schema: { type: 'string' } };
const answer = (description: string, more: object = {}) => ({ description, headers: { 'X-Request-Id': { ...HEADER } }, ...more });
const sent = { name: 'X-Request-Id', in: 'header', schema: { type: 'string' }, example: 'a' };

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const shaped = (): any =>
  shape({
    info: {},
    paths: {
      '/b': { get: { operationId: 'B_get', tags: ['Structure'], summary: '', responses: { 200: answer('') } } },
      '/z': {
        put: { operationId: 'Z_put[1]', tags: ['File'], 'x-operation': '2.10', summary: '', responses: { 200: { description: '' } } },
      },
      '/a': {
        get: {
          operationId: 'A_get[0]',
          tags: ['File'],
          'x-operation': '2.9',
          summary: '',
          description: '',
          parameters: [sent, { name: 'id', in: 'query', schema: { type: 'string', example: 'x' }, example: 'y' }],
          responses: {
            400: answer('', { headers: { 'X-Request-Id': { ...HEADER, description: 'Another.' } } }),
            200: answer('', { content: { 'application/json': { schema: { type: 'array', items: { example: 1 } }, example: [1] } } }),
          },
        },
      },
    },
    components: { schemas: { Z: { properties: { example: { example: 'x', nullable: false } } }, A: { anyOf: [{ example: 2 }] } } },
  } as unknown as OpenAPIObject);

describe('shape', () => {
  it('sorts operations by interface number, and responses and schemas by name', () => {
    const { paths, components } = shaped();
    expect(Object.keys(paths)).toEqual(['/a', '/z', '/b']);
    expect(Object.keys(paths['/a'].get.responses)).toEqual(['200', '400']);
    expect(Object.keys(components.schemas)).toEqual(['A', 'Z']);
  });

  it('converts examples of schemas only into lists', () => {
    const { paths, components } = shaped();
    expect(components.schemas.Z.properties.example).toEqual({ examples: ['x'], nullable: false });
    expect(components.schemas.A.anyOf).toEqual([{ examples: [2] }]);
    expect(paths['/a'].get.parameters[1]).toMatchObject({ schema: { type: 'string', examples: ['x'] }, example: 'y' });
    expect(paths['/a'].get.responses[200].content['application/json']).toEqual({
      schema: { type: 'array', items: { examples: [1] } },
      example: [1],
    });
  });

  it('moves repeated parts into components and keeps differing ones', () => {
    const { paths, components } = shaped();
    expect(components.headers).toEqual({ 'X-Request-Id': HEADER });
    expect(paths['/a'].get.responses[400].headers['X-Request-Id']).toEqual({ ...HEADER, description: 'Another.' });
    expect(paths['/a'].get.responses[200].headers['X-Request-Id']).toEqual({ $ref: '#/components/headers/X-Request-Id' });
    expect(paths['/a'].get.parameters[0]).toEqual({ $ref: '#/components/parameters/X-Request-Id' });
    expect(components.parameters).toEqual({ 'X-Request-Id': sent });
  });

  it('gives each operation a programmatic id and its security requirement', () => {
    const { paths } = shaped();
    expect([paths['/a'].get.operationId, paths['/z'].put.operationId]).toEqual(['A_get', 'Z_put_alias']);
    expect(paths['/b'].get.security).toEqual([]);
    expect(paths['/a'].get).not.toHaveProperty('description');
  });

  it('refuses a group without a description', () => {
    const stranger = { info: {}, paths: { '/x': { get: { operationId: 'x', tags: ['Other'], responses: {} } } } };
    expect(() => shape(stranger as unknown as OpenAPIObject)).toThrow('no group is called Other');
  });
});

import type { OpenAPIObject } from '@nestjs/swagger';
import { withSharedParameters, withSharedRefusals } from './shared-parts';

const operation = (responses: object) => ({ operationId: 'x', summary: '', tags: [], responses });

it('shares equal refusals of several operations', () => {
  const document = {
    paths: {
      '/a': { get: operation({ 200: { description: 'Done.' }, 404: { description: 'None.' }, 503: { description: 'Down.' } }) },
      '/b': { get: operation({ 200: { description: 'Done.' }, 404: { description: 'None.' }, 503: { description: 'Busy.' } }) },
      '/c': { get: operation({ 404: { description: 'No file.' } }), put: operation({ 404: { description: 'No file.' } }) },
    },
    components: { schemas: {} },
  } as unknown as OpenAPIObject;
  withSharedRefusals(document);
  const answers = Object.fromEntries(Object.entries(document.paths).map(([path, { get }]) => [path, get?.responses]));
  const at = (name: string) => ({ $ref: `#/components/responses/${name}` });
  expect(answers).toEqual({
    '/a': { 200: { description: 'Done.' }, 404: at('Refusal_404'), 503: { description: 'Down.' } },
    '/b': { 200: { description: 'Done.' }, 404: at('Refusal_404'), 503: { description: 'Busy.' } },
    '/c': { 404: at('Refusal_404_2') },
  });
  expect(document.components?.responses).toEqual({ Refusal_404: { description: 'None.' }, Refusal_404_2: { description: 'No file.' } });
  expect(document.components?.schemas).toEqual({});
});

it('shares equal parameters of several operations, and keeps what is unlike', () => {
  const id = (where: string, description: string) => ({ name: 'id', in: where, description });
  const header = { $ref: '#/components/parameters/Prefer' };
  const pair = { name: 'Values[0].Label', in: 'query' };
  const of = (...parameters: object[]) => ({ ...operation({}), parameters });
  const document = {
    paths: {
      '/a': { get: of(header, id('path', 'A.'), pair), put: of(header, id('path', 'B.'), pair) },
      '/b': { get: of(id('path', 'A.'), id('query', 'A.')), put: of(id('path', 'B.')) },
    },
    components: { parameters: { Prefer: {} } },
  } as unknown as OpenAPIObject;
  withSharedParameters(document);
  const at = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const parameters = Object.values(document.paths).flatMap(({ get, put }) => [get?.parameters, put?.parameters]);
  expect(parameters).toEqual([
    [header, at('id_path'), pair],
    [header, at('id_path_2'), pair],
    [at('id_path'), id('query', 'A.')],
    [at('id_path_2')],
  ]);
  expect(document.components?.parameters).toEqual({ Prefer: {}, id_path: id('path', 'A.'), id_path_2: id('path', 'B.') });
});

import type { OpenAPIObject } from '@nestjs/swagger';
import { withSharedRefusals } from './shared-refusals';

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

import type { OpenAPIObject } from '@nestjs/swagger';
import { withClosedBodies } from './closed-bodies';

const at = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const taking = (name: string) => ({ requestBody: { content: { 'application/json': { schema: at(name) } } }, responses: {} });
const holding = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name.toLowerCase(), at(name)])),
});

it('closes what only extensions take, at any depth', () => {
  const schemas = {
    Body: holding('Part', 'Common', 'Answered', 'Map'),
    Part: holding('Part'),
    Old: holding('Common'),
    Common: holding(),
    Answered: holding(),
    Map: { type: 'object', additionalProperties: { type: 'string' } },
  };
  const answer = { responses: { 200: { description: '', content: { 'application/json': { schema: at('Answered') } } } } };
  const paths = { '/a': { post: { 'x-extension': true, ...taking('Body') }, put: taking('Old'), get: answer } };
  const document = { paths, components: { schemas } } as unknown as OpenAPIObject;
  withClosedBodies(document);
  const closed = Object.entries(document.components?.schemas ?? {}).filter(([, schema]) => 'additionalProperties' in schema);
  expect(Object.fromEntries(closed)).toEqual({
    Body: { ...schemas.Body, additionalProperties: false },
    Part: { ...schemas.Part, additionalProperties: false },
    Map: schemas.Map,
  });
});

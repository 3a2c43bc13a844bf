import type { OpenAPIObject } from '@nestjs/swagger';
import type { DescribedOperation } from './document';
import { withOwnCodes } from './own-codes';

const refusal = (...codes: string[]) => ({
  description: 'Not so.',
  'x-codigos': codes,
  content: { 'application/json': { schema: {}, examples: Object.fromEntries(codes.map((code) => [code, { value: code }])) } },
});

function operationsWith(...lists: string[][]): DescribedOperation[] {
  const operations = lists.map((codes) => ({ responses: { 200: { description: '' }, 400: refusal(...codes) } }));
  withOwnCodes({ paths: Object.fromEntries(operations.map((get, index) => [`/${index}`, { get }])) } as unknown as OpenAPIObject);
  return operations as unknown as DescribedOperation[];
}

describe('codes of an operation', () => {
  it('stand at the operation where its refusal differs from others only in them', () => {
    const operations = operationsWith(['A'], ['A', 'C'], ['A', 'B', 'C']);
    expect(operations.map((each) => each['x-codigos'])).toEqual([undefined, { 400: ['C'] }, { 400: ['B', 'C'] }]);
    const shared = { ...refusal('A', 'B', 'C'), 'x-codigos': ['A'] };
    for (const { responses } of operations) expect(responses).toEqual({ 200: { description: '' }, 400: shared });
  });

  it('stay in refusals that are alike', () => {
    const operations = operationsWith(['A'], ['A']);
    expect(operations.map((each) => each['x-codigos'])).toEqual([undefined, undefined]);
    expect(operations[1]?.responses[400]).toEqual(refusal('A'));
  });
});

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
  it('stand at the operation where many refusals differ only in them', () => {
    const operations = operationsWith(['A'], ['A', 'C'], ['B'], ['B', 'C'], ['C']);
    expect(operations.map((each) => each['x-codigos'])).toEqual([['A'], ['A', 'C'], ['B'], ['B', 'C'], ['C']].map((own) => ({ 400: own })));
    for (const { responses } of operations) expect(responses[400]).toEqual(refusal('A', 'B', 'C'));
    expect(operations[0]?.responses[200]).toEqual({ description: '' });
  });

  it('stay in the refusals where only few differ', () => {
    const operations = operationsWith(['A'], ['A'], ['B'], ['B', 'C'], ['C']);
    expect(operations.map((each) => each['x-codigos'])).toEqual(Array(5).fill(undefined));
    expect(operations[3]?.responses[400]).toEqual(refusal('B', 'C'));
  });
});

import fc from 'fast-check';
import { outcome } from '../test/support';

// Fast alone; the machine may be shared.
const SNIPPETS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u00e9',
  '\\ud800',
  'true',
  'false',
  'null',
  '0',
  '-',
  '1',
  '.',
  'e',
  '+',
  ' ',
  '\n',
  '\u0000',
  'a',
  '"k"',
  'é',
  '\u2028',
  '\ufeff',
  '/',
];

async function expectAgreement(text: string): Promise<void> {
  const { json, error } = await outcome(text, { files: [] });
  // JSON.parse knows no limit of depth, and no rules on names, which alone are refused with a path.
  if (error?.code === 'JSON_TOO_DEEP' || error?.path !== undefined) return;
  let expected: unknown;
  try {
    expected = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    expect(error?.code).toMatch(/^JSON_(INVALID|TRUNCATED)$/);
    expect(error!.position).toBeLessThanOrEqual(Buffer.byteLength(text));
    return;
  }
  expect({ text, error }).toEqual({ text, error: undefined });
  expect(json).toEqual(expected);
}

it('accepts exactly what JSON.parse accepts: random snippets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 12 }), (snippets) => expectAgreement(snippets.join(''))),
    { numRuns: 1500 },
  );
});

it('accepts exactly what JSON.parse accepts: JSON with one mutation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ...SNIPPETS),
      fc.nat(2),
      async (text, at, snippet, removed) => {
        const position = at % (text.length + 1);
        await expectAgreement(text.slice(0, position) + snippet + text.slice(position + removed));
      },
    ),
    { numRuns: 1000 },
  );
});

import { READERS } from '../scanner/compare';

/** The short form of `npm run test:scanner`; a printed `ACERVO_SEED` makes the same bodies again. */
const SEED = process.env.ACERVO_SEED === undefined ? Date.now() % 2 ** 31 : Number(process.env.ACERVO_SEED);
const CASES = { json: 8000, multipart: 3500 };

// Some seconds alone; the machine may be shared.
/** Everything that may come of a body: what never came was not tried. */
const OUTCOMES = {
  json: [
    'BASE64_EMPTY',
    'BASE64_INVALID',
    'BODY_TOO_LARGE',
    'DUPLICATE_MEMBER',
    'FILE_TOO_LARGE',
    'JSON_INVALID',
    'JSON_TOO_DEEP',
    'JSON_TOO_LARGE',
    'JSON_TOO_MANY_VALUES',
    'JSON_TRUNCATED',
    'TOO_MANY_FILES',
    'ok',
  ],
  multipart: ['BODY_TOO_LARGE', 'FIELD_TOO_LARGE', 'HEADERS_TOO_LARGE', 'MALFORMED', 'TOO_MANY_FIELDS', 'TRUNCATED', 'ok'],
};

describe(`random bodies (ACERVO_SEED=${SEED})`, () => {
  const stackTraceLimit = Error.stackTraceLimit;
  // Refusals are made by the thousand: their stacks would be most of the work.
  beforeAll(() => void (Error.stackTraceLimit = 0));
  afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

  it.each(['json', 'multipart'] as const)('of %s give the result of the reference, in any chunks', async (reader) => {
    const { outcomes, cases } = await READERS[reader](SEED, CASES[reader]);
    expect(cases).toBe(CASES[reader]);
    expect(Object.keys(outcomes).sort()).toEqual(OUTCOMES[reader]);
  });
});

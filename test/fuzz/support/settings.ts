/** `npm run test:fuzz` sets the time for each operation; without it a fixed, small number of inputs is tried. */
const given = process.env.ACERVO_FUZZ_SECONDS;

export const IS_LONG = given !== undefined;
/** A printed seed makes the same inputs again. */
export const SEED = process.env.ACERVO_SEED === undefined ? Date.now() % 2 ** 31 : Number(process.env.ACERVO_SEED);
/** For each operation, at most. */
export const SECONDS = IS_LONG ? Number(given) : 20;
export const RUNS = IS_LONG ? 1_000_000 : 25;

/** What the runner (`scripts/test.mjs`) plays: `usual` (`npm test`), the `rest` (`npm run test:all`), or everything that was asked for. */
export const PART = (process.env.ACERVO_PART ?? 'all') as 'usual' | 'rest' | 'all';

/** The storage pair of the e2e suite, set by the runner: `embedded`, or `servers` (MySQL protocol and S3). */
export const STORAGE = process.env.ACERVO_E2E_STORAGE ?? 'embedded';

/** What takes long and seldom fails alone: large seeds, large files, every caller at every route. */
export const isLong = (file: string) => file.endsWith('.long.spec.ts');

/** Long forms are commands of their own: `npm run test:faults`. */
export const LONG = process.env.ACERVO_FAULTS === 'long';

/** How much of a scenario this run plays. */
export const size = <T>({ short, long }: { short: T; long: T }): T => (LONG ? long : short);

/** Which storage pair the suite runs on; the runner sets it: `embedded`, or `servers` (MySQL protocol and S3). */
export const STORAGE = process.env.ACERVO_E2E_STORAGE ?? 'embedded';

/** However many runs a long form wants to play: it plays none more after so many minutes. */
const MINUTES = Number(process.env.ACERVO_FAULTS_MINUTES ?? 60);
const END = Date.now() + MINUTES * 60_000;
export const isTimeUp = (): boolean => Date.now() > END;

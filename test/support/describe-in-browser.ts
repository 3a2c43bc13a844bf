/** Tests in a real browser; shown as skipped where there is none. */
export const describeInBrowser = process.env.TEST_CHROMIUM ? describe : describe.skip;

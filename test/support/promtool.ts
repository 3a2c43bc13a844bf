import { spawnSync } from 'node:child_process';

/** `npm test` fetches it and says where it is (scripts/promtool.mjs). */
const PROMTOOL = process.env.TEST_PROMTOOL;

/** Tests that ask promtool; shown as skipped where there is none. */
export const itWithPromtool = PROMTOOL ? it : it.skip;

/** What it has to say, and whether it is content. */
export function promtool(args: readonly string[], input = ''): { good: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL as string, args, { input, encoding: 'utf8', timeout: 60_000 });
  return { good: status === 0, text: `${stdout}${stderr}` };
}

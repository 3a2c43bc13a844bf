import { until as untilSo } from '../../support/until';

const WITHIN_MS = 90_000;

/** Waits for a condition; errors of the check count as "not yet". */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  await untilSo(() => holds().catch(() => false), Boolean, { withinMs, what });
}

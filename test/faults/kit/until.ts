const WITHIN_MS = 90_000;
const EVERY_MS = 50;

/** Waits for what must come true; whoever asks and fails is taken to have been told "not yet". */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await holds().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

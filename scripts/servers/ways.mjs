/** A server can be had in several ways; the first that works is taken, and why the others did not is remembered. */

/** Progress goes to standard error: standard output is for the addresses. */
export const logToStderr = (line) => process.stderr.write(`[servers] ${line}\n`);

/** ACERVO_SERVERS_WITHOUT=container,mysql-sid leaves ways out, by name: to try the others, or to spare a machine a download. */
const leftOut = () => (process.env.ACERVO_SERVERS_WITHOUT ?? '').split(',').map((name) => name.trim());

/**
 * ways: [{ name, whyNot?(), start() }]. `whyNot` says (or resolves to) why a way is not open here; `start` resolves to a running server.
 * A way with `final` is the only one considered when it is open: a requested server is not silently replaced.
 */
export async function firstThatWorks(what, ways, log) {
  const reasons = [];
  for (const way of ways) {
    if (leftOut().includes(way.name)) {
      reasons.push(`${way.name}: left out`);
      continue;
    }
    const startedAt = Date.now();
    try {
      const whyNot = await way.whyNot?.();
      if (whyNot) {
        reasons.push(`${way.name}: ${whyNot}`);
        continue;
      }
      const server = await way.start();
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      log(`${server.engine ?? server.name} ${server.version} (${server.origin}) ready on ${server.address} in ${seconds} s`);
      return { available: true, ...server };
    } catch (error) {
      reasons.push(`${way.name}: ${error.message}`);
      if (way.final) break;
      log(`${what}: ${way.name} failed: ${error.message}`);
    }
  }
  return { available: false, reason: reasons.join('; ') };
}

import type { INestApplicationContext } from '@nestjs/common';
import { Output, type Outcome } from '#src/cli/output';
import { execute } from '#src/cli/program';

/** Runs `acervo` in this process with the application context of a running service. */
export async function acervo(
  app: INestApplicationContext,
  words: readonly string[],
  output = new Output(),
  stopped = new AbortController().signal,
): Promise<Outcome> {
  const outcome = await execute(words, {
    archive: (work) => work(app, output, stopped),
    outside: (work) => work(output),
  });
  if (outcome === null) throw new Error('it was asked for help');
  return outcome;
}

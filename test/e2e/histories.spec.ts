import * as fc from 'fast-check';
import { Player } from '../histories/play';
import { history } from '../histories/steps';
import { PART } from '../support/part';
import { describeService } from './support/describe-service';
import { STORAGE } from './support/service';

/** Others in each run; `ACERVO_HISTORIES=2000` is the long form, and a printed `ACERVO_SEED` plays the same histories again. */
const HISTORIES = Number(process.env.ACERVO_HISTORIES ?? (PART === 'usual' ? 20 : 60));
const SEED = process.env.ACERVO_SEED === undefined ? Date.now() % 2 ** 31 : Number(process.env.ACERVO_SEED);

/** While a failure is shrunk, each attempt is a history more. */
const PATIENCE_MS = 30_000 + HISTORIES * 2_000;
const SHRINKING_MS = 120_000;

describeService(`random histories (ACERVO_HISTORIES=${HISTORIES} ACERVO_SEED=${SEED})`, ({ service }) => {
  let player: Player;
  beforeAll(async () => {
    player = await Player.start(service.url);
  });

  it(
    'match the model for every user after every call',
    async () => {
      const start = performance.now();
      const property = fc.asyncProperty(history, (one) => player.play(one));
      const result = await fc.check(property, {
        seed: SEED,
        numRuns: HISTORIES,
        unbiased: true,
        interruptAfterTimeLimit: PATIENCE_MS + SHRINKING_MS - 5_000,
      });
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const { histories, calls, refusals, pairs } = player.figures;
      process.stderr.write(
        `[histories] ${STORAGE}: seed ${SEED}, ${histories} histories, ${calls} calls (${refusals} refused, ${pairs} pairs at once), ${seconds} s\n`,
      );
      if (result.failed) throw new Error(`${(result.errorInstance as Error).message}\n\n${fc.defaultReportMessage(result)}`);
      expect(result.numRuns).toBe(HISTORIES);
      expect(calls).toBeGreaterThan(HISTORIES);
    },
    PATIENCE_MS + SHRINKING_MS,
  );
});

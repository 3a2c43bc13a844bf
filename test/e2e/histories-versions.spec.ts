import { VersionedClients } from '../histories/versions';
import { violationsOf } from '../histories/version-order';
import { PART } from '../support/part';
import { Chance } from './support/chance';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';
import { STORAGE } from './support/service';

const SEED = process.env.ACERVO_SEED === undefined ? Date.now() % 2 ** 31 : Number(process.env.ACERVO_SEED);
/** `ACERVO_HISTORIES=2000` is the long form. */
const ROUNDS = Math.ceil(Number(process.env.ACERVO_HISTORIES ?? (PART === 'usual' ? 20 : 60)) / 20);
const CLIENTS = 6;
const CALLS = 15;
const DOCUMENTS = 3;

describeService(`versions of documents that several clients change (ACERVO_SEED=${SEED})`, ({ demo, finance }) => {
  it('are in one order, without a cycle, and each has one successor', async () => {
    const total = { reads: 0, changes: 0, conditional: 0, refused: 0, unanswered: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const documents = await Promise.all(Array.from({ length: DOCUMENTS }, () => filed(demo)));
      const clients = await VersionedClients.of(demo, documents);
      const work = Array.from({ length: CLIENTS }, (_, index) =>
        clients.work(
          async () => (index % 2 === 0 ? demo : finance),
          new Chance(SEED + round * CLIENTS + index),
          (made) => made < CALLS,
        ),
      );
      await Promise.all(work);
      expect(violationsOf(clients.calls, clients.first)).toEqual([]);
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += clients.figures[name];
    }
    process.stderr.write(`[versions] ${STORAGE}: seed ${SEED}, ${ROUNDS} rounds, ${JSON.stringify(total)}\n`);
    expect([total.conditional > 0, total.refused > 0, total.unanswered]).toEqual([true, true, 0]);
  });
});

import { IDS, loggedIn } from './support/api';
import { expectRefusal } from './support/creates';
import { activate, activated, approval, shown } from './support/flows';
import { startService, STORAGE, type Service } from './support/service';
import { rowCounts } from './support/state';

/** Of the embedded store; a server of databases answers for its own disk. */
(STORAGE === 'embedded' ? describe : describe.skip)('an embedded archive without room', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const pages = async (pragma: string) =>
    Object.values(((await service.database.query(`PRAGMA ${pragma}`)) as object[])[0] as object)[0] as number;

  it('answers 503 without partial results, keeps serving reads, and writes again as soon as there is space', async () => {
    const api = await loggedIn(service.url);
    const code = await activated(api);
    const usual = await pages('max_page_count');
    await pages(`max_page_count = ${await pages('page_count')}`);
    // What is free within the pages that there are is soon used up.
    const big = approval({ observacao: 'á'.repeat(4000), comentario: 'á'.repeat(4000) });
    let [before, answer] = [await rowCounts(service), await activate(api, big)];
    for (let calls = 0; answer.status === 200 && calls < 200; calls++) {
      before = await rowCounts(service);
      answer = await activate(api, big);
    }
    const refusal = expectRefusal(answer, 503);
    expect([refusal.codigo, answer.headers.get('retry-after')]).toEqual(['SERVICO_INDISPONIVEL', '1']);
    expect(await rowCounts(service)).toEqual(before);
    expect(await shown(api, code, IDS.client)).toMatchObject({ status: 1 });
    await pages(`max_page_count = ${usual}`);
    await activated(api, big);
  });
});

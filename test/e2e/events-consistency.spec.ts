import { Sealer } from '#application/audit/sealer';
import { AuditTrail } from '#application/ports/audit-trail';
import { NOBODY_ID } from '#domain/access/actor';
import { CONSISTENCY_SCRIPTS, judgedHeads } from '../support/receipt-scripts';
import { IDS, type Api } from './support/api';
import { create, expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { filed } from './support/reading';

interface Answer {
  de: number;
  ate: number;
  prova: string[];
  selo: string | null;
}

const PATH = '/api/Evento/Consistencia';
const sizeOf = (selo: string) => Number(selo.split('\n')[1]);

describeService('the proof that a log has only grown', ({ service, demo, finance, reader, other }) => {
  const ask = (api: Api, query: Record<string, number>, idCliente: string = IDS.client) =>
    api.get(PATH, { query: { idCliente, ...query } });
  const answered = async (query: Record<string, number>) => {
    const answer = await ask(demo, query);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json as unknown as Answer;
  };
  const keys = async () => (await (await fetch(`${service.url}/.well-known/acervo-selos`)).json()) as object;
  const grown = async (events: number) => {
    for (let n = 0; n < events; n++) await create(demo, 'V3');
    await service.app.get(Sealer).settle();
    const { json } = await demo.get('/api/Evento', { query: { idCliente: IDS.client, apos: 'fim' } });
    return (json as unknown as { selo: string }).selo;
  };
  const heads: string[] = [];
  beforeAll(async () => {
    for (const events of [1, 1, 2, 5, 3]) heads.push(await grown(events));
  });

  describe.each(CONSISTENCY_SCRIPTS)('verified by the script in %s', (_, command, isThere) => {
    const itThere = isThere ? it : it.skip;
    const judge = async (older: string, answer: Answer, newer?: string) => judgedHeads(command, await keys(), older, answer, newer);

    itThere('is valid between any two heads that were kept, and for the head of the log', async () => {
      for (const [index, older] of heads.entries())
        for (const newer of heads.slice(index)) {
          const answer = await answered({ de: sizeOf(older), ate: sizeOf(newer) });
          expect(await judge(older, answer, newer)).toMatch(
            new RegExp(`^VALID: acervo/[0-9a-f]{16}/${IDS.client}, from ${sizeOf(older)} to ${sizeOf(newer)} events`),
          );
        }
      const now = await answered({ de: sizeOf(heads[0]!) });
      expect(await judge(`${heads[0]}\n`, now)).toMatch(/^VALID: /);
    });

    itThere('is valid from the head of a receipt', async () => {
      const { files } = await filed(demo, { files: [{ content: 'recibo', extension: 'txt' }] });
      const receipt = await demo.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo: files[0]!.id } });
      const { selo } = receipt.json as unknown as { selo: string };
      heads.push(await grown(2));
      expect(await judge(selo, await answered({ de: sizeOf(selo) }))).toMatch(/^VALID: /);
    });

    itThere('is not valid with another proof, another head, or a head that nobody has signed', async () => {
      const [older, newer] = [heads[1]!, heads[3]!];
      const answer = await answered({ de: sizeOf(older), ate: sizeOf(newer) });
      const unlike = 'NOT VALID: the log does not begin with what the older head covers';
      const prova = answer.prova.map((hash) => (hash.startsWith('A') ? 'B' : 'A') + hash.slice(1));
      expect(await judge(older, { ...answer, prova }, newer)).toBe(unlike);
      expect(await judge(older, { ...answer, prova: answer.prova.slice(1) }, newer)).toBe(unlike);
      expect(await judge(heads[2]!, answer, newer)).toBe(unlike);
      expect(await judge(newer, answer, older)).toBe('NOT VALID: the older head is the longer one');
      expect(await judge(older.replace(/\n\d+\n/, '\n1\n'), answer, newer)).toBe('NOT VALID: the older head is not signed by these keys');
      expect(await judge(older, answer)).toBe('NOT VALID: the newer head is missing');
      const { json } = await other.get('/api/Evento', { query: { idCliente: IDS.otherClient, apos: 'fim' } });
      const { selo } = json as unknown as { selo: string };
      expect(await judge(older, answer, selo)).toBe('NOT VALID: the heads are those of two logs');
    });
  });

  it('has the head of the log, unless an earlier one was asked for', async () => {
    const size = sizeOf(heads.at(-1)!);
    expect(await answered({ de: 1 })).toMatchObject({ de: 1, ate: size, selo: heads.at(-1) });
    expect(await answered({ de: 1, ate: size - 1 })).toMatchObject({ ate: size - 1, selo: null });
    expect(await answered({ de: size })).toEqual({ de: size, ate: size, prova: [], selo: heads.at(-1) });
  });

  it.each<[string, Record<string, number>, string]>([
    ['no size', {}, 'de OBRIGATORIO'],
    ['an empty log', { de: 0 }, 'de FORA_DO_INTERVALO'],
    ['a log that is not so long', { de: 999_999 }, 'de FORA_DO_INTERVALO'],
    ['a newer head that is not there', { de: 1, ate: 999_999 }, 'ate FORA_DO_INTERVALO'],
    ['a newer head that is the older one', { de: 2, ate: 1 }, 'ate FORA_DO_INTERVALO'],
  ])('refuses %s', async (_, query, problem) => {
    expect(problemsOf(expectRefusal(await ask(demo, query), 400))).toContain(problem);
  });

  it('requires the whole client and the permission', async () => {
    for (const api of [finance, reader, other]) expect((await ask(api, { de: 1 })).status).toBe(401);
    expect((await ask(other, { de: 1 }, IDS.otherClient)).status).toBe(200);
  });

  it('is refused for a head whose events were removed for their age, and is there for later ones', async () => {
    const author = { userId: NOBODY_ID, origin: { address: 'cli', requestId: 'old' } };
    const event = (_: unknown, n: number) => ({
      author,
      at: new Date(Date.UTC(2020, 0, 1) + n),
      action: 'archive.apply' as const,
      subject: { n },
    });
    await service.app.get(AuditTrail).recordAll(IDS.otherClient, Array.from({ length: 600 }, event));
    await service.app.get(Sealer).settle();
    const { text, exitCode } = await acervo(service.app, ['audit', 'prune', '--client', 'Outra Empresa', '--before', '2200-01-01']);
    const upTo = Number(/up to position (\d+)/.exec(text)?.[1]);
    expect([exitCode, upTo]).toEqual([0, 512]);
    const refusal = expectRefusal(await ask(other, { de: 300 }, IDS.otherClient), 410);
    expect([refusal.codigo, refusal.mensagem]).toEqual(['CURSOR_EXPIRADO', expect.stringContaining('a primeira que existe é 513')]);
    for (const de of [256, 512, 513, 550]) expect((await ask(other, { de }, IDS.otherClient)).status).toBe(200);
  });
});

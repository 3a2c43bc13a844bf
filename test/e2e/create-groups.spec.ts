import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { DocumentRepository } from '#application/ports/documents';
import { base64, IDS, invoiceValues, place, type Answer } from './support/api';
import { bodyOf, createdBy, type Refusal, metadataOf, PATHS, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { linksOf, works } from './support/reading';
import { KEY, REPLAYED } from './support/repeats';
import { rowCounts } from './support/state';

const CALLS = 72;
const supplier = (label: string, valorCampo: string) => ({ nomeLista: 'Fornecedores', label, valorCampo });
/** Valid, and of no supplier of the demo archive. */
const CNPJS: Record<string, string> = { alone: '07.664.483/0001-78', together: '12.ABC.345/01DE-35' };

const FIRST: Record<string, number> = { alone: 10_000, together: 20_000 };

/** Creates of every kind, some of them wrong; `pass` keeps what they name apart from another run. */
function callsOf(pass: string) {
  const contract = (values: readonly object[]) => ({
    query: place(IDS.contracts),
    body: bodyOf('V1', { values: [{ nomeLista: '', label: 'Título', valorCampo: pass }, ...values] }),
  });
  const invoice = (number: string, more: object = {}, headers: Record<string, string> = {}) => ({
    query: place(),
    body: { ...bodyOf('V1', { values: invoiceValues(number) }), ...more },
    headers,
  });
  const file = (text: string, compartilhado: boolean) => ({
    arquivos: [{ arquivo: base64(text), extensao: 'txt', nomeAmigavel: text, contentType: 'text/plain', compartilhado }],
  });
  const kinds = [
    (n: number) => invoice(String(FIRST[pass]! + n)),
    (n: number) => invoice(String(FIRST[pass]! + n), file(`shared ${n}`, true)),
    (n: number) => invoice(String(FIRST[pass]! + n), file(`kept ${n}`, false)),
    (n: number) => invoice(String(FIRST[pass]! + n), { chaveExterna: `${pass} ${n}` }),
    (n: number) => invoice(String(FIRST[pass]! + n), { chaveExterna: `${pass} wanted by many` }),
    (n: number) => invoice(String(FIRST[pass]! + n), {}, { [KEY]: `${pass}-${n}` }),
    () => contract([supplier('CNPJ', CNPJS[pass]!), supplier('Razão Social', 'Nova Ltda')]),
    () => contract([supplier('CNPJ', CNPJS[pass]!), supplier('Razão Social', 'Another Name')]),
    (n: number) => invoice(String(FIRST[pass]! + n), { codigoCaixa: 987_654 }),
  ];
  return Array.from({ length: CALLS }, (_, n) => kinds[n % kinds.length]!(n));
}

/** What an answer is, whoever was first among those that want the same. */
const told = (answer: Answer) =>
  JSON.stringify([
    answer.status,
    answer.status < 300 ? createdBy(answer).files.map(({ link }) => link !== null) : problemsOf(answer.json as Refusal),
  ]);

describeService('concurrent creates in one transaction', ({ service, demo: api }) => {
  const post = (call: object) => api.post(PATHS.V1, call);
  const added = async (work: () => Promise<Answer[]>) => {
    const before = await rowCounts(service);
    const answers = await work();
    const after = await rowCounts(service);
    return { answers, rows: Object.fromEntries(Object.keys(after).map((table) => [table, after[table]! - before[table]!])) };
  };

  it('give the same results as sequential creates', async () => {
    const alone = await added(async () => {
      const answers: Answer[] = [];
      for (const call of callsOf('alone')) answers.push(await post(call));
      return answers;
    });
    const addAll = jest.spyOn(service.app.get(DocumentRepository), 'addAll');
    const together = await added(() => Promise.all(callsOf('together').map(post)));
    expect(Math.max(...addAll.mock.calls.map(([documents]) => documents.length))).toBeGreaterThan(1);
    expect(together.answers.map(told).sort()).toEqual(alone.answers.map(told).sort());
    expect(together.rows).toEqual(alone.rows);
    expect(together.rows.document).toBeGreaterThan(CALLS / 2);

    const created = together.answers.filter(({ status }) => status < 300).map(createdBy);
    expect(new Set(created.map(({ code }) => code)).size).toBe(created.length);
    for (const [index, answer] of together.answers.entries()) {
      const { values } = { values: callsOf('together')[index]!.body.valoresCampos as { label: string; valorCampo: string }[] };
      if (answer.status < 300)
        expect(await metadataOf(api, createdBy(answer).code)).toMatchObject({ [values[0]!.label]: values[0]!.valorCampo });
    }
    for (const { id, files } of created.filter((document) => document.files.length > 0))
      for (const link of await linksOf(api, id)) expect([files.length, await works(service, link)]).toEqual([1, true]);
    expect(await service.app.get(VerifyTrail).execute()).toMatchObject({ broken: [], refused: 0 });
    for (const [index, call] of callsOf('together').entries()) {
      if (!(KEY in ((call as { headers?: object }).headers ?? {}))) continue;
      const again = await post(call);
      expect([again.headers.get(REPLAYED), again.text]).toEqual(['true', together.answers[index]!.text]);
    }
  });
});

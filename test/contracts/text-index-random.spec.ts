import { idBytes } from '#infrastructure/typeorm/id-bytes';
import fc from 'fast-check';
import { wordsOf } from '#domain/documents/words';
import { hasWords, ofField } from '#infrastructure/typeorm/documents/word-rows';
import { DEMO } from '../builders/demo';
import { describeContract } from './support/implementations';
import { expectShownAsStored } from './support/shown';
import { wordScene, type WordScene } from './support/word-scene';

const RUNS = 15;
const WORDS = ['Silva', 'Silvana', 'SÃO', 'sao', 'Construções', 'constr', 'a-1', 'nº 12', '12', 'x', ''];

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' '));
const which = fc.nat(30);
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), titles: fc.array(text, { minLength: 1, maxLength: 3 }), row: fc.nat(2) }),
  fc.record({ kind: fc.constant('change' as const), which, title: text, row: fc.nat(2) }),
  fc.record({ kind: fc.constant('correct' as const), row: fc.nat(1), name: text }),
  fc.record({ kind: fc.constant('delete' as const), which }),
);
const question = fc.record({
  fields: fc.subarray(['title', 'name'] as const, { minLength: 1 }),
  words: fc.array(fc.constantFrom('silva', 'silvana', 's', 'sao', 'constru', '1', '12', 'a', 'n', 'outro'), { minLength: 1, maxLength: 2 }),
  isDeleted: fc.boolean(),
});
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

interface Filed {
  id: string;
  code: number;
  title: string;
  /** Of one of the two suppliers; 2: none. */
  row: number;
  isDeleted: boolean;
}

describeContract('TextIndex at random', (archive) => {
  let scene: WordScene;
  const filed: Filed[] = [];
  const suppliers: { id: string; code: number; name: string }[] = [];
  beforeAll(async () => {
    scene = await wordScene(archive);
    for (const name of ['Silva', 'Construções']) suppliers.push({ ...(await scene.addSupplier({ name })), name });
  });
  afterAll(() => expectShownAsStored(archive.sql));

  const linked = (row: number) => new Map(suppliers[row] ? [[DEMO.suppliers, suppliers[row].code]] : []);

  async function take(it: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
    if (it.kind === 'create') return create(it.titles, it.row);
    if (it.kind === 'correct') return correct(suppliers[it.row]!, it.name);
    const document = filed[it.which];
    if (!document || document.isDeleted) return;
    if (it.kind === 'change') return change(document, it.title, it.row);
    document.isDeleted = true;
    return scene.remove(document.id);
  }

  async function create(titles: readonly string[], row: number): Promise<void> {
    const contracts = titles.map((title) => scene.aContract(title === '' ? {} : { title }, suppliers[row]?.code));
    const codes = await scene.file(...contracts);
    for (const [index, { id }] of contracts.entries())
      filed.push({ id, code: codes[index]!, title: titles[index]!, row, isDeleted: false });
  }

  async function correct(supplier: (typeof suppliers)[number], name: string): Promise<void> {
    supplier.name = name;
    await (name === '' ? scene.correct(supplier.id, {}, 'name') : scene.correct(supplier.id, { name }));
  }

  async function change(document: Filed, title: string, row: number): Promise<void> {
    Object.assign(document, { title, row });
    const links = row === 2 ? { unlinked: [DEMO.suppliers] } : { rows: linked(row) };
    await scene.change(document.id, title === '' ? {} : { title }, { cleared: title === '' ? [scene.fields.title] : [], ...links });
  }

  const has = (value: string, words: readonly string[]) => words.every((word) => wordsOf(value).some((each) => each.startsWith(word)));
  const meets = ({ title, row, isDeleted }: Filed, asked: Question) =>
    isDeleted === asked.isDeleted &&
    asked.fields.some((field) => has(field === 'title' ? title : (suppliers[row]?.name ?? ''), asked.words));

  async function byRows({ fields, words, isDeleted }: Question): Promise<number[]> {
    const alternatives = fields.map((field) =>
      words.map((word) => ({ word: `${ofField(scene.fields[field])}${word}`, isBeginning: true })),
    );
    const { sql, parameters } = hasWords(scene.scope.clientId, 'document_words', alternatives, 'd.code');
    const rows = await archive.sql.rows<{ code: number }>(
      `SELECT d.code FROM document d WHERE d.client_id = ? AND d.deleted_at IS ${isDeleted ? 'NOT NULL' : 'NULL'} AND ${sql} ORDER BY d.code DESC`,
      [idBytes(scene.scope.clientId), ...parameters],
    );
    return rows.map(({ code }) => code);
  }

  it('finds what a look at every document finds, in the index and in the rows', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (steps, questions) => {
        for (const each of steps) await take(each);
        for (const asked of questions) {
          const wanted = filed.filter((document) => meets(document, asked)).map(({ code }) => code).reverse(); // prettier-ignore
          const found = await scene.found(asked.fields, asked.words.join(' '), { isDeleted: asked.isDeleted });
          expect([found, await byRows(asked)]).toEqual([wanted, wanted]);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});

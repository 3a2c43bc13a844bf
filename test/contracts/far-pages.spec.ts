import { SearchDocuments } from '#application/documents/search-documents.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { SearchConditions } from '#application/documents/search-conditions';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, fieldCode, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';

const DOCUMENTS = 3200;
const PAGE = 100;
const PAGES = DOCUMENTS / PAGE;

/** Pages that lie so far back that an adapter may remember where they begin: nobody may notice. */
describeContract('DocumentSearch, far pages,', (archive) => {
  let scope: Scope;
  let codes: number[];
  const conditions: SearchConditions = { fields: [] };
  const file = (count: number) =>
    archive.unitOfWork.run(async () => {
      const added: number[] = [];
      for (let index = 0; index < count; index++) {
        const value = { fieldCode: fieldCode(scope.client.structure, DEMO.invoices, 'Número'), text: '7', key: '7' };
        added.push(await addDocument(archive.documents, scope, aDocument(scope, { values: [value] })));
      }
      return added;
    });
  const page = async (number: number, asked = conditions) =>
    (await archive.search.page(scope, asked, number, PAGE)).map(({ code }) => code);
  const newestFirst = () => [...codes].sort((a, b) => b - a);
  const expected = (number: number) => newestFirst().slice((number - 1) * PAGE, number * PAGE);
  beforeAll(async () => {
    scope = await scopeOf(archive);
    codes = await file(DOCUMENTS);
  });

  it('returns every document once over all pages, forwards and backwards', async () => {
    const numbers = Array.from({ length: PAGES + 1 }, (_, index) => index + 1);
    for (const number of [...numbers, ...numbers.reverse()]) expect(await page(number)).toEqual(expected(number));
    expect(await archive.search.count(scope, conditions)).toBe(DOCUMENTS);
    expect(await archive.search.count(scope, conditions)).toBe(DOCUMENTS);
  });

  it('includes documents added in between', async () => {
    for (const number of [PAGES, 25, 31]) {
      codes.push(...(await file(7)));
      expect(await page(number)).toEqual(expected(number));
      expect(await archive.search.count(scope, conditions)).toBe(codes.length);
    }
  });

  it('omits documents deleted in between, at any position', async () => {
    for (const gone of [3, 2500, 3150]) {
      await page(30);
      const code = newestFirst()[gone]!;
      const [found] = await archive.search.page(scope, { documentCode: code, fields: [] }, 1, 1);
      const document = await archive.documents.find(scope, found!.id);
      await archive.documents.markDeleted(scope, document!, new Date());
      codes = codes.filter((other) => other !== code);
      for (const number of [22, 30, 31]) expect(await page(number)).toEqual(expected(number));
      expect(await archive.search.count(scope, conditions)).toBe(codes.length);
    }
  });

  it('reflects values changed in between', async () => {
    const field = fieldCode(scope.client.structure, DEMO.invoices, 'Número');
    const sevens: SearchConditions = { fields: [[{ fieldCode: field, ofList: false, criterion: { exact: '7' } }]] };
    expect(await page(30, sevens)).toEqual(expected(30));
    await archive.search.count(scope, sevens);
    await archive.search.count(scope, sevens);
    const code = newestFirst()[2000]!;
    const [found] = await archive.search.page(scope, { documentCode: code, fields: [] }, 1, 1);
    await archive.unitOfWork.run(async () => {
      const held = await archive.documents.hold(scope, found!.id);
      const values = [{ fieldCode: field, text: '8', key: '8' }];
      await archive.documents.change(scope, held!, { values, cleared: [], rows: new Map(), unlinked: [], dueDay: null });
    });
    const left = newestFirst().filter((other) => other !== code);
    expect(await page(30, sevens)).toEqual(left.slice(29 * PAGE, 30 * PAGE));
    expect(await archive.search.count(scope, sevens)).toBe(left.length);
  });

  it('returns a correct page and count together', async () => {
    const search = new SearchDocuments(archive.documentSearch, archive.boxes, archive.participants, new TimeZone('America/Sao_Paulo'));
    const ask = () => search.execute(scope, { values: [], page: 31, pageSize: PAGE, count: true, unread: [] });
    for (let times = 0; times < 3; times++) await ask();
    for (let times = 0; times < 3; times++) {
      codes.push(...(await file(1)));
      const { total, documents } = await ask();
      expect([total, documents.map(({ found }) => found.code)]).toEqual([codes.length, expected(31)]);
    }
  });

  it('separates users who see different documents', async () => {
    const other = await scopeOf(archive, 'outro');
    expect(await archive.search.page(other, conditions, 25, PAGE)).toEqual([]);
    expect(await page(25)).toEqual(expected(25));
  });
});

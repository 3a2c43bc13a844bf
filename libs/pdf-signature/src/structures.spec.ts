import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readSignatures } from '.';
import { fixture, FIXTURES, inMemory, signed } from '../test/support';
import { describeWith, folder, pdfsig, pyhanko } from '../test/verifiers';

/** Null: it is unusual, but what is extended is of its kind. */
const STRUCTURES: Readonly<Record<string, string | null>> = {
  'f-annots-direct.pdf': null,
  'f-annots-ref.pdf': null,
  'f-fields-absent.pdf': null,
  'f-fields-direct.pdf': null,
  'f-fields-missing-ref.pdf': null,
  'f-fields-null-entry.pdf': null,
  'f-fields-ref.pdf': null,
  'f-fields-single.pdf': 'the list of fields is no array',
  'f-form-array.pdf': 'the form is no dictionary',
  'f-form-missing-ref.pdf': null,
  'f-form-null.pdf': null,
  'f-info-array.pdf': 'the properties is no dictionary',
  'f-info-direct.pdf': null,
  'f-info-is-page.pdf': 'the properties is of another type',
  'f-info-missing.pdf': null,
  'f-root-is-pages.pdf': null,
  'f-usual.pdf': null,
  'f-xfa.pdf': null,
  't-count-minus.pdf': 'the number of pages',
  't-count-missing.pdf': 'the number of pages',
  't-count-real.pdf': null,
  't-count-zero.pdf': 'the number of pages',
  't-inherit-media.pdf': null,
  't-inner-empty-last.pdf': null,
  't-inner-last-nokids.pdf': 'a page of another type',
  't-kids-direct.pdf': 'the page tree',
  't-kids-indirect.pdf': null,
  't-kids-is-single-ref.pdf': 'no page',
  't-kids-missing-obj-last.pdf': 'the page tree is no dictionary',
  't-kids-null-last.pdf': 'the page tree',
  't-no-mediabox.pdf': null,
  't-page-no-type.pdf': 'a page of another type',
  't-page-type-wrong.pdf': 'a page of another type',
  't-pages-direct.pdf': 'the page tree',
  't-pages-is-page.pdf': 'the page tree',
  't-root-no-type.pdf': null,
};
const SIGNABLE = Object.keys(STRUCTURES).filter((name) => STRUCTURES[name] === null);
const files = folder();
const path = (name: string) => files.path(name);
const structure = (name: string) => fixture(`structures/${name}`);

/** Of `name`, with one thing in it changed. */
const changed = (name: string, from: string, to: string) => {
  const text = structure(name).toString('latin1');
  expect([text.includes(from), from.length]).toEqual([true, to.length]);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('a structure that is extended', () => {
  beforeAll(async () => {
    for (const name of SIGNABLE) files.write(name, await signed(structure(name)));
  });
  afterAll(() => files.remove());

  it('has an expected outcome for each file', () =>
    expect(readdirSync(join(FIXTURES, 'structures')).sort()).toEqual(Object.keys(STRUCTURES).sort()));

  it.each(Object.entries(STRUCTURES).filter(([, refusal]) => refusal !== null))('is refused: %s, %s', async (name, detail) => {
    await expect(signed(structure(name))).rejects.toMatchObject({ reason: 'DAMAGED', detail });
  });

  it.each<[string, Buffer, string]>([
    [
      'two pages of which one is counted',
      changed('t-inner-empty-last.pdf', '/Kids[3 0 R 6 0 R]', '/Kids[3 0 R 3 0 R]'),
      'the number of pages',
    ],
    [
      'an annotation for the list of them',
      changed('f-annots-ref.pdf', '/Annots 8 0 R', '/Annots 6 0 R'),
      'the list of annotations is no array',
    ],
    ['a number for a field', changed('f-usual.pdf', '/Fields[6 0 R]', '/Fields[ 60  ]'), 'a form field is no dictionary'],
    ['a page for the catalog', changed('f-usual.pdf', '/Type/Catalog', '/Type/Page   '), 'the catalog is of another type'],
  ])('is refused: %s', async (_, file, detail) => {
    await expect(signed(file)).rejects.toMatchObject({ reason: 'DAMAGED', detail });
  });

  it.each(SIGNABLE)('gives both pages and one valid signature: %s', async (name) => {
    const file = await signed(structure(name));
    expect((await PDFDocument.load(file, { preserveXFA: true })).getPageCount()).toBe(2);
    expect(await readSignatures(inMemory(file))).toMatchObject([{ coversWholeFile: true, digestMatches: true, signatureMatches: true }]);
  });

  describeWith('pdfsig')('by pdfsig', () => {
    it.each(SIGNABLE)('%s', async (name) => expect(await pdfsig(path(name))).toMatchObject([{ valid: true, total: true }]));
  });

  describeWith('pyhanko')('by pyHanko', () => {
    it('all are valid', async () => {
      const results = await pyhanko(SIGNABLE.map(path));
      const good = { bottomLine: true, coverage: 'ENTIRE_FILE', modification: 'NONE' };
      expect(Object.values(results)).toEqual(SIGNABLE.map(() => [expect.objectContaining(good)]));
    });
  });
});

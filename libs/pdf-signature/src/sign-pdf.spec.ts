import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { PDFDocument, PDFName, PDFSignature, type PDFDict } from '@cantoo/pdf-lib';
import { readSignatures, signPdf } from '.';
import { fixture, FIXTURES, inMemory, request, signed } from '../test/support';

// Other suites and programs run at the same time.
const SIGNABLE = readdirSync(FIXTURES).filter((name) => name.endsWith('.pdf'));
const fieldsOf = async (file: Buffer) => (await PDFDocument.load(file, { preserveXFA: true })).getForm().getFields();
/** Rectangles of our widgets on the last page. */
async function cards(file: Buffer): Promise<{ rect: number[]; seen: boolean }[]> {
  const document = await PDFDocument.load(file);
  const last = document.getPages().at(-1)!;
  const annotations = last.node.Annots()?.asArray() ?? [];
  return annotations
    .map((annotation) => document.context.lookup(annotation) as PDFDict)
    .filter((widget) => String(widget.lookup(PDFName.of('T'))).includes('ACERVO'))
    .map((widget) => ({
      rect: JSON.parse(
        String(widget.lookup(PDFName.of('Rect')))
          .replace(/ +/g, ',')
          .replace('[,', '[')
          .replace(',]', ']'),
      ) as number[],
      seen: widget.has(PDFName.of('AP')),
    }));
}

describe('signing', () => {
  it.each(SIGNABLE)('keeps the bytes of %s and signs all of them', async (name) => {
    const file = fixture(name);
    const before = await readSignatures(inMemory(file));
    const { appendix, sha256, signatures } = await signPdf(inMemory(file), request());
    const result = Buffer.concat([file, appendix]);
    expect(createHash('sha256').update(result).digest('hex')).toBe(sha256);
    const after = await readSignatures(inMemory(result));
    expect(signatures).toBe(before.length + 1);
    expect(after.slice(0, -1)).toEqual(before.map((one) => ({ ...one, coversWholeFile: false })));
    expect(after.every(({ digestMatches, signatureMatches }) => digestMatches && signatureMatches)).toBe(true);
    expect(after.at(-1)).toMatchObject({
      name: 'João da Conceição',
      reason: 'Contrato de prestação de serviços – assinado pelo portal',
      signedAt: new Date('2026-11-21T18:30:00Z'),
      coversWholeFile: true,
    });
  });

  it('by two concurrent signers gives two valid, independent files', async () => {
    const file = fixture('reportlab.pdf');
    const [one, two] = await Promise.all([signed(file, { name: 'Ana' }), signed(file, { name: 'Bia' })]);
    expect((await readSignatures(inMemory(one))).map(({ name }) => name)).toEqual(['Ana']);
    expect((await readSignatures(inMemory(two))).map(({ name }) => name)).toEqual(['Bia']);
  });

  it('uses the type of the last cross-reference section', async () => {
    const appended = async (name: string) => (await signPdf(inMemory(fixture(name)), request())).appendix;
    expect(Buffer.from(await appended('reportlab.pdf')).includes('\ntrailer\n')).toBe(true);
    expect(Buffer.from(await appended('hybrid.pdf')).includes('\ntrailer\n')).toBe(true);
    const stream = Buffer.from(await appended('qpdf-object-streams.pdf'));
    expect([stream.includes('\ntrailer\n'), stream.includes('/Type /XRef')]).toEqual([false, true]);
  });

  it.each<[string, (text: string) => string]>([
    ['entries of 19 bytes', (text) => text.replace(/ ([nf]) \n/g, ' $1\n')],
    ['entries that end in two characters', (text) => text.replace(/ ([nf]) \n/g, ' $1\r\n')],
    ['a table that says that it begins at 1', (text) => text.replace(/xref\n0 \d+\n/, (head) => head.replace('0 ', '1 '))],
    ['Prev 0', (text) => text.replace('trailer\n<<', 'trailer\n<< /Prev 0')],
    // As Microsoft Word ends its files.
    [
      'an empty last table',
      (text) =>
        `${text}xref\n0 0\n${/trailer\n<<[^>]*/.exec(text)![0]}/Prev ${/startxref\n(\d+)/.exec(text)![1]}>>\nstartxref\n${text.length}\n%%EOF`,
    ],
    ['line ends behind its end', (text) => `${text}${'\r\n'.repeat(200)}`],
  ])('reads %s', async (_what, change) => {
    const file = Buffer.from(change(fixture('bare.pdf').toString('latin1') + '\n'), 'latin1');
    expect(await readSignatures(inMemory(await signed(file)))).toMatchObject([{ coversWholeFile: true, digestMatches: true }]);
  });

  it('keeps the properties written by earlier signatures', async () => {
    const once = await signed(fixture('reportlab.pdf'), { properties: { Signatario: 'Ana', CPF: '1' } });
    const twice = await signed(once, { properties: { Signatario: 'João (ção)', Empresa: 'X' } });
    const thrice = await signed(twice, { properties: { Signatario: 'Bia' } });
    const text = await infoOf(thrice);
    expect(text).toMatchObject({
      Title: 'Documento de teste',
      Signatario: 'Ana',
      CPF: '1',
      Signatario_2: 'João (ção)',
      Empresa_2: 'X',
      Signatario_3: 'Bia',
    });
  });

  it('escapes any text', async () => {
    const nasty = ') >> endobj /Contents <00> /ByteRange [0 1 2 3]\r\n%%EOF\0\\)( \ud800 \u202egpj.exe';
    const card = { title: nasty, rows: [{ label: nasty, value: nasty.repeat(50) }], link: nasty };
    const file = await signed(fixture('bare.pdf'), {
      name: nasty,
      reason: nasty,
      location: nasty,
      contactInfo: nasty,
      properties: { A: nasty },
      card,
    });
    const [signature] = await readSignatures(inMemory(file));
    expect(signature).toMatchObject({ coversWholeFile: true, digestMatches: true, signatureMatches: true });
    expect(signature!.name).toBe(') >> endobj /Contents <00> /ByteRange [0 1 2 3] %%EOF \\)( \ufffd  gpj.exe');
    expect((await infoOf(file)).A).toBe(signature!.name);
  });

  it.each(['form.pdf', 'form-indirect.pdf', 'xfa.pdf', 'signed-form.pdf', 'locked-one.pdf'])('keeps the form of %s', async (name) => {
    const before = await fieldsOf(fixture(name));
    const after = await fieldsOf(await signed(await signed(fixture(name))));
    const names = after.map((field) => field.getName());
    expect(names.slice(0, before.length)).toEqual(before.map((field) => field.getName()));
    expect(new Set(names).size).toBe(before.length + 2);
    expect(after.slice(before.length).every((field) => field instanceof PDFSignature)).toBe(true);
  });
});

describe('the design card', () => {
  const pages = async (file: Buffer) => (await PDFDocument.load(file)).getPages();

  it.each([
    ['reportlab.pdf', 595, 842],
    ['pdf-lib.pdf', 842, 595],
    ['rotated.pdf', 842, 595],
    ['a0.pdf', 595, 842],
    ['receipt.pdf', 595, 842],
  ])('of %s is on a separate page of %d by %d points', async (name, width, height) => {
    const before = await pages(fixture(name));
    const after = await pages(await signed(fixture(name)));
    expect(after).toHaveLength(before.length + 1);
    const size = after.at(-1)!.getSize();
    expect([Math.round(size.width), Math.round(size.height)]).toEqual([width, height]);
  });

  it('is placed below the previous one, then at the foot, and never over another', async () => {
    let file = fixture('reportlab.pdf');
    for (let count = 0; count < 20; count += 1) file = await signed(file);
    expect(await pages(file)).toHaveLength(3);
    const all = await cards(file);
    expect(all).toHaveLength(20);
    const seen = all.filter((card) => card.seen).map(({ rect }) => rect as [number, number, number, number]);
    expect(seen.length).toBeGreaterThanOrEqual(8);
    for (const [index, a] of seen.entries()) {
      expect(a[0] >= 0 && a[1] >= 0 && a[2] <= 596 && a[3] <= 842).toBe(true);
      for (const b of seen.slice(index + 1)) expect(a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]).toBe(false);
    }
  });

  it('adds no page to a document signed by others', async () => {
    for (const name of ['signed.pdf', 'signed-rotated.pdf', 'signed-streams.pdf']) {
      const file = await signed(fixture(name));
      expect(await pages(file)).toHaveLength((await pages(fixture(name))).length);
      expect(await cards(file)).toEqual([{ rect: expect.any(Array), seen: true }]);
    }
  });

  it.each(['certified-2.pdf', 'certified-3.pdf', 'locked-one.pdf'])(
    'is not shown on %s, where visible changes are forbidden',
    async (name) => {
      expect(await cards(await signed(fixture(name)))).toEqual([{ rect: [0, 0, 0, 0], seen: false }]);
    },
  );

  it('with too many rows for a page ends with the number of omitted rows', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ label: `Campo ${index}`, value: 'x'.repeat(200) }));
    const file = await signed(fixture('reportlab.pdf'), { card: { ...request().card, rows } });
    const [card] = await cards(file);
    expect(card!.rect[1]).toBeGreaterThan(40);
    expect(card!.rect[3]! - card!.rect[1]!).toBeGreaterThan(500);
  });
});

async function infoOf(file: Buffer): Promise<Record<string, string>> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const info = document.context.lookup(document.context.trailerInfo.Info) as PDFDict;
  const text = (value: unknown) => (value as { decodeText(): string }).decodeText();
  return Object.fromEntries(
    info
      .entries()
      .map(([key]) => [key.decodeText(), text(info.lookup(key))])
      .filter(([, value]) => value !== undefined),
  );
}

describe('in a worker thread', () => {
  it('accepts the identity by message', async () => {
    const { identity } = request();
    const sent = structuredClone({ ...identity, privateKey: undefined });
    const file = await signed(fixture('bare.pdf'), { identity: { ...sent, privateKey: identity.privateKey } });
    expect(await readSignatures(inMemory(file))).toMatchObject([{ digestMatches: true, signatureMatches: true }]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { drawObject, PDFDocument, PDFName, PDFString, popGraphicsState, pushGraphicsState, scale } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { ReadOrder } from '#application/ports/text-extraction';
import { kindOf, type FileKind } from '#domain/files/file-reading';
import { ChildFileReader } from '#infrastructure/text-extraction/child-file-reader';
import { FIXTURES, signed } from '../../libs/pdf-signature/test/support';
import { docxOf, MAIL, MAIL_TEXT, odtOf, pdfOf, pptxOf, xlsxOf, zipOf } from '../support/sample-documents';

const KEY = '35261112345678000195550010000012341000012349';
const NEVER = new AbortController().signal;

describe('the reader of files', () => {
  let reader: ChildFileReader;
  beforeAll(() => {
    reader = new ChildFileReader();
  });
  afterAll(() => reader.onApplicationShutdown());

  const read = (extension: string, bytes: Buffer | string, previewSize: number | null = null) => {
    const content = Buffer.from(bytes as string);
    const order: ReadOrder = {
      kind: kindOf(extension) as FileKind,
      extension,
      size: content.length,
      wantsText: true,
      wantsOcr: false,
      previewSize,
    };
    return reader.read(order, Readable.from([content]), NEVER);
  };

  it.each<[string, () => Promise<Buffer> | string | Buffer, string[]]>([
    ['docx', () => docxOf(['Contrato &amp; anexo', 'Fim']), ['Contrato & anexo\nFim\nCabeçalho']],
    ['xlsx', xlsxOf, ['Fornecedor\tValor\nSilva & Cia\t1250.5', 'Outra']],
    ['pptx', () => pptxOf(['Um', 'Dois']), ['Um', 'Dois']],
    ['odt', () => odtOf(['Ata', 'da <text:span>reunião</text:span>']), ['Ata\nda reunião']],
    ['odt', () => odtOf(['Ata<constructor/><toString>fim</toString>']), ['Atafim']],
    ['txt', () => 'São João\r\nfim', ['São João\nfim']],
    ['txt', () => Buffer.from('São João', 'latin1'), ['São João']],
    ['txt', () => Buffer.from('\ufeffSão João', 'utf16le'), ['São João']],
    ['csv', () => 'a;b\n1;2\n', ['a;b\n1;2']],
    ['html', () => '<p>Olá &eacute; <b>nós</b><script>var a = "x<p>";</script><div>fim &amp; mais</div>', ['Olá é nós\nfim & mais']],
    ['xml', () => '<?xml version="1.0"?><NFe><xNome>Padaria</xNome><vNF>10.00</vNF></NFe>', ['Padaria\n10.00']],
    ['xml', () => `<NFe><infNFe Id="NFe${KEY}" x="1"><a>1</a></infNFe><Reference URI="#NFe${KEY}"/></NFe>`, [`${KEY}\n1`]],
    [
      'xml',
      () => `<CTe><infCte Id="CTe35261112ABC678000195570010000012341000012349"/></CTe>`,
      ['35261112ABC678000195570010000012341000012349'],
    ],
    ['xml', () => `<evento><infEvento Id="ID110111${KEY}01"/></evento>`, [KEY]],
    [
      'xml',
      () => `<NFSe><infNFSe Id="NFS${'1'.repeat(50)}"><DPS Id="DPS${'2'.repeat(42)}"/></infNFSe></NFSe>`,
      [`${'1'.repeat(50)}\n${'2'.repeat(42)}`],
    ],
    ['xml', () => `<a Id="NFe123" b="${'3'.repeat(43)}" c="${KEY}x">fim</a>`, ['fim']],
    ['eml', () => MAIL, [MAIL_TEXT]],
    ['eml', () => MAIL.replaceAll('\n', '\r\n'), [MAIL_TEXT]],
    ['eml', () => 'Subject: so texto\n\nOlá', ['Subject: so texto\nOlá']],
    ['txt', () => '', []],
  ])('reads %s', async (extension, make, pages) => {
    const content = await read(extension, await make());
    expect(content.pages.map((page) => page.replace(/\s*\n\s*/g, '\n').trim())).toEqual(pages);
    expect(content).toMatchObject({ engine: 'acervo', isCut: false, preview: null });
  });

  describe('reads office files by what they say of themselves', () => {
    const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
    const rels = (...all: [id: string, kind: string, target: string][]) =>
      `<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${TYPE}${kind}" Target="${target}"/>`).join('')}</Relationships>`;
    const words = (text: string) => `<w:p xmlns:w="w"><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const sheet = (text: string) => `<worksheet><row><c t="s"><v>0</v></c><c t="str"><v>${text}</v></c></row></worksheet>`;
    const OTHER_NAMES = {
      '_rels/.rels': rels(['r1', 'officeDocument', 'word/document2.xml']),
      'word/document2.xml': words('segundo'),
      'word/_rels/document2.xml.rels': rels(['r1', 'header', '/word/topo.xml'], ['r2', 'footer', 'nowhere.xml']),
      'word/topo.xml': words('topo'),
      'word/document.xml': words('outro'),
    };
    const BOOK = {
      '_rels/.rels': rels(['r1', 'officeDocument', 'xl/livro.xml']),
      'xl/livro.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="b"/><sheet r:id="a"/></sheets></workbook>',
      'xl/_rels/livro.xml.rels': rels(
        ['a', 'worksheet', 'folhas/um.xml'],
        ['b', 'worksheet', 'folhas/dois.xml'],
        ['c', 'sharedStrings', 'textos.xml'],
      ),
      'xl/folhas/um.xml': sheet('um'),
      'xl/folhas/dois.xml': sheet('dois'),
      'xl/textos.xml': '<sst><si><t>comum</t></si></sst>',
    };
    const SHOW = {
      '_rels/.rels': rels(['r1', 'officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': '<p:p xmlns:p="p" xmlns:r="r"><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/></p:p>',
      'ppt/_rels/presentation.xml.rels': rels(['a', 'slide', 'slides/slide1.xml'], ['b', 'slide', 'slides/slide2.xml']),
      'ppt/slides/slide1.xml': words('fim'),
      'ppt/slides/slide2.xml': words('início'),
    };
    it.each([
      [['docx', 'docm', 'dotx'], OTHER_NAMES, ['segundo\ntopo']],
      [['xlsx', 'xlsm'], BOOK, ['comum\tdois', 'comum\tum']],
      [['pptx', 'pptm'], SHOW, ['início', 'fim']],
    ])('%j', async (extensions, parts, pages) => {
      for (const extension of extensions) expect((await read(extension, await zipOf(parts))).pages).toEqual(pages);
    });

    it('whatever is beside what is read', async () => {
      const picture = { 'word/media/branco.bmp': Buffer.alloc(4 * 1024 ** 2) };
      expect((await read('docx', await zipOf({ 'word/document.xml': words('texto'), ...picture }))).pages).toEqual(['texto']);
      await expect(read('docx', await zipOf({ 'word/document.xml': Buffer.alloc(4 * 1024 ** 2, ' ') }))).rejects.toMatchObject({
        fault: 'inflated',
      });
    });

    it('unless they are protected with a password', async () => {
      const manifest =
        '<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
      const closed = await zipOf({ 'META-INF/manifest.xml': manifest, 'content.xml': Buffer.from([1, 2, 3]) });
      await expect(read('odt', closed)).rejects.toMatchObject({ fault: 'encrypted' });
    });
  });

  describe('looks at pictures within bounds', () => {
    const scanOf = async (texts: string[]) => {
      const document = await PDFDocument.load(await pdfOf(texts));
      const head = { Type: 'XObject', Subtype: 'Image', Width: 12_000, Height: 12_000, BitsPerComponent: 1, ColorSpace: 'DeviceGray' };
      const page = document.getPage(0);
      page.node.setXObject(PDFName.of('Scan'), document.context.register(document.context.stream(Buffer.alloc(100), head)));
      page.pushOperators(pushGraphicsState(), scale(595, 842), drawObject('Scan'), popGraphicsState());
      return Buffer.from(await document.save());
    };

    it('and says so of a scan in a PDF, rather than to show nothing', async () => {
      await expect(read('pdf', await scanOf(['']), 320)).rejects.toMatchObject({ fault: 'too-many-pixels' });
      expect(await read('pdf', await scanOf(['Contrato']), 320)).toMatchObject({ pages: ['Contrato'], preview: null });
    });

    it('which are wider for black and white', async () => {
      const plan = async (colours: 'b-w' | 'srgb') =>
        sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'white' }, limitInputPixels: false })
          .toColourspace(colours)
          .tiff(colours === 'b-w' ? { compression: 'ccittfax4', bitdepth: 1 } : { compression: 'deflate' })
          .toBuffer();
      expect((await read('tif', await plan('b-w'), 320)).preview).not.toBeNull();
      await expect(read('tif', await plan('srgb'), 320)).rejects.toMatchObject({ fault: 'too-many-pixels' });
    });
  });

  describe('reads what people have put on a PDF', () => {
    const structure = (name: string) => readFileSync(join(FIXTURES, name));
    const filled = async () => {
      const document = await PDFDocument.load(await pdfOf(['Ficha', 'Fim']));
      const field = document.getForm().createTextField('nome');
      field.setText('Mariazinha Zarabatova');
      field.addToPage(document.getPage(0), { x: 50, y: 700, width: 200, height: 20 });
      const choice = document.getForm().createDropdown('cidade');
      choice.addOptions(['Recife', 'Olinda']);
      choice.select('Olinda');
      choice.addToPage(document.getPage(0), { x: 50, y: 600, width: 200, height: 20 });
      return Buffer.from(await document.save());
    };

    it('into its form', async () => {
      const { pages, words } = await read('pdf', await filled());
      expect(pages).toEqual(['Ficha\nMariazinha Zarabatova\nOlinda', 'Fim']);
      expect(words).toContain('zarabatova');
      expect((await read('pdf', structure('structures/f-usual.pdf'))).pages).toEqual(['CONTRATO ORIGINAL\nMARIA']);
    });

    it('as a note that is seen, and not as one that is hidden', async () => {
      const document = await PDFDocument.load(await pdfOf(['Contrato']));
      const note = (text: string, flags: number) =>
        document.context.register(
          document.context.obj({
            Type: 'Annot',
            Subtype: 'FreeText',
            Rect: [50, 50, 200, 80],
            F: flags,
            DA: PDFString.of('/Helv 12 Tf'),
            Contents: PDFString.of(text),
          }),
        );
      document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([note('pago em dia', 4), note('escondido', 2)]));
      expect((await read('pdf', Buffer.from(await document.save()))).pages).toEqual(['Contrato\npago em dia']);
    });

    it('as a signature', async () => {
      const [, card] = (await read('pdf', await signed(await pdfOf(['Contrato'])))).pages;
      expect(card).toMatch(/^Cartão de assinaturas\n[^]*Representante legal\s+João da Conceição[^]*529\.982\.247-25/);
    });

    it('and finds words that are divided at the end of a line', async () => {
      const { words } = await read('txt', 'a rescisão ante-\n  cipada do guarda-\nchuva, 12-\n34 e A-\nB');
      expect(words).toEqual([
        'a',
        'rescisao',
        'ante',
        'cipada',
        'do',
        'guarda',
        'chuva',
        '12',
        '34',
        'e',
        'b',
        'antecipada',
        'guardachuva',
      ]);
    });
  });

  describe('reads mails', () => {
    const mailOf = (type: string, body: string) => `Subject: teste\nContent-Type: ${type}\n\n${body}`;
    const part = (type: string, body: string, more = '') => `Content-Type: ${type}\n${more}\n${body}\n`;
    const multipart = (kind: string, boundary: string, ...parts: string[]) =>
      [`multipart/${kind}; boundary="${boundary}"`, `${parts.map((each) => `--${boundary}\n${each}`).join('')}--${boundary}--\n`] as const;
    const ATTACHED = 'Content-Disposition: attachment; filename="anexo.pdf"\n';
    const within = 'Subject: assunto interior\nContent-Type: text/plain; charset=utf-8\n\nTexto interior.';
    const PDF = part('application/pdf', 'x', ATTACHED);
    const alternative = (...parts: string[]) => mailOf(...multipart('alternative', 'A', ...parts));

    it.each<[string, string | Buffer, string]>([
      ['an empty plain part beside HTML', alternative(part('text/plain', '\n'), part('text/html', '<p>Proposta</p>')), 'Proposta'],
      ['plain text rather than HTML', alternative(part('text/plain', 'simples'), part('text/html', '<p>HTML</p>')), 'simples'],
      ['an attachment among forms', alternative(part('text/plain', 'simples'), PDF), 'simples\n[anexo.pdf]'],
      [
        'attachments within a form that is not shown',
        alternative(part('text/plain', 'simples'), part(...multipart('mixed', 'AB', part('text/html', '<p>HTML</p>'), PDF))),
        'simples\n[anexo.pdf]',
      ],
      [
        'a boundary that another begins with',
        mailOf(...multipart('mixed', 'A', part(...multipart('mixed', 'AB', part('text/plain', 'um'))), part('text/plain', 'dois'))),
        'um\ndois',
      ],
      [
        'a mail that is attached',
        mailOf(...multipart('mixed', 'A', part('message/rfc822; name="pedido.eml"', within))),
        '[pedido.eml]\nSubject: assunto interior\nTexto interior.',
      ],
      [
        'one in Base64, of no type',
        mailOf(
          ...multipart(
            'mixed',
            'A',
            part(
              'application/octet-stream; name="pedido.eml"',
              Buffer.from(within).toString('base64'),
              'Content-Transfer-Encoding: base64\n',
            ),
          ),
        ),
        '[pedido.eml]\nSubject: assunto interior\nTexto interior.',
      ],
      ['no end', 'Subject: teste\nContent-Type: multipart/mixed; boundary=A\n\n--A\n\num\n--A\n\ndois', 'um\ndois'],
      ['ASCII that is UTF-8', mailOf('text/plain; charset=us-ascii', 'Ação'), 'Ação'],
      ['ISO-8859-1 that is UTF-8', mailOf('text/plain; charset=iso-8859-1', 'Ação'), 'Ação'],
      ['ISO-8859-1', Buffer.from(mailOf('text/plain; charset=iso-8859-1', 'Ação'), 'latin1'), 'Ação'],
    ])('with %s', async (_, mail, text) => {
      const bytes = Buffer.from(mail as string);
      for (const sent of [bytes, Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')])
        expect((await read('eml', sent)).pages.map((page) => page.replace(/\s*\n\s*/g, '\n').trim())).toEqual([`Subject: teste\n${text}`]);
    });

    it('within mails, but not without end', async () => {
      let mail = within;
      for (let depth = 0; depth < 200; depth++) mail = `Subject: ${depth}\nContent-Type: message/rfc822\n\n${mail}`;
      expect(await read('eml', mail)).toMatchObject({ isCut: true });
    });
  });
});

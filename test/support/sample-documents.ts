import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { ZipFile } from 'yazl';

/** A PDF with one line a page. */
export async function pdfOf(pages: readonly string[], password?: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of pages) document.addPage([595, 842]).drawText(text, { x: 50, y: 780, size: 14, font });
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A PDF whose page tree leads back to itself. */
export const loopingPdf = (): Buffer =>
  Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
      '2 0 obj <</Type /Pages /Count 2 /Kids [3 0 R 2 0 R]>> endobj',
      '3 0 obj <</Type /Pages /Count 1 /Kids [2 0 R] /Parent 2 0 R>> endobj',
      'trailer <</Root 1 0 R /Size 4>>',
      '%%EOF',
    ].join('\n'),
  );

export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content as string), name, { compress: content.length > 0 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const docxOf = (paragraphs: readonly string[]) =>
  zipOf({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
    'word/header1.xml': '<w:hdr xmlns:w="w"><w:p><w:r><w:t>Cabeçalho</w:t></w:r></w:p></w:hdr>',
    'docProps/app.xml': '<Properties><Application>Nobody</Application></Properties>',
  });

export const xlsxOf = () =>
  zipOf({
    'xl/sharedStrings.xml': '<sst><si><t>Fornecedor</t></si><si><r><t>Silva </t></r><r><t>&amp; Cia</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Valor</t></is></c></row>' +
      '<row><c t="s"><v>1</v></c><c><f>A1*2</f><v>1250.5</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c t="str"><v>Outra</v></c></row></sheetData></worksheet>',
  });

export const pptxOf = (slides: readonly string[]) =>
  zipOf(
    Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  );

export const odtOf = (paragraphs: readonly string[]) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}</office:text></office:body></office:document-content>`,
  });

/** A grey PNG; `said`: what its head claims, if that is not so. */
export function pngOf(width: number, height: number, said: { width: number; height: number } = { width, height }): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(said.width, 0);
  head.writeUInt32BE(said.height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** With a text in two forms, an attachment and a mail within it. */
export const MAIL = `From: =?utf-8?Q?Jo=C3=A3o_da?= =?utf-8?B?IFNpbHZh?= <joao@example.org>
To: financeiro@example.org
Subject: =?iso-8859-1?q?Rescis=E3o?=
MIME-Version: 1.0
Content-Type: multipart/mixed;
 boundary="=_fora"

Sem MIME.
--=_fora
Content-Type: multipart/alternative; boundary=dentro

--dentro
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Segue a rescis=C3=A3o ante=
cipada.
--dentro
Content-Type: text/html

<p>Segue em HTML</p>
--dentro--
--=_fora
Content-Type: application/pdf
Content-Disposition: attachment; filename*0*=utf-8''rescis%C3%A3o; filename*1=.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--=_fora
Content-Type: message/rfc822

Subject: anterior
Content-Type: text/plain; charset=windows-1252
Content-Transfer-Encoding: base64

UHJhem8g4CB2aXN0YQ==
--=_fora--
`;
export const MAIL_TEXT = `From: João da Silva <joao@example.org>
To: financeiro@example.org
Subject: Rescisão
Segue a rescisão antecipada.
[rescisão.pdf]
Subject: anterior
Prazo à vista`;

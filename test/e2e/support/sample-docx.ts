import { samplePng } from '#src/demo/sample-files';
import { zipOf } from '../../support/sample-documents';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="png" ContentType="image/png"/><Default Extension="htm" ContentType="text/html"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;

const relations = (...all: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

const paragraph = (inner: string) => `<w:p>${inner}</w:p>`;
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;

/** A Word document: `body` after its first part, `more` files in its archive. */
export const docxWith = (body: string, more: Readonly<Record<string, string | Buffer>> = {}) =>
  zipOf({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': body,
    ...more,
  });

const bodyOf = (inner: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${inner}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1701" w:bottom="1417" w:left="1701"/></w:sectPr></w:body></w:document>`;

const picture = (id: string) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="304800" cy="304800"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="304800" cy="304800"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** Over the whole page, if it had its way. */
const COVER = ':host, .docx { position: fixed !important; inset: 0 !important; z-index: 99999 !important; background: white !important; }';

/** Headings, a table, a picture, a numbered paragraph, links; and whatever a document may try: scripts, pages within, styles for the page around it. */
export const sampleDocx = () =>
  docxWith(
    bodyOf(
      [
        paragraph(run('Contrato de limpeza', '<w:b/><w:color w:val="1F4E79"/><w:sz w:val="40"/>')),
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('Do objeto')}</w:p>`,
        `<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc>${paragraph(run('Mensal'))}</w:tc><w:tc>${paragraph(run('R$ 1.200,00'))}</w:tc></w:tr></w:tbl>`,
        paragraph(picture('image')),
        paragraph(`${link('site', 'um site')} ${link('script', 'um script')} ${link('here', 'o serviço')}`),
        paragraph(run('&lt;script&gt;document.title=&apos;ran&apos;&lt;/script&gt;')),
        '<w:altChunk r:id="chunk"/>',
        paragraph(picture('elsewhere')),
        paragraph(`<w:r><w:pict><v:rect style="width:10pt;height:10pt" fillcolor="red"/></w:pict></w:r>`),
      ].join(''),
    ),
    {
      'word/_rels/document.xml.rels': relations(
        ['image', 'image', 'media/image1.png'],
        ['elsewhere', 'image', 'http://example.org/y.png', 'External'],
        ['site', 'hyperlink', 'https://example.org/contrato', 'External'],
        ['script', 'hyperlink', 'javascript:document.title=&quot;ran&quot;', 'External'],
        ['here', 'hyperlink', '/api/Autenticacao/Logout', 'External'],
        ['chunk', 'aFChunk', 'chunk.htm'],
        ['numbers', 'numbering', 'numbering.xml'],
      ),
      'word/media/image1.png': samplePng(24, [40, 90, 140]),
      'word/chunk.htm': `<script>top.document.title='ran'</script>`,
      'word/numbering.xml': `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1. &quot;} ${COVER} @import url(http://example.org/z.css); .x { content: &quot;"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
  );

/** It has every mark of a Word document, and no text that can be read. */
export const brokenDocx = () => docxWith('<w:document xmlns:w="w"><w:body>');

/** A few kilobytes that unpack to more than a page can take. */
export const swollenDocx = () => docxWith(bodyOf(paragraph(run('a'.repeat(21_000_000)))));

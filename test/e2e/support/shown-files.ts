/** Small files of each kind that the console shows. */

const WIDTH = 8;
const HEIGHT = 4;
/** Tag, type (3 short, 4 long) and value of a directory entry. */
const entry = (tag: number, type: number, value: number) => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(1, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
};

/** A TIFF of grey pages without compression, one per value from 0 (black) to 255. */
export function sampleTiff(...greys: readonly number[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\b\0\0\0', 'latin1')];
  let at = 8;
  for (const [index, grey] of greys.entries()) {
    const entries = 8;
    const pixelsAt = at + 2 + entries * 12 + 4;
    const next = index + 1 < greys.length ? pixelsAt + WIDTH * HEIGHT : 0;
    const count = Buffer.alloc(2);
    count.writeUInt16LE(entries);
    const link = Buffer.alloc(4);
    link.writeUInt32LE(next);
    const directory = [
      entry(256, 3, WIDTH),
      entry(257, 3, HEIGHT),
      entry(258, 3, 8),
      entry(259, 3, 1),
      entry(262, 3, 1),
      entry(273, 4, pixelsAt),
      entry(278, 3, HEIGHT),
      entry(279, 4, WIDTH * HEIGHT),
    ];
    parts.push(count, ...directory, link, Buffer.alloc(WIDTH * HEIGHT, grey));
    at = next;
  }
  return Buffer.concat(parts);
}

/** An NF-e with two items, of the layout that is in use, without its signature. */
export const SAMPLE_NOTE = `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe31260847960950000121550010000034191000034190" versao="4.00">
<ide><natOp>Venda de mercadoria</natOp><serie>1</serie><nNF>3419</nNF><dhEmi>2026-08-31T10:00:00-03:00</dhEmi></ide>
<emit><CNPJ>47960950000121</CNPJ><xNome>Mercado Boa Vista</xNome><enderEmit><xLgr>Rua das Acácias</xLgr><nro>120</nro><xMun>Belo Horizonte</xMun><UF>MG</UF></enderEmit></emit>
<dest><CNPJ>12345678000195</CNPJ><xNome>Empresa Exemplo</xNome><enderDest><xLgr>Av. Afonso Pena</xLgr><nro>4000</nro><xMun>Belo Horizonte</xMun><UF>MG</UF></enderDest></dest>
<det nItem="1"><prod><cProd>1000</cProd><xProd>Impressão de folders</xProd><uCom>UN</uCom><qCom>3.0000</qCom><vUnCom>89.47</vUnCom><vProd>268.41</vProd></prod></det>
<det nItem="2"><prod><cProd>1017</cProd><xProd>&lt;script&gt;document.title='ran'&lt;/script&gt;</xProd><uCom>KWH</uCom><qCom>6.0000</qCom><vUnCom>90.48</vUnCom><vProd>542.88</vProd></prod></det>
<total><ICMSTot><vICMS>0.00</vICMS><vProd>811.29</vProd><vFrete>0.00</vFrete><vDesc>0.00</vDesc><vNF>811.29</vNF></ICMSTot></total>
</infNFe></NFe><protNFe versao="4.00"><infProt><nProt>131260000000001</nProt></infProt></protNFe></nfeProc>`;

/** 32 × 16 dots after T.6 (CCITT group 4): white at the left, black at the right; each line after the first is like the one before. */
const FAX = (() => {
  const bits = `001${'101010'}${'0000010111'}${'11'.repeat(15)}${'000000000001'.repeat(2)}`;
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)));
})();

/** The same as a page of JBIG2, as PDF has it: a page information and one generic region. */
const JBIG2 = (() => {
  const segment = (number: number, type: number, data: Buffer) => {
    const head = Buffer.alloc(11);
    head.writeUInt32BE(number, 0);
    head.set([type, 0, 1], 4);
    head.writeUInt32BE(data.length, 7);
    return Buffer.concat([head, data]);
  };
  const page = Buffer.alloc(19);
  page.writeUInt32BE(32, 0);
  page.writeUInt32BE(16, 4);
  const region = Buffer.alloc(18);
  region.writeUInt32BE(32, 0);
  region.writeUInt32BE(16, 4);
  region[17] = 1;
  return Buffer.concat([segment(0, 48, page), segment(1, 38, Buffer.concat([region, FAX]))]);
})();

/** 16 × 16 dots of grey, white at the left, black at the right, as OpenJPEG writes them without loss. */
const JPEG_2000 = Buffer.from(
  '/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEABAQEAAH/XAAQQEBISFBISFBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAyAAH/k8+0CARfz8AICafPwBQCOTaxb8/AHBfYqogoRD/PwBQiGg8oP//Z',
  'base64',
);

/** A PDF of three scanned pages: CCITT group 4, JBIG2, JPEG 2000. */
export function scannedPdf(): Buffer {
  const scans = [
    ['/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 32 /Rows 16 >> /Width 32 /Height 16 /BitsPerComponent 1', FAX],
    ['/Filter /JBIG2Decode /Width 32 /Height 16 /BitsPerComponent 1', JBIG2],
    ['/Filter /JPXDecode /Width 16 /Height 16 /BitsPerComponent 8', JPEG_2000],
  ] as const;
  const stream = (dictionary: string, data: Buffer) =>
    Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count 3 /Kids [3 0 R 6 0 R 9 0 R] >>`),
    ...scans.flatMap(([dictionary, data], index) => {
      const at = 3 + index * 3;
      const resources = `/Resources << /XObject << /I ${at + 2} 0 R >> >>`;
      return [
        Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] ${resources} /Contents ${at + 1} 0 R >>`),
        stream('', Buffer.from('400 0 0 200 0 0 cm /I Do')),
        stream(`/Type /XObject /Subtype /Image /ColorSpace /DeviceGray ${dictionary}`, data),
      ];
    }),
  ];
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = parts.reduce((sum, { length }) => sum + length, 0);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

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

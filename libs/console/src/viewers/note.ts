/** What people look for in an electronic invoice (NF-e, layout 4.00). */
export interface Note {
  number: string;
  series: string;
  issued: string;
  nature: string;
  key: string;
  protocol: string;
  issuer: Party;
  recipient: Party;
  items: Item[];
  totals: { products: string; freight: string; discount: string; icms: string; amount: string };
}
export interface Party {
  name: string;
  taxId: string;
  address: string;
}
export interface Item {
  code: string;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  total: string;
}

const within = (parent: Element | undefined, name: string) => parent?.getElementsByTagNameNS('*', name)[0];
const text = (parent: Element | undefined, name: string) => within(parent, name)?.textContent?.trim() ?? '';

function taxId(digits: string): string {
  if (/^\d{11}$/.test(digits)) return digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  // Since 2026 letters, too.
  return /^[\dA-Z]{12}\d{2}$/.test(digits) ? digits.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5') : digits;
}

function partyOf(element: Element | undefined, place: string): Party {
  const at = within(element, place);
  const parts = [text(at, 'xLgr'), text(at, 'nro'), text(at, 'xBairro'), text(at, 'xMun'), text(at, 'UF')];
  return {
    name: text(element, 'xNome'),
    taxId: taxId(text(element, 'CNPJ') || text(element, 'CPF')),
    address: parts.filter(Boolean).join(', '),
  };
}

/** Null if the file is another kind of XML. */
export function noteOf(xml: Document): Note | null {
  const info = xml.getElementsByTagNameNS('*', 'infNFe')[0];
  if (!info) return null;
  const head = within(info, 'ide');
  const totals = within(within(info, 'total'), 'ICMSTot');
  return {
    number: text(head, 'nNF'),
    series: text(head, 'serie'),
    issued: text(head, 'dhEmi') || text(head, 'dEmi'),
    nature: text(head, 'natOp'),
    key: (info.getAttribute('Id') ?? '').replace(/^NFe/, ''),
    protocol: text(xml.getElementsByTagNameNS('*', 'infProt')[0], 'nProt'),
    issuer: partyOf(within(info, 'emit'), 'enderEmit'),
    recipient: partyOf(within(info, 'dest'), 'enderDest'),
    items: [...info.getElementsByTagNameNS('*', 'det')].map((item) => {
      const product = within(item, 'prod');
      return {
        code: text(product, 'cProd'),
        description: text(product, 'xProd'),
        quantity: text(product, 'qCom'),
        unit: text(product, 'uCom'),
        unitPrice: text(product, 'vUnCom'),
        total: text(product, 'vProd'),
      };
    }),
    totals: {
      products: text(totals, 'vProd'),
      freight: text(totals, 'vFrete'),
      discount: text(totals, 'vDesc'),
      icms: text(totals, 'vICMS'),
      amount: text(totals, 'vNF'),
    },
  };
}

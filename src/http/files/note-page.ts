import type { Note, NoteRow } from '#application/ports/note-reader';
import type { HttpResponse } from '../server/request-context';
import { escape, styleHash } from '../pages/page';

const STYLE = `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;padding:1rem;font:.8125rem/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:#111;background:#fff}
main{max-width:60rem;margin:0 auto}
h1{margin:0 0 .25rem;font-size:1.125rem}
h2{margin:.9rem 0 .25rem;font-size:.75rem;text-transform:uppercase;letter-spacing:.03em}
p{margin:0 0 .5rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));margin:0;border:solid #777;border-width:1px 0 0 1px}
dl>div{padding:.15rem .4rem;border:solid #777;border-width:0 1px 1px 0}
.wide{grid-column:span 2}
.all{grid-column:1/-1}
dt{font-size:.6875rem;color:#444}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:.15rem .4rem;border:1px solid #777;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-size:.6875rem;font-weight:400;color:#444}
.number{text-align:right;white-space:nowrap}
.quiet{color:#444}
@media print{body{padding:0}h2,tr,dl>div{break-inside:avoid}thead{display:table-header-group}}`;

/** Nothing but the one style: no scripts, pictures, forms or frames, and an origin of its own. */
const POLICY = `default-src 'none'; style-src ${styleHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

type Format = (value: string) => string;
/** A label, a path, and how the value is written. */
type Cell = [label: string, path: string, format?: Format, width?: 'wide' | 'all'];
type Section = [title: string, cells: Cell[]];
type Table = [title: string, group: string, columns: Cell[]];

const asIs: Format = (value) => value;
/** Digit by digit: numbers of a note must not be rounded. */
const decimal: Format = (value) => {
  const [, sign = '', whole, rest] = /^(-?)(\d{1,15})(?:\.(\d{1,10}))?$/.exec(value) ?? [];
  if (whole === undefined) return value;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${rest === undefined ? '' : `,${rest}`}`;
};
const moment: Format = (value) => {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d).{0,6})?$/.exec(value) ?? [];
  return year === undefined ? value : `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`;
};
const taxId: Format = (value) =>
  value
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([\dA-Z]{2})([\dA-Z]{3})([\dA-Z]{3})([\dA-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
const fours: Format = (value) => value.replace(/(.{4})(?=.)/g, '$1 ');
const choice =
  (words: Record<string, string>): Format =>
  (value) =>
    Object.hasOwn(words, value) ? `${value} – ${words[value]}` : value;

const direction = choice({ '0': 'Entrada', '1': 'Saída' });
const freight = choice({
  '0': 'Por conta do remetente',
  '1': 'Por conta do destinatário',
  '2': 'Por conta de terceiros',
  '3': 'Próprio do remetente',
  '4': 'Próprio do destinatário',
  '9': 'Sem transporte',
});
const modal = choice({
  '01': 'Rodoviário',
  '02': 'Aéreo',
  '03': 'Aquaviário',
  '04': 'Ferroviário',
  '05': 'Dutoviário',
  '06': 'Multimodal',
});
const measure = choice({ '00': 'm³', '01': 'kg', '02': 't', '03': 'unidade', '04': 'litros', '05': 'mmBtu' });

const party = (path: string, address: string): Cell[] => [
  ['Nome ou razão social', `${path}/xNome`, asIs, 'wide'],
  ['CNPJ', `${path}/CNPJ`, taxId],
  ['CPF', `${path}/CPF`, taxId],
  ['Identificação de estrangeiro', `${path}/idEstrangeiro`],
  ['Inscrição estadual', `${path}/IE`],
  ['Logradouro', `${path}/${address}/xLgr`, asIs, 'wide'],
  ['Número', `${path}/${address}/nro`],
  ['Complemento', `${path}/${address}/xCpl`],
  ['Bairro', `${path}/${address}/xBairro`],
  ['Município', `${path}/${address}/xMun`],
  ['UF', `${path}/${address}/UF`],
  ['CEP', `${path}/${address}/CEP`],
  ['Telefone', `${path}/${address}/fone`],
];
const AUTHORISATION: Cell[] = [
  ['Protocolo de autorização', 'infProt/nProt'],
  ['Autorizada em', 'infProt/dhRecbto', moment],
  ['Situação', 'infProt/xMotivo', asIs, 'wide'],
];

interface Layout {
  title: string;
  number: string;
  sections: Section[];
  tables: Table[];
  closing: Section[];
}

const LAYOUTS: Record<Note['kind'], Layout> = {
  nfe: {
    title: 'Nota fiscal eletrônica',
    number: 'ide/nNF',
    sections: [
      [
        'Nota',
        [
          ['Modelo', 'ide/mod'],
          ['Série', 'ide/serie'],
          ['Emissão', 'ide/dhEmi', moment],
          ['Emissão', 'ide/dEmi', moment],
          ['Saída ou entrada', 'ide/dhSaiEnt', moment],
          ['Operação', 'ide/tpNF', direction],
          ['Natureza da operação', 'ide/natOp', asIs, 'wide'],
          ...AUTHORISATION,
        ],
      ],
      ['Emitente', party('emit', 'enderEmit')],
      ['Destinatário', party('dest', 'enderDest')],
    ],
    tables: [
      [
        'Produtos e serviços',
        'det',
        [
          ['Código', 'prod/cProd'],
          ['Descrição', 'prod/xProd'],
          ['NCM', 'prod/NCM'],
          ['CFOP', 'prod/CFOP'],
          ['Unidade', 'prod/uCom'],
          ['Quantidade', 'prod/qCom', decimal],
          ['Valor unitário', 'prod/vUnCom', decimal],
          ['Desconto', 'prod/vDesc', decimal],
          ['Valor total', 'prod/vProd', decimal],
        ],
      ],
      [
        'Duplicatas',
        'cobr/dup',
        [
          ['Número', 'nDup'],
          ['Vencimento', 'dVenc', moment],
          ['Valor', 'vDup', decimal],
        ],
      ],
    ],
    closing: [
      [
        'Totais',
        [
          ['Base do ICMS', 'total/ICMSTot/vBC', decimal],
          ['ICMS', 'total/ICMSTot/vICMS', decimal],
          ['Base do ICMS ST', 'total/ICMSTot/vBCST', decimal],
          ['ICMS ST', 'total/ICMSTot/vST', decimal],
          ['IPI', 'total/ICMSTot/vIPI', decimal],
          ['PIS', 'total/ICMSTot/vPIS', decimal],
          ['COFINS', 'total/ICMSTot/vCOFINS', decimal],
          ['Produtos', 'total/ICMSTot/vProd', decimal],
          ['Frete', 'total/ICMSTot/vFrete', decimal],
          ['Seguro', 'total/ICMSTot/vSeg', decimal],
          ['Desconto', 'total/ICMSTot/vDesc', decimal],
          ['Outras despesas', 'total/ICMSTot/vOutro', decimal],
          ['Valor total da nota', 'total/ICMSTot/vNF', decimal],
        ],
      ],
      [
        'Transporte',
        [
          ['Frete', 'transp/modFrete', freight],
          ['Transportador', 'transp/transporta/xNome', asIs, 'wide'],
          ['CNPJ', 'transp/transporta/CNPJ', taxId],
          ['CPF', 'transp/transporta/CPF', taxId],
          ['Placa', 'transp/veicTransp/placa'],
          ['Volumes', 'transp/vol/qVol', decimal],
          ['Espécie', 'transp/vol/esp'],
          ['Peso bruto', 'transp/vol/pesoB', decimal],
          ['Peso líquido', 'transp/vol/pesoL', decimal],
        ],
      ],
      [
        'Informações adicionais',
        [
          ['Do interesse do contribuinte', 'infAdic/infCpl', asIs, 'all'],
          ['Do interesse do fisco', 'infAdic/infAdFisco', asIs, 'all'],
        ],
      ],
    ],
  },
  cte: {
    title: 'Conhecimento de transporte eletrônico',
    number: 'ide/nCT',
    sections: [
      [
        'Conhecimento',
        [
          ['Modelo', 'ide/mod'],
          ['Série', 'ide/serie'],
          ['Emissão', 'ide/dhEmi', moment],
          ['Modal', 'ide/modal', modal],
          ['CFOP', 'ide/CFOP'],
          ['Natureza da operação', 'ide/natOp', asIs, 'wide'],
          ['Início', 'ide/xMunIni'],
          ['UF do início', 'ide/UFIni'],
          ['Término', 'ide/xMunFim'],
          ['UF do término', 'ide/UFFim'],
          ...AUTHORISATION,
        ],
      ],
      ['Emitente', party('emit', 'enderEmit')],
      ['Remetente', party('rem', 'enderReme')],
      ['Expedidor', party('exped', 'enderExped')],
      ['Recebedor', party('receb', 'enderReceb')],
      ['Destinatário', party('dest', 'enderDest')],
    ],
    tables: [
      [
        'Componentes do valor',
        'vPrest/Comp',
        [
          ['Nome', 'xNome'],
          ['Valor', 'vComp', decimal],
        ],
      ],
      [
        'Carga',
        'infCTeNorm/infCarga/infQ',
        [
          ['Unidade', 'cUnid', measure],
          ['Medida', 'tpMed'],
          ['Quantidade', 'qCarga', decimal],
        ],
      ],
      ['Notas transportadas', 'infCTeNorm/infDoc/infNFe', [['Chave de acesso', 'chave', fours]]],
    ],
    closing: [
      [
        'Valores',
        [
          ['Produto predominante', 'infCTeNorm/infCarga/proPred', asIs, 'wide'],
          ['Valor da carga', 'infCTeNorm/infCarga/vCarga', decimal],
          ['Valor a receber', 'vPrest/vRec', decimal],
          ['Valor total do serviço', 'vPrest/vTPrest', decimal],
        ],
      ],
      ['Observações', [['Do emitente', 'compl/xObs', asIs, 'all']]],
    ],
  },
};

/** A section without values is left out. */
function sectionOf([title, cells]: Section, values: NoteRow): string {
  const shown = cells.flatMap(([label, path, format = asIs, width]) => {
    const value = values.get(path);
    if (value === undefined) return [];
    const extent = width ? ` class="${width}"` : '';
    return [`<div${extent}><dt>${label}</dt><dd>${escape(format(value))}</dd></div>`];
  });
  return shown.length === 0 ? '' : `<h2>${title}</h2>\n<dl>\n${shown.join('\n')}\n</dl>\n`;
}

function tableOf([title, group, columns]: Table, { groups }: Note): string {
  const rows = groups.get(group);
  if (!rows) return '';
  // Columns that no row fills are left out.
  const used = columns.filter(([, path]) => rows.some((row) => row.has(path)));
  const cell = (tag: 'th' | 'td', format: Format | undefined, text: string) =>
    `<${tag}${format === decimal ? ' class="number"' : ''}>${text}</${tag}>`;
  const head = used.map(([label, , format]) => cell('th', format, label)).join('');
  const body = rows
    .map((row) => used.map(([, path, format = asIs]) => cell('td', format, escape(format(row.get(path) ?? '')))).join(''))
    .map((cells) => `<tr>${cells}</tr>`);
  return `<h2>${title}</h2>\n<div class="scroll"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>\n`;
}

function pageOf(note: Note): string {
  const { title, number, sections, tables, closing } = LAYOUTS[note.kind];
  const heading = escape([title, note.values.get(number)].filter(Boolean).join(' '));
  const key = note.key === '' ? '' : `<p>Chave de acesso: <strong>${escape(fours(note.key))}</strong></p>\n`;
  const others = note.others === 0 ? '' : `<p>O arquivo contém outros documentos que não são mostrados aqui: ${note.others}.</p>\n`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${key}${others}${sections.map((each) => sectionOf(each, note.values)).join('')}${tables.map((each) => tableOf(each, note)).join('')}${closing.map((each) => sectionOf(each, note.values)).join('')}<p class="quiet">Feita do XML guardado, para leitura: não substitui o documento auxiliar, e assinatura e situação na Sefaz não foram conferidas.</p>
</main>
</body>
</html>
`;
}

/** Portuguese, as the note itself. Every value is escaped. */
export function sendNote(response: HttpResponse, note: Note): void {
  const page = pageOf(note);
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', 'pt-BR');
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Content-Length', Buffer.byteLength(page));
  response.end(page);
}

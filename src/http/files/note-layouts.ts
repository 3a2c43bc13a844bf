import type { GetNote } from '#application/readings/get-note.use-case';

export type Note = Awaited<ReturnType<GetNote['execute']>>;
export type Format = (value: string) => string;
/** A label, a path, and how the value is written. */
type Cell = [label: string, path: string, format?: Format, width?: 'wide' | 'all'];
export type Section = [title: string, cells: Cell[]];
export type Table = [title: string, group: string, columns: Cell[]];

export const asIs: Format = (value) => value;
/** Digit by digit: numbers of a note must not be rounded. */
export const decimal: Format = (value) => {
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
export const fours: Format = (value) => value.replace(/(.{4})(?=.)/g, '$1 ');
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

export const LAYOUTS: Record<Note['kind'], Layout> = {
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

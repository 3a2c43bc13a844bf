import { EVENT, MDFE, MUNICIPAL, NFSE } from './more-note-layouts';
import { asIs, AUTHORISATION, choice, decimal, fours, modal, moment, party, taxId, type Layout, type Note } from './note-cells';

const direction = choice({ '0': 'Entrada', '1': 'Saída' });
const freight = choice({
  '0': 'Por conta do remetente',
  '1': 'Por conta do destinatário',
  '2': 'Por conta de terceiros',
  '3': 'Próprio do remetente',
  '4': 'Próprio do destinatário',
  '9': 'Sem transporte',
});
const measure = choice({ '00': 'm³', '01': 'kg', '02': 't', '03': 'unidade', '04': 'litros', '05': 'mmBtu' });

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
  mdfe: MDFE,
  nfse: NFSE,
  municipal: MUNICIPAL,
  event: EVENT,
};

const invoice = (number: string, day: string, supplier: string, total: string, remark: string) => [
  { label: 'Número', valorCampo: number },
  { label: 'Data de Emissão', valorCampo: day },
  { label: 'CPF/CNPJ Fornecedor', valorCampo: supplier },
  { label: 'Valor Total', valorCampo: total },
  { label: 'Observação', valorCampo: remark },
];

/** Invoices of a small company. */
export const SUPPLIES = [
  invoice('2011', '03/06/2026', '11.222.333/0001-81', '1.240,00', 'Limpeza, junho'),
  invoice('2012', '09/06/2026', '07.664.483/0001-78', '89,90', 'Material de escritório'),
  invoice('2013', '01/07/2026', '11.222.333/0001-81', '1.240,00', 'Limpeza, julho'),
  invoice('2014', '17/07/2026', '529.982.247-25', '650,00', 'Pintura da recepção'),
  invoice('2015', '04/08/2026', '11.222.333/0001-81', '1.240,00', 'Limpeza, agosto'),
  invoice('2016', '21/08/2026', '07.664.483/0001-78', '2.310,45', 'Cadeiras para a sala de reuniões'),
  invoice('2017', '02/09/2026', '11.222.333/0001-81', '1.240,00', 'Limpeza, setembro'),
];

const LINES = [
  ['Limpeza das áreas comuns', '1.040,00'],
  ['Material de limpeza', '140,00'],
  ['Deslocamento', '60,00'],
];

/** What a scanner might have made of one. */
export const NOTE_PAGE = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;padding:48px 52px;font:16px/1.5 "DejaVu Sans",sans-serif;color:#222;background:#fdfcf8}
h1{font-size:22px;margin:0 0 4px}p{margin:2px 0;color:#555}table{width:100%;margin-top:32px;border-collapse:collapse}
td,th{padding:9px 6px;border-bottom:1px solid #ccc;text-align:left}td:last-child,th:last-child{text-align:right}.sum td{font-weight:bold;border:0}
</style><h1>Nota Fiscal de Serviços nº 2017</h1><p>Emissão: 02/09/2026</p><p>Limpeza Total Ltda · CNPJ 11.222.333/0001-81</p>
<p>Tomador: Empresa Exemplo</p><table><tr><th>Serviço</th><th>Valor (R$)</th></tr>
${LINES.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}
<tr class="sum"><td>Total</td><td>1.240,00</td></tr></table>`;

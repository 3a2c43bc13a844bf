/** Bodies for the demo archive; the reference shows them and a test sends them. */
const INVOICE_VALUES = [
  { nomeLista: '', label: 'Número', valorCampo: '1024' },
  { nomeLista: '', label: 'Data de Emissão', valorCampo: '15/08/2024' },
  { nomeLista: '', label: 'CPF/CNPJ Fornecedor', valorCampo: '07.664.483/0001-78' },
  { nomeLista: '', label: 'Valor Total', valorCampo: '1.500,00' },
];
const TEXT_BASE64 = Buffer.from('Olá, acervo!\n').toString('base64');

export const CREATE_V1 = {
  codigoCaixa: null,
  valoresCampos: INVOICE_VALUES,
  arquivos: [{ arquivo: TEXT_BASE64, contentType: 'application/txt', extensao: 'txt', nomeAmigavel: 'Observações' }],
};

export const CREATE_V2 = {
  CodigoCaixa: null,
  IdDocumento: '',
  Arquivos: [{ Arquivo: TEXT_BASE64, ContentType: 'application/txt', Extensao: 'txt', NomeAmigavel: 'Observações', compartilhado: true }],
  ValoresCampos: INVOICE_VALUES.map(({ nomeLista, label, valorCampo }) => ({ NomeLista: nomeLista, Label: label, ValorCampo: valorCampo })),
};

export const CREATE_V3 = {
  codigoCaixa: 5001,
  valoresCampos: INVOICE_VALUES,
  arquivos: [{ arquivo: TEXT_BASE64, contentType: 'text/plain', extensao: 'txt', nomeAmigavel: 'Observações', compartilhado: true }],
};

export const UPDATE = [{ valor: '1025', campo: 'Número', nomeLista: '' }];

export const FIND = {
  filtro: {
    todas: [
      { campo: 'Valor Total', operador: 'entre', valores: ['1.000,00', '5.000,00'] },
      { campo: 'Data de Emissão', operador: 'maior-igual', valor: '01/01/2024' },
      {
        alguma: [
          { campo: 'CPF/CNPJ Fornecedor', operador: 'em', valores: ['07.664.483/0001-78'] },
          { campo: 'Observação', operador: 'contem', valor: 'manut elev' },
        ],
      },
      { nenhuma: [{ campo: 'Número', operador: 'vazio' }] },
      { sistema: 'status', operador: 'em', valores: ['2', '6'] },
    ],
  },
  ordem: { campo: 'Valor Total', sentido: 'decrescente' },
  colunas: ['Número', 'Valor Total'],
  tamanhoPagina: 50,
  contar: true,
};

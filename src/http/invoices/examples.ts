import { stableId } from '#application/support/stable-id';

const XML = '<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00"><NFe><infNFe><ide><nNF>3001</nNF></ide></infNFe></NFe></nfeProc>';

/** A body for the demo archive; the reference shows it and a test sends it. */
export const IMPORT = {
  idArvore: stableId('level', 'Empresa Exemplo', 'Financeiro', 'Notas Fiscais'),
  cnpj: '11.222.333/0001-81',
  arquivoXML: Buffer.from(XML).toString('base64'),
  CamposCustomizados: { Número: '3001', 'Data de Emissão': '15/08/2024', 'Valor Total': '1.500,00' },
};

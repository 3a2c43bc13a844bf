import { stableId } from '#application/support/stable-id';

/** Bodies for the demo archive's workflow "Aprovação de Contrato"; the reference shows them and a test sends them. */
const CLIENT = 'Empresa Exemplo';
const NAMES = [CLIENT, 'Aprovação de Contrato'] as const;
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

const field = (label: string, valorCampo: string) => ({
  idCampo: stableId('workflow-field', ...NAMES, label),
  labelCampo: label,
  valorCampo,
});

export const ACTIVATE = {
  idCliente: stableId('client', CLIENT),
  idConfWorkflow: stableId('workflow', ...NAMES),
  idUsuario: stableId('user', 'demo'),
  email: 'fornecedor@exemplo.com.br',
  observacao: 'Contrato de limpeza, pedido 4711',
  comentario: 'Pedido aprovado em reunião.',
  formulario: {
    idFormulario: stableId('workflow-form', ...NAMES),
    camposFormulario: [field('Título', 'Contrato de limpeza'), field('Valor', '1.500,00'), field('Dispensa Assinatura', 'false')],
  },
  documentos: [
    {
      codigoCaixa: null,
      idArvoreOrganizacional: stableId('level', CLIENT, 'Financeiro', 'Contratos'),
      valoresCampos: [{ nomeLista: '', label: 'Título', valorCampo: 'Contrato de limpeza' }],
      arquivos: [
        { arquivo: PDF.toString('base64'), extensao: 'pdf', assinar: true, versao: '1', nomeAmigavel: 'Contrato', compartilhado: true },
      ],
    },
  ],
  arquivos: [
    { arquivo: Buffer.from('Ata da reunião\n').toString('base64'), extensao: 'txt', assinar: false, versao: '1', nomeArquivo: 'Ata' },
  ],
  selecionadoExternoVarios: [],
  emailGrupoExterno: [],
};

export const ASSOCIATE = { codigoWorkflow: 1043818, documentos: ['4298ca74-82ac-4fc2-95b3-33c176ff4323'] };

export const UPDATE_FORM = {
  codigoWorkflow: 1043818,
  campos: [{ idCampo: stableId('workflow-field', ...NAMES, 'Valor'), valor: '1.750,00' }],
};

export const COMPLETE = { comentario: 'Conferido.' };

/** Wire names of internal names in operations of flows. */
export const FLOW_NAMES = {
  workflowId: 'idWorkflow',
  workflowCode: 'codigoWorkflow',
  executionId: 'idWorkflowEtapaExecucao',
  definitionId: 'idConfWorkflow',
  taskId: 'IdTarefa',
  nextTaskId: 'idProximaTarefa',
  userId: 'idUsuario',
  emails: 'selecionadoExternoVarios',
  groupEmails: 'emailGrupoExterno',
  comment: 'comentario',
  form: 'formulario',
  formId: 'idFormulario',
  fieldLabel: 'labelCampo',
  documents: 'documentos',
  attachments: 'arquivos',
  sign: 'assinar',
};

/** The words of the code, as the operations of flows spell them. */
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

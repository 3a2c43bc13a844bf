import { base64, IDS } from './api';
import { approval, contract, FLOW, value } from './flows';
import type { Right, Send } from './personal-right';
import { SECRETS } from './secrets';

/** Valid calls of 6.2 to 6.7, with secrets wherever possible. */
export async function flowCalls(send: Send): Promise<Record<string, Right[]>> {
  const body = approval(
    {
      email: SECRETS.email,
      observacao: SECRETS.remark,
      comentario: SECRETS.changedRemark,
      documentos: [
        contract({
          valoresCampos: [{ label: 'Título', valorCampo: SECRETS.title }],
          arquivos: [
            {
              arquivo: base64(SECRETS.content),
              extensao: 'txt',
              assinar: false,
              versao: SECRETS.version,
              nomeAmigavel: SECRETS.fileNameV3,
            },
          ],
        }),
      ],
      arquivos: [{ arquivo: base64(SECRETS.addedContent), extensao: 'txt', versao: SECRETS.version, nomeArquivo: SECRETS.addedFileName }],
    },
    [value(FLOW.title, SECRETS.searched)],
  );
  const { json } = await send('POST', '/api/Workflow/Ativar', { body });
  const codigoWorkflow = json.CodigoWorkflow as number;
  const query = { codigoWorkflow };
  const client = `/api/Workflow/Cliente/${IDS.client}`;
  const details = await send('GET', `${client}/dados-fluxo`, { query });
  const execution = details.json.etapaAtual[0].execucoesTarefa[0].idWorkflowEtapaExecucao as string;
  const step = `/api/Workflow/EtapaExecucao/${execution}/Cliente/${IDS.client}`;
  const documentos = [details.json.documentosFluxo[0].idDocumento as string];
  const campos = [{ idCampo: FLOW.title, valor: SECRETS.changedRowName }];
  return {
    'POST /api/Workflow/Ativar': [{ path: '/api/Workflow/Ativar', call: { body } }],
    'PATCH /api/Workflow/Cliente/{idCliente}/associar-documentos': [
      { path: `${client}/associar-documentos`, call: { body: { ...query, documentos } } },
    ],
    'GET /api/ConfWorkflow/{idConfWorkflow}/Cliente/{idCliente}/fluxos-ativados': [
      { path: `/api/ConfWorkflow/${FLOW.approval}/Cliente/${IDS.client}/fluxos-ativados` },
    ],
    'GET /api/Workflow/Cliente/{idCliente}/dados-fluxo': [{ path: `${client}/dados-fluxo`, call: { query } }],
    'PATCH /api/Workflow/EtapaExecucao/{idWorkflowEtapaExecucao}/Cliente/{idCliente}/atualizar-dados-formulario': [
      { path: `${step}/atualizar-dados-formulario`, call: { body: { ...query, campos } } },
    ],
    'POST /api/Workflow/EtapaExecucao/{idWorkflowEtapaExecucao}/Cliente/{idCliente}/concluir': [
      { path: `${step}/concluir`, call: { body: { comentario: SECRETS.remark } } },
    ],
  };
}

import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { IDS } from './api';
import { approval, FLOW, value } from './flows';
import type { Right, Send } from './personal-right';
import { SECRETS } from './secrets';

/** Valid calls of 6.1 and 6.6, on a flow whose form contains secrets. */
export async function modelCalls(send: Send): Promise<Record<string, Right[]>> {
  const values = [value(FLOW.title, SECRETS.title), value(FLOW.company, SECRETS.rowName), value(FLOW.cnpj, '07.664.483/0001-78')];
  const { json } = await send('POST', '/api/Workflow/Ativar', { body: approval({ email: SECRETS.email }, values) });
  const query = { codigoWorkflow: json.CodigoWorkflow as number };
  const path = `/api/Workflow/Cliente/${IDS.client}/modelo-fluxo`;
  const wrong = { query: { idWorkflow: stableId('workflow', DEMO_CLIENT), formato: 'bpmn' } };
  await send('GET', path, wrong);
  return {
    'GET /api/ConfWorkflow/{idCliente}': [{ path: `/api/ConfWorkflow/${IDS.client}` }],
    'GET /api/Workflow/Cliente/{idCliente}/modelo-fluxo': [
      { path, call: { query } },
      { path, call: { query: { ...query, formato: 'bpmn' } } },
    ],
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  jsonParse,
  NodeApiError,
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
} from 'n8n-workflow';
import { call } from '../Acervo/call';
import { clientId, levelId, optional } from '../Acervo/properties';
import { loadOptions } from '../Acervo/structure';

/** How old a notification may be, in seconds. */
const TOLERANCE = 300;
const TEST_EVENT = 'webhook.teste';

/** Kept by n8n from the activation of the workflow to its end. */
interface Kept extends IDataObject {
  webhookId?: string;
  clientId?: string;
  secret?: string;
}
const keptBy = (caller: IHookFunctions | IWebhookFunctions): Kept => caller.getWorkflowStaticData('node');

/** Standard Webhooks, over the bytes as they came; two signatures while a secret is being replaced. */
function isGenuine(secret: string, headers: Record<string, unknown>, body: Buffer) {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`] ?? ''));
  if (!/^\d+$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > TOLERANCE) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${sentAt}.`).update(body).digest('base64')}`);
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

export class AcervoTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Acervo Trigger',
    name: 'acervoTrigger',
    icon: 'file:../../icons/acervo.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in an Acervo archive',
    defaults: { name: 'Acervo Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'acervoApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      clientId,
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: [
          { name: 'Box Created', value: 'caixa.criada' },
          { name: 'Document Changed', value: 'documento.alterado' },
          { name: 'Document Deleted', value: 'documento.excluido' },
          { name: 'Document Filed', value: 'documento.criado' },
          { name: 'Document Restored', value: 'documento.restaurado' },
          { name: 'File Added', value: 'arquivo.incluido' },
          { name: 'File Deleted', value: 'arquivo.excluido' },
          { name: 'File Signed', value: 'arquivo.assinado' },
          { name: 'List Row (Any Event)', value: 'linha.*' },
          { name: 'Share Link (Any Event)', value: 'compartilhamento.*' },
          { name: 'Workflow (Any Event)', value: 'fluxo.*' },
          { name: 'Workflow Started', value: 'fluxo.ativado' },
          { name: 'Workflow Step Completed', value: 'fluxo.etapa_concluida' },
        ],
        default: ['documento.criado'],
        required: true,
        description: 'What starts the workflow',
      },
      { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Option', default: {}, options: [optional(levelId)] },
    ],
  };

  methods = { loadOptions };

  webhookMethods = {
    default: {
      /** One that was switched off for its failures, as after days without n8n, goes on where it stopped. */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, clientId: idCliente } = keptBy(this);
        if (!webhookId) return false;
        const { webhooks } = await call<{ webhooks: IDataObject[] }>(this, '/api/Webhook', { qs: { idCliente } });
        const found = webhooks.find(({ idWebhook }) => idWebhook === webhookId);
        if (found && found.situacao !== 'ativo')
          await call(this, `/api/Webhook/${webhookId}/Retomada`, { method: 'POST', qs: { idCliente }, body: { modo: 'continuar' } });
        return found !== undefined;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const idCliente = this.getNodeParameter('clientId') as string;
        const level = this.getNodeParameter('options.levelId', '') as string;
        const body = {
          url: this.getNodeWebhookUrl('default'),
          tipos: this.getNodeParameter('events') as string[],
          descricao: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`.slice(0, 250),
          ...(level && { idNivel: level }),
        };
        const created = await call<{ idWebhook: string; segredo: string }>(this, '/api/Webhook', {
          method: 'POST',
          qs: { idCliente },
          body,
        });
        Object.assign(keptBy(this), { webhookId: created.idWebhook, clientId: idCliente, secret: created.segredo });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = keptBy(this);
        if (kept.webhookId) {
          try {
            await call(this, `/api/Webhook/${kept.webhookId}`, { method: 'DELETE', qs: { idCliente: kept.clientId } });
          } catch (error) {
            // Somebody else removed it.
            const refused = new NodeApiError(this.getNode(), error as JsonObject);
            if (refused.httpCode !== '404') throw refused;
          }
        }
        for (const name of Object.keys(kept)) delete kept[name];
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = keptBy(this);
    // n8n parses JSON of the type application/json only.
    const body = this.getRequestObject().rawBody;
    const headers = this.getHeaderData();
    const event = jsonParse<IDataObject>(body.toString(), { fallbackValue: {} });
    const isTest = event.type === TEST_EVENT;
    // The address proves itself before the service tells its secret.
    if (secret ? !isGenuine(secret, headers, body) : !isTest) {
      this.getResponseObject().status(401).end();
      return { noWebhookResponse: true };
    }
    if (isTest) return { webhookResponse: 'ok' };
    return { workflowData: [[{ json: { webhookId: headers['webhook-id'], ...event } }]] };
  }
}

import {
  jsonParse,
  NodeApiError,
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonObject,
} from 'n8n-workflow';

export type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

interface Refusal {
  codigo?: string;
  mensagem?: string;
  erros?: { campo: string; mensagem: string }[];
  idRequisicao?: string;
}

/** The service's own sentence first; n8n knows only English names of it. */
function told(error: NodeApiError, { codigo, mensagem, erros = [], idRequisicao }: Refusal) {
  if (mensagem === undefined) return error;
  error.message = mensagem;
  error.description = [codigo, ...erros.map((each) => `${each.campo}: ${each.mensagem}`), idRequisicao].filter(Boolean).join('\n');
  error.context.data = { codigo, mensagem, erros, idRequisicao };
  return error;
}

/** A refused call of a file says why as a stream, too. */
async function refusalOf(caller: Caller, data: unknown): Promise<Refusal> {
  if (typeof data !== 'object' || data === null || 'mensagem' in data) return data ?? {};
  if (!('binaryToBuffer' in caller.helpers)) return {};
  const bytes = await caller.helpers.binaryToBuffer(data as Buffer);
  return jsonParse<Refusal>(bytes.toString(), { fallbackValue: {} });
}

export async function call<Answer>(caller: Caller, path: string, options: Partial<IHttpRequestOptions> = {}): Promise<Answer> {
  const { url } = await caller.getCredentials<{ url: string }>('acervoApi');
  const request = { baseURL: url.replace(/\/+$/, ''), url: path, json: true, arrayFormat: 'repeat' as const, ...options };
  try {
    return (await caller.helpers.httpRequestWithAuthentication.call(caller, 'acervoApi', request)) as Answer;
  } catch (error) {
    const { context } = error as Partial<NodeApiError>;
    throw told(new NodeApiError(caller.getNode(), error as JsonObject), await refusalOf(caller, context?.data));
  }
}

/** Without what was left empty. */
export const given = (values: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && value !== null));

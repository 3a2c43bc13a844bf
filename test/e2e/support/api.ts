import { DEMO_CLIENT, DEMO_PASSWORD, DEMO_UNIT } from '#src/demo/demo-archive';
import { stableId } from '#application/support/stable-id';

/** Ids of the demo archive. */
export const IDS = {
  unit: stableId('unit', DEMO_UNIT),
  client: stableId('client', DEMO_CLIENT),
  otherUnit: stableId('unit', 'Unidade Sul'),
  otherClient: stableId('client', 'Outra Empresa'),
  otherLevel: stableId('level', 'Outra Empresa', 'Geral', 'Documentos'),
  finance: stableId('level', DEMO_CLIENT, 'Financeiro'),
  invoices: stableId('level', DEMO_CLIENT, 'Financeiro', 'Notas Fiscais'),
  contracts: stableId('level', DEMO_CLIENT, 'Financeiro', 'Contratos'),
  staff: stableId('level', DEMO_CLIENT, 'Recursos Humanos'),
  records: stableId('level', DEMO_CLIENT, 'Recursos Humanos', 'Prontuários'),
};

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** Parsed when the answer is JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

export interface Call {
  query?: Record<string, string | number | boolean> | string;
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
}

/** A client program of the service. */
export class Api {
  constructor(
    readonly url: string,
    public token: string | null = null,
  ) {}

  async call(method: string, path: string, { query, body, headers = {}, token = this.token }: Call = {}): Promise<Answer> {
    const search =
      typeof query === 'string'
        ? query
        : new URLSearchParams(Object.entries(query ?? {}).map(([k, v]): [string, string] => [k, String(v)])).toString();
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.url}${path}${search ? `?${search}` : ''}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const text = bytes.toString('utf8');
    return { status: response.status, headers: response.headers, bytes, text, json: isJson && text ? JSON.parse(text) : undefined };
  }

  get = (path: string, call?: Call) => this.call('GET', path, call);
  post = (path: string, call?: Call) => this.call('POST', path, call);
  patch = (path: string, call?: Call) => this.call('PATCH', path, call);
  delete = (path: string, call?: Call) => this.call('DELETE', path, call);
}

/** Logs in as one of the demo users: `demo`, `leitor`, `financeiro`, `outro`. */
export async function loggedIn(url: string, username = 'demo'): Promise<Api> {
  const api = new Api(url);
  const { json } = await api.post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD } });
  return new Api(url, json.Token as string);
}

export const place = (level = IDS.invoices) => ({ idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: level });

export const base64 = (content: string | Uint8Array) => Buffer.from(content as string).toString('base64');

/** Values required by the level Notas Fiscais. */
export const invoiceValues = (number = '77', more: object[] = []) => [
  { label: 'Número', valorCampo: number },
  { label: 'Data de Emissão', valorCampo: '15/08/2024' },
  ...more,
];

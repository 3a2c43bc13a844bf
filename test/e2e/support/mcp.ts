import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { IDS } from './api';

export interface ToolAnswer {
  isError: boolean;
  /** What the service says of its answer. */
  said: string;
  /** Parsed data of the archive. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

export const READ_TOOLS = ['list_levels', 'describe_level', 'search_documents', 'read_document', 'read_file_text', 'get_receipt'];
export const WRITE_TOOLS = ['propose_update', 'propose_document', 'commit_plan'];
export const PLACE = { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices };
export const VALUES = [
  { label: 'Número', valorCampo: '4711' },
  { label: 'Data de Emissão', valorCampo: '21/11/2026' },
];

/** The protocol's own client. */
export class Model {
  private readonly client = new Client({ name: 'test', version: '0' });

  static async over(transport: Transport): Promise<Model> {
    const model = new Model();
    await model.client.connect(transport);
    return model;
  }

  static async at(url: string, token: string | null, headers: Record<string, string> = {}): Promise<Model> {
    const own = { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers };
    // Its own types disagree under `exactOptionalPropertyTypes` and without alike.
    return Model.over(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: own } }) as Transport);
  }

  get instructions(): string {
    return this.client.getInstructions() ?? '';
  }

  tools = async () => (await this.client.listTools()).tools;

  async call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, isError = false } = await this.client.callTool({ name, arguments: input });
    const [said = '', data] = (content as { text: string }[]).map(({ text }) => text);
    return { isError: isError === true, said, json: data === undefined ? undefined : JSON.parse(data) };
  }

  close = () => this.client.close();
}

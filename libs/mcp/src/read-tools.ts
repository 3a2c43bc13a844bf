import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { isDone, refused, shown } from './answers';
import type { Api, ApiCall } from './api';
import { DocumentOfClient, FileOfClient, FileText, Level, Levels, Search } from './read-inputs';

const READS = { readOnlyHint: true, openWorldHint: false };
const LEVELS_OF_ONE_ANSWER = 100;
const CHARACTERS_OF_ONE_ANSWER = 20_000;

interface LevelOfClient {
  caminho: string;
}

interface ClientOfUnit {
  idCliente: string;
  nomeCliente: string;
  arvores: (LevelOfClient & { campos: unknown; idPai: unknown })[];
}

interface Unit {
  idUnidade: string;
  nomeUnidade: string;
  clientes: ClientOfUnit[];
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** One for each level, with what calls ask for; its fields are told by `describe_level`. */
const levelsOf = (units: readonly Unit[]): (LevelOfClient & { idCliente: string })[] =>
  units.flatMap(({ clientes, ...unit }) =>
    clientes.flatMap(({ idCliente, nomeCliente, arvores }) =>
      arvores.map(({ campos: _campos, idPai: _idPai, ...level }) => ({ ...unit, idCliente, nomeCliente, ...level })),
    ),
  );

function pageOfLevels(text: string, { idCliente, contem = '', inicio = 0 }: z.infer<typeof Levels>): CallToolResult {
  const wanted = levelsOf(JSON.parse(text) as Unit[]).filter(
    (level) => (idCliente === undefined || level.idCliente === idCliente) && folded(level.caminho).includes(folded(contem)),
  );
  const end = inicio + LEVELS_OF_ONE_ANSWER;
  return shown({ total: wanted.length, niveis: wanted.slice(inicio, end), proximo: end < wanted.length ? end : null });
}

function pieceOfText(text: string, start: number): CallToolResult {
  const page = JSON.parse(text) as { texto: string | null };
  if (page.texto === null) return shown(page);
  const end = start + CHARACTERS_OF_ONE_ANSWER;
  const isCut = end < page.texto.length;
  return shown(
    { ...page, texto: page.texto.slice(start, end), proximo: isCut ? end : null },
    ...(isCut ? [`The page has ${page.texto.length} characters: for the next ones ask with "inicio": ${end}.`] : []),
  );
}

/** Tools that change nothing. */
export function addReadTools(server: McpServer, api: Api): void {
  const answered = async (call: ApiCall, present: (text: string) => CallToolResult): Promise<CallToolResult> => {
    const answer = await api(call);
    return isDone(answer) ? present(answer.text) : refused(answer);
  };
  const asTold = (text: string) => shown(JSON.parse(text));

  server.registerTool(
    'list_levels',
    {
      title: 'List levels',
      description:
        'Begin here. Lists the levels of the organisational tree that the user can reach, with the ids that the other tools ask for (idUnidade, idCliente, ' +
        'idArvoreOrganizacional) and the permissions there. "proximo" is the "inicio" of the next page; null at the end.',
      inputSchema: Levels,
      annotations: READS,
    },
    (input) => answered({ method: 'GET', path: '/api/Estrutura' }, (text) => pageOfLevels(text, input)),
  );

  server.registerTool(
    'describe_level',
    {
      title: 'Describe a level',
      description: 'The fields of a level: a JSON Schema of the values of its documents, and examples of what files one.',
      inputSchema: Level,
      annotations: READS,
    },
    ({ idArvoreOrganizacional }) => answered({ method: 'GET', path: `/api/Estrutura/${idArvoreOrganizacional}` }, asTold),
  );

  server.registerTool(
    'search_documents',
    {
      title: 'Search documents',
      description:
        'Finds documents of a client, newest first, with their fields. A level includes those under it. "filtro" compares fields ("campo") or what every document has ("sistema"); ' +
        '"texto" wants words of the text of files, where the service reads files. "proximo" is the "cursor" of the next page; null at the end.',
      inputSchema: Search,
      annotations: READS,
    },
    ({ idCliente, idUnidade, idArvoreOrganizacional, ...body }) => {
      const query = { idCliente, idUnidade, idArvoreOrganizacional };
      return answered({ method: 'POST', path: '/api/v3/Documento/Pesquisar', query, body: JSON.stringify(body) }, asTold);
    },
  );

  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description:
        'The fields, the place and the files (without bytes) of a document. "versao" is its version, which propose_update asks for.',
      inputSchema: DocumentOfClient,
      annotations: READS,
    },
    async ({ idDocumento, idCliente }) => {
      const answer = await api({ method: 'GET', path: `/api/Documento/${idDocumento}/cliente/${idCliente}` });
      return isDone(answer) ? shown({ versao: answer.version, ...(JSON.parse(answer.text) as object) }) : refused(answer);
    },
  );

  server.registerTool(
    'read_file_text',
    {
      title: 'Read the text of a file',
      description:
        'One page of the text of a file ("paginas" tells how many there are), where the service reads files; "estado" tells whether it has been read. ' +
        `At most ${CHARACTERS_OF_ONE_ANSWER} characters at a time: "proximo" is the "inicio" of the next ones of the page; null at its end.`,
      inputSchema: FileText,
      annotations: READS,
    },
    ({ idArquivo, idCliente, pagina, inicio = 0 }) =>
      answered({ method: 'GET', path: `/api/Arquivo/${idArquivo}/Cliente/${idCliente}/texto`, query: { pagina } }, (text) =>
        pieceOfText(text, inicio),
      ),
  );

  server.registerTool(
    'get_receipt',
    {
      title: 'Get the receipt of a file',
      description: 'The signed receipt that proves to anybody that the archive took exactly these bytes.',
      inputSchema: FileOfClient,
      annotations: READS,
    },
    (query) => answered({ method: 'GET', path: '/api/Arquivo/Recibo', query }, asTold),
  );
}

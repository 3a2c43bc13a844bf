import type { KeyObject } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { isDone, refused, shown, wrong } from './answers';
import type { Api, ApiAnswer } from './api';
import { Attachment, attachments, bodyWith, FileNotAllowed, type OpenFile } from './attachments';
import { Plans } from './plans';
import { CLIENT, DOCUMENT, LEVEL, UNIT, VALUE } from './read-inputs';

export interface Writing {
  /** Signs plans. */
  key: KeyObject;
  /** Whose plans they are. */
  caller: string;
  /** Files of this machine may be filed. */
  openFile?: OpenFile;
}

const REHEARSES = { readOnlyHint: true, openWorldHint: false };
const COMMITS = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
const CHANGED =
  'The document has changed since it was read (or the plan was committed already): read it again, and propose the change again.';

const place = { idUnidade: UNIT, idCliente: CLIENT, idArvoreOrganizacional: LEVEL };
const LIST = z.string().max(250).optional().describe('List of the field, if it is one of a list.');

const updateOf = z.strictObject({
  ...place,
  idDocumento: DOCUMENT,
  versao: z.string().regex(/^\d+-\d+$/).describe('"versao" of read_document.'), // prettier-ignore
  alteracoes: z
    .array(z.strictObject({ campo: z.string().max(250), nomeLista: LIST, valor: VALUE.describe('Empty takes the value away.') }))
    .min(1)
    .max(200),
});

const documentOf = (withPaths: boolean) =>
  z.strictObject({
    ...place,
    chaveExterna: z.string().min(1).max(100).optional().describe("The document's id in another system; unique."),
    codigoCaixa: z.int().min(1).optional().describe('Box that holds the paper.'),
    valoresCampos: z.array(z.strictObject({ label: z.string().max(250), nomeLista: LIST, valorCampo: VALUE })).max(200),
    arquivos: attachments(withPaths),
  });

type Update = z.infer<typeof updateOf>;
type Filing = z.infer<ReturnType<typeof documentOf>>;

/** Tools that change something: a proposal is a dry run, and only what was proposed can be committed. */
export function addWriteTools(server: McpServer, api: Api, { key, caller, openFile }: Writing): void {
  const plans = new Plans(key, caller);
  const Filing = documentOf(openFile !== undefined);

  const update = ({ idDocumento, versao, alteracoes, ...at }: Update, simular: boolean): Promise<ApiAnswer> =>
    api({
      method: 'PUT',
      path: '/api/Documento/Put',
      query: { ...at, idDocumento, simular },
      headers: { 'if-match': `"${versao}"` },
      body: JSON.stringify(alteracoes),
    });

  const file = (
    { idUnidade, idCliente, idArvoreOrganizacional, arquivos: _, ...values }: Filing,
    files: readonly Attachment[],
    simular: boolean,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> =>
    api({
      method: 'POST',
      path: '/api/v3/Documento',
      query: { idUnidade, idCliente, idArvoreOrganizacional, simular },
      headers,
      body: () => bodyWith(values, files),
    });

  const proposed = (answer: ApiAnswer, change: unknown): CallToolResult => {
    if (answer.status === 412) return refused(answer, CHANGED);
    if (!isDone(answer)) return refused(answer);
    const plan = plans.issue(change);
    return shown({ plan, simulacao: JSON.parse(answer.text) as unknown }, NEXT);
  };

  server.registerTool(
    'propose_update',
    {
      title: 'Propose a change of fields',
      description:
        'A dry run of a change of fields of a document: checks it, changes nothing, and answers what would happen and a plan for commit_plan.',
      inputSchema: updateOf,
      annotations: REHEARSES,
    },
    async (input) => proposed(await update(input, true), planned('propose_update', input)),
  );

  server.registerTool(
    'propose_document',
    {
      title: 'Propose to file a document',
      description:
        'A dry run of filing a document: checks it, stores nothing, and answers what would happen and a plan for commit_plan. describe_level tells the fields.',
      inputSchema: Filing,
      annotations: REHEARSES,
    },
    (input) =>
      withFiles(input, openFile, async (files) => proposed(await file(input, files, true), planned('propose_document', input, files))),
  );

  const commitUpdate = async (plan: string, input: Update): Promise<CallToolResult> => {
    const problem = plans.problemOf(plan, planned('propose_update', input));
    if (problem) return wrong(problem);
    const answer = await update(input, false);
    if (!isDone(answer)) return refused(answer, ...(answer.status === 412 ? [CHANGED] : []));
    return shown({ mensagem: JSON.parse(answer.text) as unknown, idDocumento: input.idDocumento, versao: answer.version });
  };

  const commitFiling = (plan: string, input: Filing): Promise<CallToolResult> =>
    withFiles(input, openFile, async (files) => {
      const problem = plans.problemOf(plan, planned('propose_document', input, files));
      if (problem) return wrong(problem);
      const answer = await file(input, files, false, { 'idempotency-key': `mcp:${plan}` });
      if (!isDone(answer)) return refused(answer);
      const created = JSON.parse(answer.text) as { arquivos?: { idArquivo: string }[] };
      return shown({ ...created, recibos: await receiptsOf(api, input.idCliente, created.arquivos ?? []) });
    });

  server.registerTool(
    'commit_plan',
    {
      title: 'Commit a plan',
      description:
        'Does what was proposed. "change" repeats the input of the proposal, unchanged, with the name of its tool; a plan lasts 15 minutes, and repeated it files nothing twice. ' +
        'Ask the user before. Answers the ids, the new version, and signed receipts of files.',
      inputSchema: z.strictObject({
        plan: z.string().max(100),
        change: z.discriminatedUnion('tool', [
          z.strictObject({ tool: z.literal('propose_update'), ...updateOf.shape }),
          z.strictObject({ tool: z.literal('propose_document'), ...Filing.shape }),
        ]),
      }),
      annotations: COMMITS,
    },
    ({ plan, change }) => {
      if (change.tool === 'propose_update') return commitUpdate(plan, updateOf.parse(withoutTool(change)));
      return commitFiling(plan, Filing.parse(withoutTool(change)));
    },
  );
}

const NEXT =
  'Nothing was changed yet. Show the user what would happen; if they agree, call commit_plan with this plan and, as "change", the same input with the name of this tool as "tool".';

function withoutTool<T extends { tool: string }>({ tool: _, ...input }: T): Omit<T, 'tool'> {
  return input;
}

/** What a plan is of: files count by their digest. */
const planned = (tool: string, input: Update | Filing, files: readonly Attachment[] = []) => [
  tool,
  {
    ...input,
    arquivos: files.map(({ file: { nomeAmigavel, extensao, contentType }, sha256 }) => [nomeAmigavel, extensao, contentType, sha256]),
  },
];

async function withFiles(
  { arquivos = [] }: Filing,
  open: OpenFile | undefined,
  work: (files: readonly Attachment[]) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const files: Attachment[] = [];
  try {
    for (const each of arquivos) files.push(await Attachment.of(each, open));
    return await work(files);
  } catch (error) {
    if (error instanceof FileNotAllowed) return wrong(error.message);
    throw error;
  } finally {
    await Promise.all(files.map((each) => each.close()));
  }
}

/** Null in the place of one that the user may not have. */
const receiptsOf = (api: Api, idCliente: string, files: readonly { idArquivo: string }[]): Promise<unknown[]> =>
  Promise.all(
    files.map(async ({ idArquivo }) => {
      const answer = await api({ method: 'GET', path: '/api/Arquivo/Recibo', query: { idCliente, idArquivo } });
      return isDone(answer) ? (JSON.parse(answer.text) as unknown) : null;
    }),
  );

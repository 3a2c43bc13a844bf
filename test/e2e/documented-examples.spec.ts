import { readFileSync, writeFileSync } from 'node:fs';
import { DailyAnchor } from '#application/audit/daily-anchor';
import { Sealer } from '#application/audit/sealer';
import { RECORDED_ANSWERS, type RecordedAnswer } from '#http/openapi/recorded-answers';
import { Api, loggedIn, type Answer } from './support/api';
import { create, createdBy } from './support/creates';
import { callAsDocumented, documentedIn, type ApiDocument, type Filling, type Operation } from './support/documented';
import { readAll } from './support/read-all';
import { Deliveries, LOOPBACK, Receiver } from './support/receivers';
import { Recordable, shapeOf } from './support/recordable';
import { bytesOf, codeIn, filedPdfs } from './support/signing';
import { startService, type Service } from './support/service';
import { SAMPLE_NOTE } from './support/shown-files';

/** `npm run openapi -- --examples` sets it: what is answered becomes what is documented. */
const RECORDS = process.env.ACERVO_RECORD_EXAMPLES === 'true';

/** What the calls so far have been given. */
interface Known {
  session: { IdUsuario: string; RefreshToken: string };
  document: string;
  file: string;
  pdf: string;
  note: string;
  link: string;
  code: string;
  bill: string;
  row: string;
  flow: { code: number; id: string };
  step: string;
  user: string;
  webhook: string;
  openSession: string;
  account: string;
  apiKey: string;
}

interface Step {
  fill?: (known: Known) => Filling;
  keep?: (json: never, answer: Answer) => Partial<Known> | Promise<Partial<Known>>;
}

let service: Service;
let receiver: Receiver;
let api: Api;

const ofDocument = ({ document }: Known): Filling => ({ parameters: { idDocumento: document } });
const ofFlow = ({ flow }: Known): Filling => ({ parameters: { codigoWorkflow: flow.code } });
const inFlow = ({ flow, step }: Known): Filling => ({
  parameters: { idWorkflowEtapaExecucao: step },
  body: (example) => ({ ...example, codigoWorkflow: flow.code }),
});
const ofWebhook = ({ webhook }: Known): Filling => ({ parameters: { idWebhook: webhook } });
const ofUser = ({ user }: Known): Filling => ({ parameters: { IdUsuario: user } });
const ofAccount = ({ account }: Known): Filling => ({ parameters: { idConta: account } });
const ofApiKey = ({ account, apiKey }: Known): Filling => ({ parameters: { idConta: account, idChave: apiKey } });
const callerId = () => known.session.IdUsuario;
const ofCaller = (): Filling => ({ parameters: { IdUsuario: callerId() } });

/** A day's work with the demo archive, in which every operation has its turn. */
const DAY: [operationId: string, step: Step][] = [
  [
    'Authentication_signIn',
    {
      keep: (session: Known['session'] & { Token: string }) => {
        api = new Api(service.url, session.Token);
        return { session };
      },
    },
  ],
  ['Structure_describe', {}],
  ['Structure_describeOne', {}],
  ['Boxes_create', {}],
  ['Boxes_list', {}],
  ['Panel_get', {}],
  ['Documents_createV1', {}],
  ['Documents_createV2', {}],
  [
    'Documents_createV3',
    {
      keep: async ({ idDocumento, arquivos }: { idDocumento: string; arquivos: { idArquivo: string }[] }) => ({
        document: idDocumento,
        file: arquivos[0]!.idArquivo,
        pdf: (await filedPdfs(api)).files[0]!,
        note: createdBy(await create(api, 'V3', { files: [{ name: 'Nota', extension: 'xml', content: SAMPLE_NOTE }] })).files[0]!.id,
      }),
    },
  ],
  [
    'Documents_search',
    { fill: () => ({ parameters: { IdArvoreOrganizacional: true, BuscarQtdPaginasDocumento: true, TamanhoPagina: 1 } }) },
  ],
  ['FindDocuments_find', {}],
  ['Limits_limits', {}],
  ['Documents_update', { fill: ofDocument }],
  [
    'ShareLinks_share',
    {
      fill: ofDocument,
      keep: ({ Arquivos }: { Arquivos: { LinkCompartilhado: string }[] }) => ({ link: Arquivos[0]!.LinkCompartilhado.split('/').at(-1)! }),
    },
  ],
  ['ShareLinks_list', { fill: ofDocument }],
  ['Document_get', { fill: ofDocument }],
  ['SharedFile_open', { fill: ({ link }) => ({ parameters: { token: link } }) }],
  ['ShareLinks_revoke', { fill: ofDocument }],
  ['Files_list', { fill: ofDocument }],
  ['Files_add', { fill: ofDocument }],
  ['Files_upload', { fill: ofDocument }],
  [
    'Files_fetch',
    {
      fill: ({ file }) => ({ parameters: { idImagem: file } }),
      keep: async () => {
        await service.app.get(Sealer).settle();
        await service.app.get(DailyAnchor).look();
        await readAll(service);
        return {};
      },
    },
  ],
  ['FileAddresses_address', { fill: ({ file }) => ({ parameters: { idImagem: file } }) }],
  ['Readings_text', { fill: ({ pdf }) => ({ parameters: { idImagem: pdf } }) }],
  ['Readings_preview', { fill: ({ pdf }) => ({ parameters: { idImagem: pdf } }) }],
  ['Readings_note', { fill: ({ note }) => ({ parameters: { idImagem: note } }) }],
  ['Receipts_receipt', { fill: ({ file }) => ({ parameters: { idCliente: true, idArquivo: file } }) }],
  ['SealKeys_keys', {}],
  [
    'SignFiles_sign',
    {
      fill: ({ pdf }) => ({ body: (example) => ({ ...example, arquivos: [pdf] }) }),
      keep: async ([{ idArquivo }]: [{ idArquivo: string }]) => ({ code: codeIn(await bytesOf(api, idArquivo)) }),
    },
  ],
  ['Verification_verify', { fill: ({ code }) => ({ parameters: { codigo: code } }) }],
  ['Files_remove', { fill: ({ document, file }) => ({ parameters: { idDocumento: document, idArquivo: file } }) }],
  ['Lists_list', {}],
  ['Lists_describe', {}],
  ['ListRows_add', { keep: (text: string) => ({ row: /'(.*)'/.exec(text)![1]! }) }],
  ['ListRows_change', { fill: ({ row }) => ({ parameters: { idLinhaLista: row } }) }],
  ['ListRows_search', {}],
  ['ListRows_remove', { fill: ({ row }) => ({ parameters: { idLinhaLista: row } }) }],
  ['Lists_rows', { fill: () => ({ parameters: { TamanhoPagina: 1 } }) }],
  ['WorkflowDefinitions_list', {}],
  ['Workflows_activate', { keep: ({ CodigoWorkflow }: { CodigoWorkflow: number }) => ({ flow: { code: CodigoWorkflow, id: '' } }) }],
  ['Workflows_list', { fill: () => ({ parameters: { BuscarQtdPaginas: true } }) }],
  ['Workflows_associate', { fill: ({ flow, document }) => ({ body: () => ({ codigoWorkflow: flow.code, documentos: [document] }) }) }],
  [
    'Workflows_get',
    {
      fill: ofFlow,
      keep: ({ etapaAtual }: { etapaAtual: { execucoesTarefa: { idWorkflowEtapaExecucao: string }[] }[] }) => ({
        step: etapaAtual[0]!.execucoesTarefa[0]!.idWorkflowEtapaExecucao,
      }),
    },
  ],
  ['WorkflowModel_model', { fill: ofFlow }],
  ['Tasks_list', {}],
  ['Workflows_update', { fill: inFlow }],
  ['Workflows_complete', { fill: ({ step }) => ({ parameters: { idWorkflowEtapaExecucao: step } }) }],
  [
    'Billing_list',
    { fill: () => ({ parameters: { startDate: '01/01/2020', dueDate: '31/12/2099' } }), keep: ([bill]: string[]) => ({ bill: bill! }) },
  ],
  ['Billing_get', { fill: ({ bill }) => ({ parameters: { billId: bill } }) }],
  ['Invoices_import', {}],
  ['Reports_list', { fill: () => ({ parameters: { idCliente: true } }) }],
  ['Reports_run', { fill: () => ({ parameters: { idCliente: true } }) }],
  ['Users_create', { keep: (text: string) => ({ user: text.split(' ').at(-1)! }) }],
  ['Users_list', {}],
  ['Profiles_list', {}],
  ['Accounts_update', { fill: ofUser }],
  ['Accounts_unlock', { fill: ofUser }],
  [
    'Sessions_list',
    {
      fill: ofCaller,
      // Another one of the same user, to be ended.
      keep: async (sessions: { idSessao: string }[]) => {
        const known = sessions.map(({ idSessao }) => idSessao);
        const { json } = await (await loggedIn(service.url)).get(`/api/Usuario/${callerId()}/Sessoes`);
        return { openSession: json.find(({ idSessao }: { idSessao: string }) => !known.includes(idSessao)).idSessao };
      },
    },
  ],
  ['Sessions_end', { fill: (all) => ({ parameters: { IdUsuario: all.session.IdUsuario, idSessao: all.openSession } }) }],
  ['Views_replace', { fill: ofCaller }],
  ['Views_get', { fill: ofCaller }],
  ['Users_get', { fill: ofUser }],
  ['Users_permissions', { fill: ofUser }],
  ['Users_password', { fill: ofUser }],
  ['Users_status', { fill: ofUser }],
  ['Users_erase', { fill: ofUser }],
  ['ServiceAccounts_create', { keep: ({ idConta }: { idConta: string }) => ({ account: idConta }) }],
  ['ServiceAccounts_list', {}],
  ['ServiceAccounts_responsible', { fill: ofAccount }],
  ['ApiKeys_create', { fill: ofAccount, keep: ({ idChave }: { idChave: string }) => ({ apiKey: idChave }) }],
  ['ApiKeys_list', { fill: ofAccount }],
  ['ApiKeys_replace', { fill: ofApiKey }],
  ['ApiKeys_end', { fill: ofApiKey }],
  ['Archive_read', {}],
  ['Archive_change', {}],
  ['Audit_list', { fill: () => ({ parameters: { limite: 2 } }) }],
  ['Events_follow', { fill: () => ({ parameters: { idCliente: true, apos: '0', limite: 2 } }) }],
  ['Events_consistency', { fill: () => ({ parameters: { idCliente: true, de: 1 } }) }],
  [
    'Webhooks_create',
    {
      fill: () => ({ body: (example) => ({ ...example, url: receiver.url }) }),
      keep: async ({ idWebhook }: { idWebhook: string }) => {
        await new Deliveries(service).happen('ab');
        await new Deliveries(service).run();
        return { webhook: idWebhook };
      },
    },
  ],
  ['Webhooks_list', {}],
  ['Webhooks_change', { fill: ofWebhook }],
  ['Webhooks_secret', { fill: ofWebhook }],
  ['Deliveries_test', { fill: ofWebhook }],
  ['Deliveries_list', { fill: ofWebhook }],
  ['Deliveries_replay', { fill: (all) => ({ ...ofWebhook(all), body: () => ({ de: 1, ate: 25 }) }) }],
  ['Deliveries_resume', { fill: ofWebhook }],
  ['Webhooks_remove', { fill: ofWebhook }],
  ['Health_live', {}],
  ['Health_ready', {}],
  ['Documents_remove', { fill: ofDocument }],
  ['Document_restore', { fill: ofDocument }],
  ['Authentication_refresh', { fill: ({ session }) => ({ body: (example) => ({ ...example, ...nameless(session) }) }) }],
  ['Authentication_signOut', {}],
];
const nameless = ({ IdUsuario, RefreshToken }: Known['session']) => ({ idUsuario: IdUsuario, refreshToken: RefreshToken });
/** The same operation under its other address: played by its first. */
const ALIASES = ['ShareLinks_revoke_alias'];

const known = {} as Known;
const answered: Record<string, RecordedAnswer> = {};
const recorded = (): Record<string, RecordedAnswer> => JSON.parse(readFileSync(RECORDED_ANSWERS, 'utf8'));
let operations: Map<string, Operation>;
let recordable: Recordable;

beforeAll(async () => {
  receiver = await Receiver.open();
  // Links in answers begin with it.
  service = await startService({ BASE_URL: 'http://localhost:3000', READ_FILES: 'true', ...LOOPBACK });
  recordable = new Recordable(service.url);
  operations = documentedIn((await new Api(service.url).get('/openapi.json')).json as ApiDocument);
});
afterAll(async () => {
  receiver.close();
  await service.stop();
  if (RECORDS) writeFileSync(RECORDED_ANSWERS, `${JSON.stringify(answered, null, 2)}\n`);
});

it('covers every operation of the document', () => {
  expect([...DAY.map(([id]) => id), ...ALIASES].sort()).toEqual([...operations.keys()].sort());
});

it.each(DAY)('%s answers its documented example as documented', async (id, { fill, keep }) => {
  const operation = operations.get(id)!;
  const answer = await callAsDocumented(api ?? new Api(service.url), operation, fill?.(known) ?? {});
  const usual = Object.keys(operation.responses).find(
    (status) => Number(status) < 300 && (status === '201' || !operation.responses['201']),
  );
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
    service.config.s3 && id === 'SharedFile_open' ? 302 : Number(usual),
    '',
  ]);
  Object.assign(known, await keep?.(answer.json as never, answer));
  if (answer.json === undefined) return;
  const body = recordable.of(answer.json);
  answered[id] = { status: answer.status, body };
  if (!RECORDS)
    expect({ status: answer.status, shape: shapeOf(body) }).toEqual({
      status: recorded()[id]?.status,
      shape: shapeOf(recorded()[id]?.body),
    });
});

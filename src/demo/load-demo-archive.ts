import type { INestApplicationContext } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { SETTLED_AFTER_MS } from '#application/billing/billed-span';
import { CloseBilling } from '#application/billing/close-billing.use-case';
import { CreateDocument } from '#application/documents/create-document.use-case';
import { UploadSessions } from '#application/files/upload-sessions';
import { ArchiveInstaller } from '#application/ports/structure';
import { Clock } from '#application/ports/unit-of-work';
import { newId } from '#application/support/ids';
import { stableId } from '#application/support/stable-id';
import { TimeZone } from '#application/support/time-zone';
import { operator, type Actor } from '#domain/access/actor';
import { PERMISSIONS } from '#domain/access/permission';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { StagedFile } from '#domain/files/document-file';
import { DEMO_ARCHIVE, DEMO_CLIENT, DEMO_UNIT } from './demo-archive';
import { samplePdf, samplePng } from './sample-files';

interface SampleDocument {
  level: readonly string[];
  box?: number;
  /** Custom fields by label; list fields by `list/label`. */
  values: Readonly<Record<string, string>>;
  files: readonly { name: string; extension: string; content: Buffer }[];
}

const DOCUMENTS: readonly SampleDocument[] = [
  {
    level: ['Financeiro', 'Notas Fiscais'],
    values: {
      Número: '1024',
      'Data de Emissão': '15/08/2024',
      'CPF/CNPJ Fornecedor': '07.664.483/0001-78',
      'Valor Total': '1.500,00',
      Observação: 'Manutenção dos elevadores',
    },
    files: [{ name: 'Nota fiscal 1024', extension: 'pdf', content: samplePdf('Nota fiscal 1024') }],
  },
  {
    level: ['Financeiro', 'Notas Fiscais'],
    box: 5001,
    values: { Número: '1025', 'Data de Emissão': '02/09/2024', 'Valor Total': '320,90' },
    files: [],
  },
  {
    level: ['Financeiro', 'Contratos'],
    values: {
      Título: 'Contrato de limpeza',
      Vigência: '31/12/2027',
      Situação: 'Vigente',
      'Fornecedores/CNPJ': '11.222.333/0001-81',
      'Fornecedores/Razão Social': 'Limpeza Total Ltda',
      'Fornecedores/Cidade': 'Belo Horizonte',
    },
    files: [
      { name: 'Contrato assinado', extension: 'pdf', content: samplePdf('Contrato de limpeza') },
      { name: 'Resumo', extension: 'txt', content: Buffer.from('Contrato de limpeza, vigente até 31/12/2027.\n') },
    ],
  },
  {
    level: ['Recursos Humanos', 'Prontuários'],
    box: 5002,
    values: { Tipo: 'Admissão', 'Funcionários/Matrícula': '1001' },
    files: [{ name: 'Foto', extension: 'png', content: samplePng(32, [32, 96, 160]) }],
  },
];

/** Loads the demo archive into an empty archive; answers whether it did. */
export async function loadDemoArchive(app: INestApplicationContext): Promise<boolean> {
  const installer = app.get(ArchiveInstaller);
  if (!(await installer.isEmpty())) return false;
  await installer.install(DEMO_ARCHIVE);
  const unitId = stableId('unit', DEMO_UNIT);
  const clientId = stableId('client', DEMO_CLIENT);
  const scope = await app.get(AccessPolicy).require(demoActor(clientId), 'document:create', { clientId, unitId });
  for (const sample of DOCUMENTS) {
    const upload = app.get(UploadSessions).open(clientId);
    try {
      const staged: StagedFile[] = [];
      for (const file of sample.files) staged.push(await upload.take(once(file.content)));
      await app.get(CreateDocument).execute(scope, {
        unitId,
        nodeId: stableId('level', DEMO_CLIENT, ...sample.level),
        boxCode: sample.box ?? null,
        externalKey: null,
        ifExists: 'refuse',
        values: Object.entries(sample.values).map(([name, value], index) => toIndexer(name, value, index)),
        files: sample.files.map(({ name, extension }, index) => ({
          source: { staged: staged[index]! },
          name,
          extension,
          share: false,
          mustFitExtension: true,
          path: ['files', index],
        })),
        upload,
      });
    } finally {
      await upload.settle();
    }
  }
  await closeLastPeriods(app, 2);
  return true;
}

/** The last periods that can be closed by now, oldest first. */
export async function closeLastPeriods(app: INestApplicationContext, count: number): Promise<void> {
  const day = app
    .get(TimeZone)
    .iso(new Date(app.get(Clock).now().getTime() - SETTLED_AFTER_MS))
    .slice(0, 10);
  const periods: BillingPeriod[] = [];
  for (let at = BillingPeriod.of(day).previous; periods.length < count; at = at.previous) periods.unshift(at);
  const author = operator('close-billing', newId());
  for (const period of periods) {
    for await (const _ of app.get(CloseBilling).execute(author, { period, unit: null, dryRun: false }));
  }
}

async function* once(content: Buffer): AsyncIterable<Uint8Array> {
  yield content;
}

function toIndexer(name: string, value: string, index: number) {
  // `CPF/CNPJ Fornecedor` is a field, `Fornecedores/CNPJ` a field of a list.
  const [, listName = null, label = name] = /^(Fornecedores|Funcionários|Clientes Finais)\/(.+)$/.exec(name) ?? [];
  return { listName, label, value, path: ['values', index] };
}

/** The demo user, before the first login. */
function demoActor(clientId: string): Actor {
  return {
    userId: stableId('user', 'demo'),
    sessionId: '',
    login: 'demo',
    name: '',
    pageSize: 50,
    homeClientId: clientId,
    mustChangePassword: false,
    origin: { address: 'local', requestId: 'demo' },
    grants: [{ clientId, structureVersion: 1, unitId: null, nodeId: null, permissions: PERMISSIONS }],
  };
}

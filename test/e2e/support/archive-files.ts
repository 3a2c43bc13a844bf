import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportArchive } from '#application/provisioning/export-archive.use-case';
import type { ArchivePlan } from '#domain/provisioning/archive-plan';
import { DEMO_FILE } from '#src/demo/demo-archive';
import { ArchiveFileError, readArchiveFile } from '#src/cli/provisioning/read-archive-file';
import { applyFile } from '#src/cli/provisioning/run-apply';
import { writeArchiveFile } from '#src/cli/provisioning/write-archive-file';
import { IDS, invoiceValues, loggedIn, place } from './api';
import { startService, type Service } from './service';

/** All tables that a definition may write. */
const TABLES = [
  'service_unit',
  'client',
  'client_unit',
  'tree_node',
  'field',
  'value_list',
  'node_field',
  'node_list',
  'list_row',
  'list_row_value',
  'box_type',
  'box',
  'signature_origin',
  'contract',
  'contract_service',
  'box_custody',
  'profile',
  'user_account',
  'user_grant',
  'workflow_definition',
  'workflow_design',
];

/** A folder with archive files, and a service to apply them to. */
export class ArchiveDesk {
  private constructor(
    readonly service: Service,
    readonly folder: string,
  ) {}

  static async at(service: Service): Promise<ArchiveDesk> {
    return new ArchiveDesk(service, await mkdtemp(join(tmpdir(), 'acervo-apply-')));
  }

  async close(): Promise<void> {
    await this.service.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  path = (name: string) => join(this.folder, name);

  async apply(text: string, { dryRun = false, allowRemove = false } = {}) {
    await writeFile(this.path('archive.yaml'), text);
    return applyFile(this.service.app, await readArchiveFile(this.path('archive.yaml')), { dryRun, allowRemove });
  }

  /** Problems of the text, one per line, without the folder. */
  async refused(text: string, options: { dryRun?: boolean; allowRemove?: boolean } = {}): Promise<string[]> {
    const before = await this.everything();
    const error = await this.apply(text, options).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ArchiveFileError)) throw error ?? new Error('it was not refused');
    if ((await this.everything()) !== before) throw new Error('the refused file has left something');
    return error.lines.map((line) => line.replaceAll(`${this.folder}/`, ''));
  }

  export(options: { ids?: boolean; passwordHashes?: boolean; rowsTo?: string } = {}): Promise<string> {
    const { ids = false, passwordHashes = false, rowsTo = null } = options;
    const file = rowsTo === null ? null : this.path('archive.yaml');
    return writeArchiveFile(this.service.app.get(ExportArchive), { file, rowsTo, ids, passwordHashes });
  }

  /** All rows that a definition may change, with their versions, as one text. */
  async everything(): Promise<string> {
    const tables = await Promise.all(TABLES.map((table) => this.service.database.query(`SELECT * FROM ${table}`)));
    return JSON.stringify(tables);
  }

  async count(table: string): Promise<number> {
    const [row] = (await this.service.database.query(`SELECT COUNT(*) AS total FROM ${table}`)) as { total: number }[];
    return Number(row?.total);
  }
}

/** With a service of its own. */
export const openDesk = async () => ArchiveDesk.at(await startService());

export const demoText = () => readFile(DEMO_FILE, 'utf8');

/** A text with one part replaced; the part must exist. */
export function edited(text: string, ...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file does not hold ${JSON.stringify(from)}`);
    return result.replace(from, () => to);
  }, text);
}

/** `fields +1 ~2 -0`, one for each kind. */
export const summary = ({ groups }: ArchivePlan) =>
  groups.map(({ what, counts }) => `${what} +${counts.add} ~${counts.change} -${counts.remove}`);

/** The demo archive with an additional document on each of two levels, with a list row and a box, so that everything is in use. */
export async function deskWithContents(): Promise<ArchiveDesk> {
  const desk = await ArchiveDesk.at(await startService());
  const demo = await loggedIn(desk.service.url);
  const filed = await demo.post('/api/v2/Documento', {
    query: place(IDS.records),
    body: {
      codigoCaixa: 5002,
      valoresCampos: [
        { label: 'Tipo', valorCampo: 'Ficha' },
        { nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '1002' },
      ],
    },
  });
  expect(filed.status).toBe(201);
  expect((await demo.post('/api/v2/Documento', { query: place(), body: { valoresCampos: invoiceValues('9') } })).status).toBe(201);
  return desk;
}

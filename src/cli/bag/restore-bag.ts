import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ApplyArchive, ArchiveRefused } from '#application/archive/apply-archive.use-case';
import type { ClientRestoration, Unknown } from '#application/archive/client-restoration';
import { ExportArchive } from '#application/archive/export-archive.use-case';
import { RestoreClient } from '#application/archive/restore-client.use-case';
import { newId } from '#application/ids';
import { operator, type Author } from '#domain/access/actor';
import type { ClientDefinition, PartialArchive } from '#domain/archive/archive-definition';
import { ArchiveFileError, readArchiveFile } from '../archive-file/read-archive-file';
import type { Output } from '../output';
import { BagRefused, Complaints } from './bag-refused';
import { checkBag, type Manifest } from './check-bag';
import { ARCHIVE, DOCUMENTS, MANIFEST, pathOfFile, ROWS, sha256Of, SIGNATURES } from './layout';
import { mergedDefinition } from './merged-definition';
import { documentsOf, inBatches, LineBroken, rowsOf, signaturesOf } from './record-lines';

const BATCH = 200;
/** Documents in one transaction: clusters refuse large ones. */
const TOGETHER = 25;

const WHAT: Record<Unknown['what'], string> = {
  unit: 'a unidade não existe, ou não atende o cliente',
  level: 'o nível não existe',
  box: 'a caixa não existe',
  field: 'o campo não existe',
  list: 'a lista não existe',
  row: 'a linha de lista não existe',
  file: 'o arquivo não existe',
  origin: 'a origem de assinatura não existe',
  size: 'o arquivo passa do limite de tamanho deste serviço (MAX_FILE_MB)',
};

export interface RestoreOptions {
  /** Goes on with an import of the same bag that was broken off. */
  continuing: boolean;
  /** Documents get new numbers: others have theirs. */
  newCodes: boolean;
}

export interface BagRestored {
  clientId: string;
  documents: number;
  documentsBefore: number;
  files: number;
  manifest: string;
}

interface Coming {
  definition: PartialArchive;
  client: ClientDefinition & { id: string };
}

/** A bag on its way into the archive: all of it is checked before anything of it is applied. */
export class BagRestore {
  private readonly complaints = new Complaints();
  private readonly before = new Set<string>();
  private documents = 0;
  private files = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly folder: string,
    private readonly options: RestoreOptions,
    private readonly output: Output,
  ) {}

  async run(): Promise<BagRestored> {
    const manifest = await checkBag(this.folder, this.output.progress('verify', 'files'));
    const coming = await this.coming();
    const clientId = coming.client.id;
    const definition = await this.applicable(coming);
    const restoration = await this.app.get(RestoreClient).prepare(clientId, definition);
    await this.look(restoration, manifest);
    const author = operator('bag-import', newId());
    // Looking took its time: what others have changed meanwhile stays as they have it.
    await this.apply(author, await this.merged(coming), false);
    await this.addRows(restoration);
    await this.addDocuments(restoration);
    for await (const batch of inBatches(signaturesOf(this.path(SIGNATURES)), BATCH))
      await restoration.addSignatures(batch.map(({ value }) => value));
    const digest = await sha256Of(this.path(MANIFEST));
    const total = await restoration.finish(author, { bag: digest, documents: this.documents, files: this.files });
    if (total !== this.documents)
      throw new BagRefused([`o cliente tem ${total} documentos e o bag ${this.documents}: o bag não é deste acervo`]);
    return {
      clientId,
      documents: this.documents - this.before.size,
      documentsBefore: this.before.size,
      files: this.files,
      manifest: digest,
    };
  }

  private path = (name: string) => join(this.folder, name);

  /** What the bag describes: one client, and what belongs to it. */
  private async coming(): Promise<Coming> {
    const file = await readArchiveFile(this.path(ARCHIVE)).catch((error: unknown) => {
      throw error instanceof ArchiveFileError ? new BagRefused([`${ARCHIVE} não pode ser lido:`, ...error.lines]) : error;
    });
    const { definition: coming, problems } = file.input;
    if (problems.length > 0) throw new BagRefused([`${ARCHIVE} não pode ser aplicado:`, ...file.wording(problems)]);
    const [client, ...others] = coming.clients ?? [];
    if (!client?.id || others.length > 0) throw new BagRefused([`${ARCHIVE} deve descrever um único cliente, com seu id`]);
    const { id } = client;
    const strangers = (coming.users ?? []).filter(({ grants }) => grants.some((grant) => grant.client !== client.name));
    if (strangers.length > 0)
      throw new BagRefused(strangers.map(({ login }) => `${ARCHIVE} dá ao usuário "${login}" acesso a outro cliente que não o do bag`));
    return { definition: coming, client: { ...client, id } };
  }

  /** The running archive with the client of the bag. */
  private async merged({ definition: coming, client }: Coming): Promise<PartialArchive> {
    const { definition: running } = await this.app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
    const here = running.clients.find(({ id, name }) => id === client.id || name === client.name);
    if (here && !this.options.continuing)
      throw new BagRefused([`o cliente "${client.name}" já existe neste acervo; --continue retoma uma importação interrompida`]);
    if (here && here.id !== client.id) throw new BagRefused([`outro cliente deste acervo se chama "${client.name}"`]);
    return here ? running : mergedDefinition(running, coming);
  }

  private async apply(author: Author, definition: PartialArchive, dryRun: boolean): Promise<void> {
    await this.app.get(ApplyArchive).execute(author, { definition, tables: new Map(), problems: [] }, { dryRun, allowRemove: false });
  }

  /** What is to be applied, which is known to be applicable. */
  private async applicable(coming: Coming): Promise<PartialArchive> {
    const definition = await this.merged(coming);
    try {
      await this.apply(operator('bag-import', newId()), definition, true);
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      throw new BagRefused([`${ARCHIVE} não pode ser aplicado:`, ...error.problems.map(({ message }) => message)]);
    }
    return definition;
  }

  private async look(restoration: ClientRestoration, manifest: Manifest): Promise<void> {
    const ids = new Set<string>();
    const once = (where: string, id: string) => {
      if (ids.has(id)) this.complaints.add(`${where}: o id ${id} aparece mais de uma vez`);
      ids.add(id);
    };
    const unknown = (where: string, found: readonly Unknown[]) => {
      for (const { what, id } of found) this.complaints.add(`${where}: ${WHAT[what]}: ${id}`);
    };
    await this.reading(ROWS, async () => {
      for await (const { line, value } of rowsOf(this.path(ROWS))) {
        once(`${ROWS}:${line}`, value.id);
        unknown(`${ROWS}:${line}`, restoration.lookAtRow(value));
      }
    });
    let payload = 4;
    await this.reading(DOCUMENTS, async () => {
      for await (const batch of inBatches(documentsOf(this.path(DOCUMENTS)), BATCH)) {
        for (const { line, value } of batch) {
          const where = `${DOCUMENTS}:${line}`;
          once(where, value.id);
          once(where, `code ${value.code}`);
          unknown(where, restoration.lookAt(value));
          for (const file of value.files) {
            once(where, file.id);
            for (const { number, sha256 } of [...file.former, { ...file, number: null }]) {
              payload++;
              this.files++;
              if (manifest.get(pathOfFile(file.id, number)) !== sha256)
                this.complaints.add(`${where}: o arquivo ${file.id} não está no manifesto com este SHA-256`);
            }
          }
        }
        this.documents += batch.length;
        await this.compare(restoration, batch);
      }
    });
    if (payload !== manifest.size) this.complaints.add(`${MANIFEST} tem ${manifest.size} arquivos e ${DOCUMENTS} explica ${payload}`);
    await this.reading(SIGNATURES, async () => {
      for await (const { line, value } of signaturesOf(this.path(SIGNATURES))) {
        once(`${SIGNATURES}:${line}`, value.id);
        unknown(`${SIGNATURES}:${line}`, restoration.lookAtSignature(value));
      }
    });
    this.complaints.refuseIfAny();
  }

  /** With what the archive has already. */
  private async compare(
    restoration: ClientRestoration,
    batch: readonly { value: Parameters<ClientRestoration['known']>[0][number] }[],
  ): Promise<void> {
    const { here, elsewhere, codes } = await restoration.known(batch.map(({ value }) => value));
    for (const id of here) this.before.add(id);
    for (const id of elsewhere) this.complaints.add(`${DOCUMENTS}: o id ${id} já existe em outro cliente deste acervo`);
    if (this.options.newCodes) return;
    for (const code of codes)
      this.complaints.add(`${DOCUMENTS}: outro documento deste acervo tem o código ${code}; --new-codes dá códigos novos`);
  }

  private async reading(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof LineBroken)) throw error;
      throw new BagRefused([`${name}: ${error.message}`]);
    }
  }

  private async addRows(restoration: ClientRestoration): Promise<void> {
    for await (const batch of inBatches(rowsOf(this.path(ROWS)), BATCH)) {
      const rows = batch.map(({ value }) => value);
      for (const listId of new Set(rows.map((row) => row.listId))) await restoration.addRows(listId, rows.filter((row) => row.listId === listId)); // prettier-ignore
    }
  }

  private async addDocuments(restoration: ClientRestoration): Promise<void> {
    const progress = this.output.progress('import', 'documents');
    const open = (fileId: string, number: number | null) =>
      createReadStream(this.path(pathOfFile(fileId, number)), { highWaterMark: 256 * 1024 });
    let done = 0;
    for await (const batch of inBatches(documentsOf(this.path(DOCUMENTS)), TOGETHER)) {
      const missing = batch.map(({ value }) => value).filter(({ id }) => !this.before.has(id));
      await restoration.add(missing, !this.options.newCodes, open);
      progress.show((done += batch.length), this.documents);
    }
  }
}

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ApplyArchive, ArchiveRefused, type ApplyOptions } from '#application/archive/apply-archive.use-case';
import type { Inspected } from '#application/archive/client-inspection';
import type { ClientRestoration } from '#application/archive/client-restoration';
import { ExportArchive } from '#application/archive/export-archive.use-case';
import { RestoreClient } from '#application/archive/restore-client.use-case';
import { newId } from '#application/ids';
import { operator, type Author } from '#domain/access/actor';
import type { ArchiveDefinition, ClientDefinition, PartialArchive } from '#domain/archive/archive-definition';
import { ArchiveFileError, readArchiveFile } from '../archive-file/read-archive-file';
import type { Output } from '../output';
import { BagLook } from './bag-look';
import { BagRefused } from './bag-refused';
import { checkBag, type CheckedBag } from './check-bag';
import { ARCHIVE, PARTS, pathOfFile, type Part } from './layout';
import { begunDefinition, completedDefinition, mergedDefinition } from './merged-definition';
import { inBatches, LineBroken, recordsOf, TOGETHER } from './record-lines';

/** Documents in one transaction: clusters refuse large ones. */
const WITH_FILES = 25;

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
  /** Of this client, and not of the bag: somebody has filed them since a first import. */
  documentsBeside: number;
  flows: number;
  files: number;
  manifest: string;
}

interface Coming {
  definition: PartialArchive;
  client: ClientDefinition & { id: string };
}

/** A bag on its way into the archive: all of it is checked before anything of it is applied. */
export class BagRestore {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly folder: string,
    private readonly options: RestoreOptions,
    private readonly output: Output,
  ) {}

  async run(): Promise<BagRestored> {
    const bag = await checkBag(this.folder, this.output.progress('verify', 'files'));
    const coming = await this.coming();
    const clientId = coming.client.id;
    const definition = await this.applicable(coming, bag.sha256);
    const people = coming.definition.users ?? [];
    const restoration = await this.app.get(RestoreClient).prepare(clientId, definition, people, this.options);
    const { documents, flows, files } = await new BagLook(this.folder, bag, restoration.inspection).run();
    const author = operator('bag-import', newId());
    // Looking took its time: what others have changed meanwhile stays as they have it.
    const running = await this.running();
    if (!(await this.isBegun(running, coming, bag.sha256)))
      await this.apply(author, begunDefinition(running, coming.definition), { also: () => restoration.begin(author, bag.sha256) });
    await this.restore(restoration, bag, documents);
    await this.apply(author, completedDefinition(await this.running(), coming.definition));
    const total = await restoration.finish(author, { bag: bag.sha256, documents, flows, files });
    const { before } = restoration.inspection;
    return {
      clientId,
      documents: documents - before.documents,
      documentsBefore: before.documents,
      documentsBeside: total - documents,
      flows: flows - before.flows,
      files,
      manifest: bag.sha256,
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

  private async running(): Promise<ArchiveDefinition> {
    const { definition } = await this.app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
    return definition;
  }

  /** Whether the client is there from an import of this very bag that was broken off. */
  private async isBegun(running: ArchiveDefinition, { client }: Coming, bag: string): Promise<boolean> {
    const here = running.clients.find(({ id, name }) => id === client.id || name === client.name);
    if (!here) return false;
    if (here.id !== client.id) throw new BagRefused([`outro cliente deste acervo se chama "${client.name}"`]);
    const unfinished = await this.app.get(RestoreClient).unfinished(client.id);
    const exists = `o cliente "${client.name}" já existe neste acervo`;
    if (unfinished === null) throw new BagRefused([`${exists}, e não há importação interrompida dele a retomar`]);
    if (unfinished !== bag)
      throw new BagRefused([`${exists}, de uma importação interrompida de outro bag, cujo manifesto é ${unfinished}`]);
    if (!this.options.continuing) throw new BagRefused([`${exists}; --continue retoma a importação interrompida deste bag`]);
    return true;
  }

  private async apply(
    author: Author,
    definition: PartialArchive,
    options: Pick<ApplyOptions, 'also'> & { dryRun?: true } = {},
  ): Promise<void> {
    const input = { definition, tables: new Map(), problems: [] };
    try {
      await this.app.get(ApplyArchive).execute(author, input, { dryRun: false, allowRemove: false, ...options });
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      throw new BagRefused([`${ARCHIVE} não pode ser aplicado:`, ...error.problems.map(({ message }) => message)]);
    }
  }

  /** What is to be applied, which is known to be applicable. */
  private async applicable(coming: Coming, bag: string): Promise<PartialArchive> {
    const running = await this.running();
    const isBegun = await this.isBegun(running, coming, bag);
    const definition = isBegun ? completedDefinition(running, coming.definition) : mergedDefinition(running, coming.definition);
    await this.apply(operator('bag-import', newId()), definition, { dryRun: true });
    return definition;
  }

  private async restore(restoration: ClientRestoration, { parts, payload }: CheckedBag, documents: number): Promise<void> {
    const open = (fileId: string, number: number | null) =>
      createReadStream(this.path(pathOfFile(fileId, number)), { highWaterMark: 256 * 1024 });
    const progress = this.output.progress('import', 'documents');
    let done = 0;
    const writers: { [K in Part]: (records: Inspected[K][]) => Promise<void> } = {
      rows: async (rows) => {
        for (const listId of new Set(rows.map((row) => row.listId))) await restoration.addRows(listId, rows.filter((row) => row.listId === listId)); // prettier-ignore
      },
      documents: async (some) => {
        await restoration.addDocuments(some, open);
        progress.show((done += some.length), documents);
      },
      designs: (designs) => restoration.addDesigns(designs),
      flows: (flows) => restoration.addFlows(flows, open),
      signatures: (signatures) => restoration.addSignatures(signatures),
      bills: (bills) => restoration.addBills(bills),
      custody: (custody) => restoration.addCustody(custody),
    };
    const restorePart = async <K extends Part>(part: K) => {
      const together = part === 'documents' || part === 'flows' ? WITH_FILES : TOGETHER;
      for await (const batch of inBatches(recordsOf(part, this.folder, payload), together))
        await writers[part](batch.map(({ value }) => value));
    };
    for (const part of parts) {
      await restorePart(part).catch((error: unknown) => {
        throw error instanceof LineBroken ? new BagRefused([`${PARTS[part]}: ${error.message}; a importação parou no meio`]) : error;
      });
    }
  }
}

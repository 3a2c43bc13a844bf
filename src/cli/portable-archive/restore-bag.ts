import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ArchiveChange, ArchiveRefused, type ApplyOptions } from '#application/provisioning/archive-change';
import type { Inspected } from '#application/portable-archive/client-inspection';
import type { ClientRestoration } from '#application/portable-archive/client-restoration';
import { ImportTurn, ImportUnderWay, TurnLost } from '#application/provisioning/import-turn';
import { RestoreClient } from '#application/portable-archive/restore-client.use-case';
import { newId } from '#application/support/ids';
import { ArchiveStore } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import { operator, type Author } from '#domain/access/actor';
import type { PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveImage } from '#domain/provisioning/archive-image';
import { fold } from '#domain/text';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { isDuplicate } from '#infrastructure/typeorm/database-errors';
import { ArchiveFileError, parseArchiveFile } from '../provisioning/read-archive-file';
import { t } from '#src/terminal/language';
import type { Output } from '../output';
import { sentence } from '#src/terminal/portuguese';
import { BagLook, codesRefused } from './bag-look';
import { BagRefused } from './bag-refused';
import { checkBag, type CheckedBag } from './check-bag';
import { clientHere, refuseSecond } from './client-here';
import { ARCHIVE, PARTS, pathOfFile, type Part } from './layout';
import { begunDefinition, completedDefinition, mergedDefinition, type ComingClient } from './merged-definition';
import { passwordsLeft, refuseOthersPeople, sharedUsers } from './people-here';
import { changed, inBatches, LineBroken, recordsOf, TOGETHER } from './record-lines';

/** Documents in one transaction: clusters refuse large ones. */
const WITH_FILES = 25;

/** An import that has lost its claim writes nothing. */
type Hold = () => Promise<void>;

/** Rows, documents and events have files of their own, which are read in pieces. */
const LARGEST_ARCHIVE = 100 * 1024 * 1024;

export interface RestoreOptions {
  /** Continues an interrupted import of the same bag. */
  continuing: boolean;
  /** Documents get new numbers, because theirs are in use. */
  newCodes: boolean;
  /** Users who are here already, and have rights in the bag, are the same people: they get them. */
  sharedUsers: boolean;
}

export interface BagRestored {
  clientId: string;
  documents: number;
  documentsBefore: number;
  /** Documents of this client that are not in the bag, created after a first import. */
  documentsBeside: number;
  flows: number;
  files: number;
  /** Logins of users who were here before, and have the client's grants now. */
  sharedUsers: readonly string[];
  /** Hashes in the bag of users who were here before, or have a password by now. */
  passwordsLeft: number;
  manifest: string;
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
    const bag = await checkBag(this.folder, this.output.progress('verify', t('files', 'arquivos')));
    const coming = await this.coming(bag);
    return this.app
      .get(ImportTurn)
      .run(coming.client.id, (hold) => this.bring(bag, coming, hold))
      .catch((error: unknown) => {
        const { name } = coming.client;
        if (error instanceof ImportUnderWay)
          throw new BagRefused([
            t(`another import of client "${name}" is running`, `outra importação do cliente "${name}" está em andamento`),
          ]);
        if (!(error instanceof TurnLost)) throw error;
        throw new BagRefused([
          t(
            `the import of client "${name}" stopped: another one has taken its turn; --continue goes on with the one that was broken off`,
            `a importação do cliente "${name}" parou, pois perdeu a vez para outra; --continue retoma a que estiver interrompida`,
          ),
        ]);
      });
  }

  private async bring(bag: CheckedBag, coming: ComingClient, hold: Hold): Promise<BagRestored> {
    const clientId = coming.client.id;
    if (!this.options.newCodes && !(await this.app.get(RestoreClient).takesCodes(clientId))) throw codesRefused();
    const isBegun = await this.isBegun(await this.app.get(ArchiveStore).read(), coming, bag.sha256);
    const definition = await this.applicable(coming, isBegun);
    const restoration = await this.app.get(RestoreClient).prepare(clientId, definition, coming.users, this.options);
    const { documents, flows, files } = await new BagLook(this.folder, bag, restoration.inspection).run();
    const author = operator('bag-import', newId());
    if (!isBegun) await this.begin(author, coming, hold, () => restoration.begin(author, bag.sha256));
    await this.restore(restoration, bag, documents, hold);
    const people = await this.complete(author, coming, hold);
    const total = await restoration.finish(author, { bag: bag.sha256, documentCount: documents, flowCount: flows, fileCount: files }, hold);
    const { before } = restoration.inspection;
    return {
      clientId,
      documents: documents - before.documents,
      documentsBefore: before.documents,
      documentsBeside: total - documents,
      flows: flows - before.flows,
      files,
      ...people,
      manifest: bag.sha256,
    };
  }

  private path = (name: string) => join(this.folder, name);

  /** What the bag describes: one client, and what belongs to it. */
  private async coming({ payload }: CheckedBag): Promise<ComingClient> {
    if ((await stat(this.path(ARCHIVE))).size > LARGEST_ARCHIVE)
      throw new BagRefused([t(`${ARCHIVE} has more than 100 MB`, `${ARCHIVE} passa de 100 MB`)]);
    const bytes = await readFile(this.path(ARCHIVE));
    if (createHash('sha256').update(bytes).digest('hex') !== payload.get(ARCHIVE)) throw new BagRefused([`${ARCHIVE}: ${changed()}`]);
    const file = await parseArchiveFile(this.path(ARCHIVE), bytes).catch((error: unknown) => {
      throw error instanceof ArchiveFileError
        ? new BagRefused([t(`${ARCHIVE} cannot be read:`, `${ARCHIVE} não pode ser lido:`), ...error.lines])
        : error;
    });
    const { definition: coming, problems } = file.input;
    if (problems.length > 0) throw new BagRefused([notApplicable(), ...file.wording(problems)]);
    const [client, ...others] = coming.clients ?? [];
    if (!client?.id || others.length > 0)
      throw new BagRefused([
        t(`${ARCHIVE} must describe one client alone, with its id`, `${ARCHIVE} deve descrever um único cliente, com seu id`),
      ]);
    const { id } = client;
    const strangers = (coming.users ?? []).filter(({ home, grants }) =>
      [home ?? client.name, ...grants.map((grant) => grant.client)].some((name) => name !== client.name),
    );
    if (strangers.length > 0)
      throw new BagRefused(
        strangers.map(({ login }) =>
          t(
            `${ARCHIVE} gives user "${login}" access to a client that is not the bag's`,
            `${ARCHIVE} dá ao usuário "${login}" acesso a outro cliente que não o do bag`,
          ),
        ),
      );
    return {
      client: { ...client, id },
      units: coming.units ?? [],
      boxTypes: (coming.boxTypes ?? []).map((type) => (typeof type === 'string' ? { name: type } : type)),
      profiles: coming.profiles ?? [],
      users: (coming.users ?? []).map(({ password: _, ...user }) => ({
        passwordHash: NO_PASSWORD_HASH,
        id: stableId('user', fold(user.login)),
        ...user,
        // Users who are only named in records cannot log in.
        ...(user.grants.length === 0 && !user.home && { active: false }),
      })),
    };
  }

  /** Whether an interrupted import of this bag has created the client. */
  private async isBegun(running: ArchiveImage, coming: ComingClient, bag: string): Promise<boolean> {
    const { client } = coming;
    const here = clientHere(running, coming);
    if (!here) return false;
    if (here.id !== client.id)
      throw new BagRefused([
        t(`another client of this archive is called "${client.name}"`, `outro cliente deste acervo se chama "${client.name}"`),
      ]);
    const unfinished = await this.app.get(RestoreClient).unfinished(client.id);
    const refused = (english: string, portuguese: string) => {
      const exists = t(`client "${client.name}" is in this archive already`, `o cliente "${client.name}" já existe neste acervo`);
      return new BagRefused([`${exists}${t(english, portuguese)}`]);
    };
    if (unfinished === null)
      throw refused(', and there is no import of it to go on with', ', e não há importação interrompida dele a retomar');
    if (unfinished !== bag)
      throw refused(
        `, from a broken off import of another bag, with the manifest ${unfinished}`,
        `, de uma importação interrompida de outro bag, cujo manifesto é ${unfinished}`,
      );
    if (!this.options.continuing)
      throw refused(
        '; --continue goes on with the broken off import of this bag',
        '; --continue retoma a importação interrompida deste bag',
      );
    return true;
  }

  /** Looking took its time: what others have done meanwhile stays. */
  private async begin(author: Author, coming: ComingClient, hold: Hold, also: () => Promise<void>): Promise<void> {
    const merge = async (image: ArchiveImage) => {
      await hold();
      refuseSecond(image, coming);
      this.refuseOthersPeople(image, coming);
      return begunDefinition(image, coming);
    };
    await this.apply(author, coming, merge, { also }).catch(async (error: unknown) => {
      // In an archive without any client there is none to lock: of two bags that come at once one finds the ids taken.
      if (isDuplicate(error)) refuseSecond(await this.app.get(ArchiveStore).read(), coming);
      throw error;
    });
  }

  private async complete(author: Author, coming: ComingClient, hold: Hold): Promise<Pick<BagRestored, 'sharedUsers' | 'passwordsLeft'>> {
    const people = { sharedUsers: [] as string[], passwordsLeft: 0 };
    await this.apply(author, coming, async (image) => {
      await hold();
      this.refuseOthersPeople(image, coming);
      people.sharedUsers = sharedUsers(image, coming).map(({ login }) => login);
      people.passwordsLeft = passwordsLeft(image, coming);
      return completedDefinition(image, coming);
    });
    return people;
  }

  private refuseOthersPeople(image: ArchiveImage, coming: ComingClient): void {
    refuseOthersPeople(image, coming, this.options.sharedUsers);
  }

  /** @param merge makes the applied definition from the archive, under the lock. */
  private async apply(
    author: Author,
    { client, users }: ComingClient,
    merge: NonNullable<ApplyOptions['merge']>,
    options: Pick<ApplyOptions, 'also'> & { dryRun?: true } = {},
  ): Promise<void> {
    // Models are checked before the lock is taken.
    const people = users.map(({ id = '', login }) => ({ id, login }));
    const input = { definition: { clients: [client] }, tables: new Map(), problems: [] };
    const given = { dryRun: false, allowRemove: false, asItWas: people, merge, owner: client.id, ...options };
    try {
      await this.app.get(ArchiveChange).apply(author, input, given);
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      throw new BagRefused([notApplicable(), ...error.problems.map(({ message }) => sentence(message))]);
    }
  }

  /** What is to be applied, which is known to be applicable. */
  private async applicable(coming: ComingClient, isBegun: boolean): Promise<PartialArchive> {
    let definition: PartialArchive = {};
    const merge = (image: ArchiveImage) => {
      if (!isBegun) refuseSecond(image, coming);
      this.refuseOthersPeople(image, coming);
      return (definition = isBegun ? completedDefinition(image, coming) : mergedDefinition(image, coming));
    };
    await this.apply(operator('bag-import', newId()), coming, merge, { dryRun: true });
    return definition;
  }

  private async restore(restoration: ClientRestoration, bag: CheckedBag, documents: number, hold: Hold): Promise<void> {
    const { parts, payload } = bag;
    const open = (fileId: string, number: number | null) =>
      createReadStream(this.path(pathOfFile(fileId, number)), { highWaterMark: 256 * 1024 });
    const progress = this.output.progress('import', t('documents', 'documentos'));
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
      for await (const batch of inBatches(recordsOf(part, this.folder, payload), together)) {
        await hold();
        await writers[part](batch.map(({ value }) => value));
      }
    };
    for (const part of parts) {
      await restorePart(part).catch((error: unknown) => {
        if (!(error instanceof LineBroken)) throw error;
        throw new BagRefused([`${PARTS[part]}: ${error.message}; ${t('the import stopped midway', 'a importação parou no meio')}`]);
      });
    }
  }
}

const notApplicable = () => t(`${ARCHIVE} cannot be applied:`, `${ARCHIVE} não pode ser aplicado:`);

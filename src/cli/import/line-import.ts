import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { CreateDocument, type CreatedDocument } from '#application/documents/create-document.use-case';
import { DependencyDown, WriteConflict } from '#application/support/errors';
import { UploadSessions } from '#application/files/upload-sessions';
import type { UploadSession } from '#application/files/upload-session';
import { Idempotency, SOLE_CALLER_LEASE_MS } from '#application/idempotency/idempotency';
import { TimeZone } from '#application/support/time-zone';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { CreateDocumentV3 } from '#http/documents/create-document-v3.dto';
import { CreateQuery } from '#http/documents/create-query.dto';
import { DtoPipe } from '#http/validation/dto.pipe';
import { ReadProblems } from '#http/validation/read-problems';
import { t } from '#src/terminal/language';
import { Unfinished } from '../unfinished';
import type { Columns, FieldColumn, PlaceColumn } from './columns';
import type { CsvLine } from './csv-stream';
import { bytesOf, filesOf, type LineFile } from './line-files';
import { LineRefused, worded } from './line-problem';
import { placeOf, type GivenPlace, type LinePlace } from './place-of-line';
import type { DoneLine } from './result-file';

export interface LineOptions {
  folder: string;
  /** What lines that say nothing else mean. */
  place: GivenPlace;
  ifExists: 'recusar' | 'retornar';
  /** Columns of the file. */
  columns: Columns;
}

/** It makes no sense to go on with the other lines: what stopped this one stops them all. */
class ImportStopped extends Unfinished {}

/** An internal error: running it again does not help. */
export class ImportFault extends Error {}

const WAITS_MS = [500, 1000, 2000, 4000, 8000];
/** Of the user, not of the line. */
const FATAL = new Set(['TOKEN_INVALID', 'PASSWORD_CHANGE_REQUIRED']);
const LATER = new Set(['BUSY', 'UNAVAILABLE', 'CALL_RUNNING']);

const isPassing = (error: unknown) =>
  error instanceof DependencyDown || error instanceof WriteConflict || (error instanceof DomainError && LATER.has(error.code));

export const contentOf = ({ cells }: CsvLine) => createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16);

interface ReadLine {
  place: LinePlace;
  files: readonly LineFile[];
  sent: readonly FieldColumn[];
  body(staged: readonly StagedFile[]): Record<string, unknown>;
}

/** Files one line after the other as operation 4.9 would: by the same rules, with the user's rights, once. */
export class LineImport {
  private readonly pipe: DtoPipe;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly user: { actor(): Promise<Actor> },
    private readonly options: LineOptions,
  ) {
    this.pipe = new DtoPipe(app.get(TimeZone));
  }

  /** Throws `LineRefused`. */
  run(line: CsvLine, runId: string): Promise<DoneLine> {
    return this.insisting(line, async (actor) => {
      const done = await this.filed(actor, line, runId);
      return { ...done, content: contentOf(line) };
    });
  }

  /** All that `run` would look at, files included; nothing is stored. */
  check(line: CsvLine): Promise<void> {
    return this.insisting(line, async (actor) => {
      const read = await this.read(actor, line);
      await this.withUpload(read, this.app.get(UploadSessions).openDiscarding(), async (upload, staged) => {
        const scope = await this.app.get(AccessPolicy).require(actor, 'document:create', read.place);
        await this.app.get(CreateDocument).simulate(scope, await this.input(read, staged, upload));
      });
    });
  }

  private async insisting<T>(line: CsvLine, work: (actor: Actor) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work(await this.user.actor());
      } catch (error) {
        if (error instanceof LineRefused) throw error;
        if (error instanceof DomainError && FATAL.has(error.code))
          throw new ImportStopped(t(`the user may not work any more: ${error.code}`, `o usuário não pode mais trabalhar: ${error.code}`));
        if (!isPassing(error))
          throw new ImportFault(t(`line ${line.line} met a fault of the program`, `a linha ${line.line} topou com uma falha do programa`), {
            cause: error,
          });
        const wait = WAITS_MS[tries];
        if (wait === undefined)
          throw new ImportStopped(t(`line ${line.line}: ${(error as Error).message}`, `linha ${line.line}: ${(error as Error).message}`), {
            cause: error,
          });
        await pause(wait);
      }
    }
  }

  private async filed(actor: Actor, line: CsvLine, runId: string): Promise<Omit<DoneLine, 'content'>> {
    const read = await this.read(actor, line);
    return this.withUpload(read, this.app.get(UploadSessions).open(read.place.clientId), async (upload, staged) => {
      const scope = await this.app.get(AccessPolicy).require(actor, 'document:create', read.place);
      const input = await this.input(read, staged, upload);
      const asked = JSON.stringify([read.place, read.body(staged)], (_, value: unknown) => (isStaged(value) ? value.sha256 : value));
      const call = {
        clientId: scope.clientId,
        userId: actor.userId,
        key: `import:${runId}:${line.line}`,
        digest: createHash('sha256').update(asked).digest('hex'),
      };
      const once = await this.app.get(Idempotency).run<CreatedDocument>(
        call,
        ({ id, code, existed }) => ({ status: 201, body: JSON.stringify({ id, code, existed }) }),
        (receipt) => this.app.get(CreateDocument).execute(scope, input, receipt),
        SOLE_CALLER_LEASE_MS,
      );
      if ('replay' in once) return JSON.parse(once.replay.body) as Omit<DoneLine, 'content'>;
      const { id, code, existed } = once.result;
      return { id, code, existed };
    });
  }

  private async withUpload<T>(
    read: ReadLine,
    upload: UploadSession,
    work: (upload: UploadSession, staged: StagedFile[]) => Promise<T>,
  ): Promise<T> {
    const { columns } = this.options;
    try {
      const staged: StagedFile[] = [];
      for (const file of read.files) staged.push(await upload.take(bytesOf(file, this.title('arquivos'))));
      return await work(upload, staged);
    } catch (error) {
      if (!(error instanceof DomainError) || LATER.has(error.code) || FATAL.has(error.code)) throw error;
      const names = read.files.map(({ shown }) => shown);
      throw worded(error, columns, read.sent, names);
    } finally {
      await upload.settle();
    }
  }

  private async input(read: ReadLine, staged: readonly StagedFile[], upload: UploadSession) {
    const found = new ReadProblems([]);
    const body = await this.pipe.object(CreateDocumentV3, read.body(staged), found, (value) => (isStaged(value) ? value : undefined));
    if (found.problems.length > 0) throw new DomainError('INPUT_INVALID', found.problems);
    const { clientId: idCliente, unitId: idUnidade, nodeId: idArvoreOrganizacional } = read.place;
    const query = Object.assign(new CreateQuery(), { idCliente, idUnidade, idArvoreOrganizacional, seExistir: this.options.ifExists });
    return CreateDocumentV3.toInput(query, body, upload, []);
  }

  private async read(actor: Actor, { cells }: CsvLine): Promise<ReadLine> {
    const { columns, folder, place } = this.options;
    const cell = (column: PlaceColumn) => cells[columns.places.get(column)?.index ?? -1]?.trim() ?? '';
    const given = {
      cliente: cell('cliente') || place.cliente,
      unidade: cell('unidade') || place.unidade,
      nivel: cell('nivel') || place.nivel,
    };
    const known = new Set([...columns.fields, ...columns.places.values()].map(({ index }) => index));
    const lost = cells.findIndex((value, index) => value.trim() !== '' && !known.has(index));
    if (lost >= 0)
      throw new LineRefused([
        {
          column: t(`(column ${lost + 1})`, `(coluna ${lost + 1})`),
          message: t('There is a value without a column in the first line.', 'Há um valor sem coluna na primeira linha.'),
        },
      ]);
    const scope = await this.app
      .get(AccessPolicy)
      .requireAnywhere(actor, 'document:create')
      .catch((error: unknown) => {
        throw error instanceof DomainError ? worded(error, columns, [], []) : error;
      });
    const titles = { files: this.title('arquivos'), names: this.title('nomesArquivos') };
    const files = await filesOf(folder, cell('arquivos'), cell('nomesArquivos'), titles);
    // An empty cell says nothing: other lines may be of levels that have the field.
    const sent = columns.fields.filter(({ index }) => (cells[index] ?? '').trim() !== '');
    return {
      place: placeOf(scope, given, (column) => this.title(column)),
      files,
      sent,
      body: (staged) => ({
        codigoCaixa: cell('caixa') || undefined,
        chaveExterna: cell('chaveExterna') || undefined,
        valoresCampos: sent.map(({ listName, label, index }) => ({ nomeLista: listName ?? undefined, label, valorCampo: cells[index] })),
        arquivos: files.map(({ name, extension }, index) => ({
          arquivo: staged[index],
          contentType: `application/${extension}`,
          extensao: extension,
          nomeAmigavel: name,
        })),
      }),
    };
  }

  private title(column: PlaceColumn): string {
    return this.options.columns.places.get(column)?.title ?? column;
  }
}

const isStaged = (value: unknown): value is StagedFile =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'head' in value;

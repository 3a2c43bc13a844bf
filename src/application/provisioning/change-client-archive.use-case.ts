import { Injectable } from '@nestjs/common';
import { ArchiveFormat, ArchiveStore, ThingTaken } from '#application/ports/provisioning';
import type { Scope } from '#domain/access/scope';
import type { PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchivePlan } from '#domain/provisioning/archive-plan';
import { Problems, type ArchiveProblem } from '#domain/provisioning/archive-problem';
import { DomainError, type ErrorCode } from '#domain/errors';
import { ArchiveChange, ArchiveRefused, RemovalNotAllowed, type ApplyOptions } from './archive-change';
import { clientArchive, NO_USE, sharedUse } from './client-archive';
import { ClientMerge } from './client-merge';
import { ClientRefusals } from './client-refusals';
import { ClientSight } from './client-sight';

export interface ClientArchiveInput {
  /** As it was sent. */
  value: unknown;
  dryRun: boolean;
  allowRemove: boolean;
  /** Whether the caller wants to change the archive in this version. */
  accepts: (version: string) => boolean;
}

export interface ClientArchiveChange {
  plan: ArchivePlan;
  written: boolean;
  version: string;
}

/** Bounds the answer. */
const MOST_PROBLEMS = 100;
/** Everybody who files waits while they are compared and written: see `Run.options`. */
const MOST_SHARED = 1000;
const SHARED = ['profiles', 'boxTypes'] as const;

/** `PUT /api/Acervo/{idCliente}`: changes a client to match its archive file, for its administrators. */
@Injectable()
export class ChangeClientArchive {
  constructor(
    private readonly format: ArchiveFormat,
    private readonly store: ArchiveStore,
    private readonly change: ArchiveChange,
  ) {}

  async execute(scope: Scope, asked: ClientArchiveInput): Promise<ClientArchiveChange> {
    const { definition, problems } = this.format.read(asked.value);
    if (!definition) throw refusal('INPUT_INVALID', problems);
    const many = SHARED.filter((kind) => (definition[kind]?.length ?? 0) > MOST_SHARED);
    if (many.length > 0) throw refusal('INPUT_INVALID', many.map(tooMany));
    const run = new Run(scope, definition, asked, this.store);
    try {
      // Before the lock, models alone are looked at.
      const models = await this.withModels(scope, definition);
      const input = { definition: models, tables: new Map<string, never>(), problems };
      const { plan, written } = await this.change.apply(scope.actor, input, run.options());
      return { plan, written, version: run.version };
    } catch (error) {
      if (error instanceof ArchiveRefused) throw refusal('RULES_BROKEN', error.problems);
      if (error instanceof RemovalNotAllowed) throw new DomainError('ARCHIVE_REMOVES');
      if (error instanceof ThingTaken) throw refusal('RULES_BROKEN', [{ path: [], message: TAKEN }]);
      throw error;
    }
  }

  /** The clients as sent, with the PDFs that they keep; nothing, if they have no workflow with a model. */
  private async withModels(scope: Scope, sent: PartialArchive): Promise<PartialArchive> {
    if (!sent.clients?.some(({ workflows = [] }) => workflows.some(({ model }) => model))) return {};
    const merge = new ClientMerge(new ClientSight(scope), { clients: sent.clients }, NO_USE, new Problems());
    const { clients } = merge.definition(await this.store.read(scope.clientId));
    return { clients: clients ?? [] };
  }
}

const TAKEN = 'an id that was given is taken: leave it out, or give another one';

const tooMany = (kind: string): ArchiveProblem => ({ path: [kind], message: `at most ${MOST_SHARED} of them can be sent` });

function refusal(code: ErrorCode, problems: readonly ArchiveProblem[]): DomainError {
  const told = problems.slice(0, MOST_PROBLEMS);
  return new DomainError(
    code,
    told.map(({ path, message }) => ({ path: path.length > 0 ? path : ['body'], code: 'DEFINITION', details: { message } })),
  );
}

/** One call: what the hooks of the change tell each other. */
class Run {
  version = '';
  private use = NO_USE;
  private readonly problems = new Problems();
  private readonly sight: ClientSight;

  constructor(
    private readonly scope: Scope,
    private readonly sent: PartialArchive,
    private readonly input: ClientArchiveInput,
    private readonly store: ArchiveStore,
  ) {
    this.sight = new ClientSight(scope);
  }

  options(): ApplyOptions {
    const { dryRun, allowRemove, accepts } = this.input;
    const { clientId } = this.scope;
    const { profiles, boxTypes } = this.sent;
    return {
      dryRun,
      allowRemove,
      // A profile could be given to a user of another client at this moment.
      owner: clientId,
      within: { clientId, alone: dryRun || (!profiles && !boxTypes) },
      tells: (permission) => this.sight.holds(permission),
      merge: async (running) => {
        this.use = await sharedUse(this.store);
        this.version = clientArchive(running, this.sight, this.use).version;
        if (!accepts(this.version)) throw new DomainError('ARCHIVE_CHANGED');
        this.problems.found.length = 0;
        return new ClientMerge(this.sight, this.sent, this.use, this.problems).definition(running);
      },
      refuse: (before, after, changes, paths) => {
        const found = new ClientRefusals(this.sight, this.use, before, after, changes, paths).find();
        return Promise.resolve([...this.problems.found, ...found]);
      },
      also: async () => {
        this.version = clientArchive(await this.store.read(clientId), this.sight, await sharedUse(this.store)).version;
      },
    };
  }
}

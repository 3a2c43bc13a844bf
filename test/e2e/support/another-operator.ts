import { ArchiveChange, type ApplyOptions } from '#application/provisioning/archive-change';
import { ExportArchive } from '#application/provisioning/export-archive.use-case';
import { RestoreClient } from '#application/portable-archive/restore-client.use-case';
import { operator } from '#domain/access/actor';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import type { Service } from './service';

/** Changes an installed archive as an operator would. */
export async function change({ app }: Service, edit: (definition: ArchiveDefinition) => Partial<ArchiveDefinition>): Promise<void> {
  const { definition } = await app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
  const input = { definition: { ...definition, ...edit(definition) }, tables: new Map(), problems: [] };
  await app.get(ArchiveChange).apply(operator('apply', 'test'), input, { dryRun: false, allowRemove: true });
}

/** Runs once, after a bag was inspected and before its client is created. */
export function beforeItBegins({ app }: Service, work: () => Promise<unknown>): void {
  const change = app.get(ArchiveChange);
  const apply = change.apply.bind(change);
  let isTime = true;
  jest.spyOn(change, 'apply').mockImplementation(async (author, input, options: ApplyOptions) => {
    if (isTime && options.also) {
      isTime = false;
      await work();
    }
    return apply(author, input, options);
  });
}

/** Runs before each `finish` of the import, or after each call of the other steps. */
export function whileItRestores({ app }: Service, what: 'addDocuments' | 'addSignatures' | 'finish', work: () => Promise<unknown>): void {
  const restore = app.get(RestoreClient);
  const prepare = restore.prepare.bind(restore);
  jest.spyOn(restore, 'prepare').mockImplementation(async (...asked) => {
    const restoration = await prepare(...asked);
    const step = restoration[what].bind(restoration) as (...given: unknown[]) => Promise<never>;
    jest.spyOn(restoration, what).mockImplementation(async (...given: unknown[]) => {
      if (what === 'finish') await work();
      const done = await step(...given);
      if (what !== 'finish') await work();
      return done;
    });
    return restoration;
  });
}

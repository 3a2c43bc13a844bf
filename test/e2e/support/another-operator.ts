import { ApplyArchive, type ApplyOptions } from '#application/archive/apply-archive.use-case';
import { ExportArchive } from '#application/archive/export-archive.use-case';
import { operator } from '#domain/access/actor';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';
import type { Service } from './service';

/** As an operator does who changes something of what is there. */
export async function change({ app }: Service, edit: (definition: ArchiveDefinition) => Partial<ArchiveDefinition>): Promise<void> {
  const { definition } = await app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
  const input = { definition: { ...definition, ...edit(definition) }, tables: new Map(), problems: [] };
  await app.get(ApplyArchive).execute(operator('apply', 'test'), input, { dryRun: false, allowRemove: true });
}

/** Runs once, when a bag was looked at and its client is about to be made. */
export function beforeItBegins({ app }: Service, work: () => Promise<unknown>): void {
  const apply = app.get(ApplyArchive);
  const execute = apply.execute.bind(apply);
  let isTime = true;
  jest.spyOn(apply, 'execute').mockImplementation(async (author, input, options: ApplyOptions) => {
    if (isTime && options.also) {
      isTime = false;
      await work();
    }
    return execute(author, input, options);
  });
}

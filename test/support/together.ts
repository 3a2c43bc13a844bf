import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs the spec files of a group in one module registry: loading the service takes longer than most of them. A file belongs to the first
 * group whose pattern its name matches; those left out are reported as skipped, and not loaded.
 */
export function together(folder: string, groups: Readonly<Record<string, RegExp>>, group: string, isLeftOut: (file: string) => boolean) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.spec.ts'));
  const groupOf = (file: string) => Object.entries(groups).find(([, pattern]) => pattern.test(file))?.[0];
  const homeless = files.filter((file) => groupOf(file) === undefined);
  if (homeless.length > 0) throw new Error(`in no group of ${folder}: ${homeless.join(', ')}`);
  for (const file of files.filter((each) => groupOf(each) === group))
    if (isLeftOut(file)) it.skip(file, () => undefined);
    else
      describe(file, () => {
        // eslint-disable-next-line @typescript-eslint/no-require-imports
        require(join(folder, file));
        afterAll(() => jest.restoreAllMocks());
      });
}

import { text as readAll } from 'node:stream/consumers';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscardExtra } from '#application/archive/discard-extra.use-case';
import { ExportArchive } from '#application/archive/export-archive.use-case';
import { generatePassword, ManageUsers } from '#application/archive/manage-users.use-case';
import { newId } from '#application/ids';
import { operator } from '#domain/access/actor';
import { VerifyFiles } from '#application/archive/verify-files.use-case';
import { Output, type Outcome } from '../output';
import { UsageError } from '../usage-error';
import { planText } from './plan-text';
import { applyFile } from './run-apply';
import { writeArchiveFile } from './write-archive-file';

export type ArchiveCommand = (app: INestApplicationContext, words: readonly string[], output?: Output) => Promise<Outcome>;

const done = (text: string): Outcome => ({ text, exitCode: 0 });

export function parsed<T extends NonNullable<ParseArgsConfig['options']>>(words: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function only(words: readonly string[], what: string): string {
  const [word, ...others] = words;
  if (word === undefined) throw new UsageError(`${what} is missing`);
  if (others.length > 0) throw new UsageError(`too many words: ${others.join(' ')}`);
  return word;
}

export const apply: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, { 'dry-run': { type: 'boolean' }, 'allow-remove': { type: 'boolean' } });
  const progress = output.progress('apply', 'rows');
  const options = {
    dryRun: values['dry-run'] ?? false,
    allowRemove: values['allow-remove'] ?? false,
    progress: (count: number, of: number) => progress.show(count, of),
  };
  const { plan, written } = await applyFile(app, only(positionals, 'the archive file'), options);
  const ending = written ? ['applied'] : options.dryRun ? ['nothing was applied: this was a dry run'] : [];
  return { text: [planText(plan), ...ending].join('\n'), exitCode: 0, data: { written, plan: plan.groups } };
};

export const exportArchive: ArchiveCommand = async (app, words) => {
  const { values, positionals } = parsed(words, {
    'rows-to': { type: 'string' },
    'with-password-hashes': { type: 'boolean' },
    ids: { type: 'boolean' },
  });
  const file = positionals.length === 0 ? null : only(positionals, 'the archive file');
  const text = await writeArchiveFile(app.get(ExportArchive), {
    file,
    rowsTo: values['rows-to'] ?? null,
    passwordHashes: values['with-password-hashes'] ?? false,
    ids: values.ids ?? false,
  });
  return done(file === null ? text.trimEnd() : `written: ${file}`);
};

export const verify: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, { 'discard-extra': { type: 'boolean' }, 'discard-most': { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError(`too many words: ${positionals.join(' ')}`);
  const faults = { missing: 0, altered: 0, extra: 0 };
  const extra: string[] = [];
  const progress = output.progress('verify', 'files');
  const { files, bytes, objects } = await app.get(VerifyFiles).execute({
    fault: (fault) => {
      faults[fault.kind]++;
      if (fault.kind === 'extra') extra.push(fault.key);
      const whose = fault.kind === 'extra' ? '' : ` file ${fault.fileId} of document or flow ${fault.ownerId}`;
      output.line(`${fault.kind} ${fault.key}${whose}: ${fault.reason}`, { ...fault });
    },
    progress: (count, of) => progress.show(count, of),
  });
  const text = `${files} files (${bytes} bytes), ${objects} objects: ${faults.missing} missing, ${faults.altered} altered, ${faults.extra} extra`;
  const data = { files, bytes, objects, ...faults };
  const bad = faults.missing + faults.altered;
  if (!values['discard-extra'] || extra.length === 0) return { text, exitCode: bad + extra.length > 0 ? 1 : 0, data };
  // Rows without their objects beside objects without rows: perhaps this is another archive's bucket.
  if (bad > 0) return { text: `${text}\nnothing was discarded`, exitCode: 1, data: { ...data, discarded: 0 } };
  // An empty database, or another's, names nothing of this bucket either.
  if (extra.length > files && !values['discard-most']) {
    const hint = 'nothing was discarded: rows name less than half of what is here; is this the right database? If so, add --discard-most';
    return { text: `${text}\n${hint}`, exitCode: 1, data: { ...data, discarded: 0 } };
  }
  const discarded = await app.get(DiscardExtra).execute(extra);
  const left = `${text}\n${discarded} discarded: the sweeper removes them when it would remove deleted files`;
  return { text: left, exitCode: discarded < extra.length ? 1 : 0, data: { ...data, discarded } };
};

/** The password stands on standard input; on a terminal one is made. */
async function givenPassword(wanted: boolean): Promise<{ password: string; generated: boolean }> {
  if (!wanted) return { password: generatePassword(), generated: true };
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  return { password, generated: false };
}

const shown = (generated: boolean, password: string) => (generated ? `\npassword (shown once): ${password}` : '');

export const user: ArchiveCommand = async (app, [action, ...words]) => {
  const users = app.get(ManageUsers);
  const author = operator(`user-${action}`, newId());
  const { values, positionals } = parsed(words, {
    name: { type: 'string' },
    client: { type: 'string' },
    unit: { type: 'string' },
    level: { type: 'string', multiple: true },
    profile: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  });
  const login = only(positionals, 'the login');
  if (action === 'unlock') {
    await users.unlock(author, login);
    return done(`unlocked: ${login}`);
  }
  if (action !== 'create' && action !== 'password') throw new UsageError(`acervo user knows create, password and unlock, not "${action}"`);
  const { password, generated } = await givenPassword(values['password-stdin'] ?? false);
  if (action === 'password') {
    await users.setPassword(author, login, password);
    return done(`password changed, sessions ended: ${login}${shown(generated, password)}`);
  }
  const { client, profile, unit, level } = values;
  if ((client === undefined) !== (profile === undefined)) throw new UsageError('--client and --profile go together');
  if (client === undefined && (unit !== undefined || level !== undefined))
    throw new UsageError('--unit and --level need --client and --profile');
  const grants =
    client !== undefined && profile !== undefined
      ? [{ client, profile, ...(unit !== undefined && { unit }), ...(level && { level }) }]
      : [];
  const id = await users.create(author, { login, name: values.name ?? login, password, grants });
  return done(`created: ${login}, id ${id}${shown(generated, password)}`);
};

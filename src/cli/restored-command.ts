import { NoteRestoration } from '#application/archive/note-restoration.use-case';
import { parsed, type ArchiveCommand } from './archive-file/commands';
import { readChainEnds } from './chain-ends';
import { Output } from './output';
import { UsageError } from './usage-error';

const RAISE_BY = 1_000_000;
/** Codes stay below 2^53, however often they are raised. */
const MOST = 1_000_000_000_000;

/** `restored`: after a database was restored, before anybody calls. */
export const restored: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, { 'raise-by': { type: 'string' }, ends: { type: 'string' } });
  if (positionals.length > 0) throw new UsageError(`too many words: ${positionals.join(' ')}`);
  const by = Number(values['raise-by'] ?? RAISE_BY);
  if (!Number.isSafeInteger(by) || by < 1 || by > MOST) throw new UsageError(`--raise-by must be a whole number from 1 to ${MOST}`);
  const former = values.ends === undefined ? [] : await readChainEnds(values.ends);
  if (former === null) throw new UsageError(`${values.ends} is not there`);
  const progress = output.progress('restored', 'codes');
  const { raised, newestEvent, lostFiles, lostEvents } = await app
    .get(NoteRestoration)
    .execute(by, former, (code) => progress.show(code, null));
  const text = [
    `the newest event that the database knows: ${newestEvent?.toISOString() ?? 'none'}`,
    lostFiles
      ? `lost: what came with ${lostFiles.files} files that no row names, made from ${lostFiles.first.toISOString()} to ${lostFiles.last.toISOString()}`
      : 'no file is here that no row names',
    ...lostEvents.map(({ clientId, has, had }) => `lost: ${had - has} events of client ${clientId}, ${has + 1} to ${had}`),
    ...raised.map(({ name, next }) => `${name}: codes go on from ${next}`),
  ];
  return { text: text.join('\n'), exitCode: 0, data: { newestEvent, lostFiles, lostEvents, raised } };
};

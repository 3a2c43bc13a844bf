import { resolve } from 'node:path';
import { ClientInPart, ReadClient } from '#application/archive/read-client.use-case';
import { only, parsed, type ArchiveCommand } from '../archive-file/commands';
import { Output } from '../output';
import { UsageError } from '../usage-error';
import { BagRefused } from './bag-refused';
import { checkBag } from './check-bag';
import { BagRestore } from './restore-bag';
import { writeBag } from './write-bag';

const exportBag: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, {
    client: { type: 'string' },
    to: { type: 'string' },
    'with-password-hashes': { type: 'boolean' },
  });
  if (positionals.length > 0) throw new UsageError(`too many words: ${positionals.join(' ')}`);
  if (values.client === undefined || values.to === undefined) throw new UsageError('bag export needs --client and --to');
  const options = { passwordHashes: values['with-password-hashes'] ?? false };
  const progress = output.progress('export', 'files');
  const written = await writeBag(app.get(ReadClient), values.client, values.to, options, progress).catch((error: unknown) => {
    if (!(error instanceof ClientInPart)) throw error;
    const message = `o cliente "${error.client}" ainda não está inteiro neste acervo: a importação do bag cujo manifesto é ${error.bag} não terminou`;
    throw new BagRefused([`${message}; bag import --continue a retoma`]);
  });
  const { client, documents, files, bytes, manifest } = written;
  const text = `${client.name}: ${documents} documents, ${files} files (${bytes} bytes) written to ${values.to}, manifest ${manifest}`;
  return { text, exitCode: 0, data: { ...written, to: resolve(values.to) } };
};

const importBag: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, {
    continue: { type: 'boolean' },
    'new-codes': { type: 'boolean' },
    'shared-users': { type: 'boolean' },
  });
  const folder = resolve(only(positionals, 'the folder of the bag'));
  const options = {
    continuing: values.continue ?? false,
    newCodes: values['new-codes'] ?? false,
    sharedUsers: values['shared-users'] ?? false,
  };
  const restored = await new BagRestore(app, folder, options, output).run();
  const { documents, documentsBefore, documentsBeside, flows, files, sharedUsers, passwordsLeft, manifest } = restored;
  const beside = documentsBeside > 0 ? `, beside ${documentsBeside} documents of the client that the bag does not have` : '';
  const people = sharedUsers.length > 0 ? `\ngrants given to users who were here before: ${sharedUsers.join(', ')}` : '';
  const passwords =
    passwordsLeft > 0 ? `\n${passwordsLeft} password hashes of the bag not taken: their users keep what they have here` : '';
  const text = `${documents} documents imported, ${documentsBefore} had been before${beside}, ${flows} flows, ${files} files, manifest ${manifest}${people}${passwords}`;
  return { text, exitCode: 0, data: { ...restored } };
};

const verifyBag: ArchiveCommand = async (_, words, output = new Output()) => {
  const { positionals } = parsed(words, {});
  const { payload } = await checkBag(resolve(only(positionals, 'the folder of the bag')), output.progress('verify', 'files'));
  return { text: `${payload.size} files verified`, exitCode: 0, data: { files: payload.size } };
};

const ACTIONS: Readonly<Record<string, ArchiveCommand>> = { export: exportBag, import: importBag, verify: verifyBag };

/** `bag`: a client's whole archive as a folder that other programs understand, too (docs/import-export.md). */
export const bag: ArchiveCommand = async (app, [action = '', ...words], output) => {
  const command = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!command) throw new UsageError(`acervo bag knows export, import and verify, not "${action}"`);
  return command(app, words, output);
};

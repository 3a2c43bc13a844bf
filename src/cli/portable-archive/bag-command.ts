import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ClientInPart, ReadClient } from '#application/portable-archive/read-client.use-case';
import { t } from '#src/terminal/language';
import type { Run, RunOutside, Work, WorkOutside } from '../command-run';
import { BagRefused } from './bag-refused';
import { checkBag } from './check-bag';
import { BagRestore } from './restore-bag';
import { writeBag } from './write-bag';

interface ExportOptions {
  client: string;
  to: string;
  withPasswordHashes?: boolean;
}

const exportBag =
  ({ client: name, to, withPasswordHashes = false }: ExportOptions): Work =>
  async (app, output) => {
    const progress = output.progress('export', t('files', 'arquivos'));
    const options = { passwordHashes: withPasswordHashes };
    const written = await writeBag(app.get(ReadClient), name, to, options, progress).catch((error: unknown) => {
      if (!(error instanceof ClientInPart)) throw error;
      throw new BagRefused([
        t(
          `client "${error.client}" is not complete in this archive yet: the import of the bag with the manifest ${error.bag} has not ended; bag import --continue goes on with it`,
          `o cliente "${error.client}" ainda não está inteiro neste acervo: a importação do bag cujo manifesto é ${error.bag} não terminou; bag import --continue a retoma`,
        ),
      ]);
    });
    const { client, documents, files, bytes, manifest } = written;
    const text = t(
      `${client.name}: ${documents} documents, ${files} files (${bytes} bytes) written to ${to}, manifest ${manifest}`,
      `${client.name}: ${documents} documentos, ${files} arquivos (${bytes} bytes) gravados em ${to}, manifesto ${manifest}`,
    );
    return { text, exitCode: 0, data: { ...written, to: resolve(to) } };
  };

interface ImportOptions {
  continue?: boolean;
  newCodes?: boolean;
  sharedUsers?: boolean;
}

const importBag =
  (folder: string, { continue: continuing = false, newCodes = false, sharedUsers = false }: ImportOptions): Work =>
  async (app, output) => {
    const restored = await new BagRestore(app, resolve(folder), { continuing, newCodes, sharedUsers }, output).run();
    const { documents, documentsBefore, documentsBeside, flows, files, passwordsLeft, manifest } = restored;
    const beside =
      documentsBeside > 0
        ? t(
            `, beside ${documentsBeside} documents of the client that the bag does not have`,
            `, ao lado de ${documentsBeside} documentos do cliente que o bag não tem`,
          )
        : '';
    const logins = restored.sharedUsers.join(', ');
    const people =
      logins === ''
        ? ''
        : `\n${t(`grants given to users who were here before: ${logins}`, `acessos dados a usuários que já existiam aqui: ${logins}`)}`;
    const passwords =
      passwordsLeft > 0
        ? `\n${t(
            `${passwordsLeft} password hashes of the bag not taken: their users keep what they have here`,
            `${passwordsLeft} hashes de senha do bag não foram usados: seus usuários ficam com o que têm aqui`,
          )}`
        : '';
    const text = t(
      `${documents} documents imported, ${documentsBefore} had been before${beside}, ${flows} flows, ${files} files, manifest ${manifest}`,
      `${documents} documentos importados, ${documentsBefore} já haviam sido${beside}, ${flows} fluxos, ${files} arquivos, manifesto ${manifest}`,
    );
    return { text: `${text}${people}${passwords}`, exitCode: 0, data: { ...restored } };
  };

const verifyBag =
  (folder: string): WorkOutside =>
  async (output) => {
    const { payload } = await checkBag(resolve(folder), output.progress('verify', t('files', 'arquivos')));
    return { text: t(`${payload.size} files verified`, `${payload.size} arquivos conferidos`), exitCode: 0, data: { files: payload.size } };
  };

/** `bag`: a client's whole archive as a folder that other programs understand, too (docs/import-export.md). */
export function addBagCommands(acervo: Command, run: Run, runOutside: RunOutside): void {
  const bag = acervo
    .command('bag')
    .description(t("a client's whole archive as a BagIt bag (RFC 8493)", 'o acervo inteiro de um cliente como um bag BagIt (RFC 8493)'));
  bag
    .command('export')
    .description(t("writes a client's whole archive as a bag", 'grava o acervo inteiro de um cliente como um bag'))
    .requiredOption('--client <name>', t('name or id of the client', 'nome ou id do cliente'))
    .requiredOption('--to <folder>', t('the folder of the bag, which must not exist yet', 'a pasta do bag, que ainda não pode existir'))
    .option('--with-password-hashes', t('with the hashes of passwords', 'com os hashes das senhas'))
    .action((options: ExportOptions) => run(exportBag(options)));
  bag
    .command('import')
    .description(t('imports such a bag into this archive', 'importa um bag para este acervo'))
    .argument('<folder>')
    .option('--continue', t('after an import that was broken off', 'depois de uma importação interrompida'))
    .option(
      '--new-codes',
      t('documents and flows get new codes: others have theirs', 'documentos e fluxos recebem códigos novos: outros têm os seus'),
    )
    .option(
      '--shared-users',
      t(
        'logins of the bag that already exist here are the same users, and get its grants',
        'logins do bag que já existem aqui são os mesmos usuários, e recebem os acessos dele',
      ),
    )
    .action((folder: string, options: ImportOptions) => run(importBag(folder, options)));
  bag
    .command('verify')
    .description(t('compares every byte of a bag with its manifests', 'compara cada byte de um bag com os manifestos'))
    .argument('<folder>')
    .action((folder: string) => runOutside(verifyBag(folder)));
}

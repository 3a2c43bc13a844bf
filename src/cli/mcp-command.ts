import { createSecretKey, randomBytes } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { OpenFile } from '#libs/mcp';
import { readCredentials } from '#src/config';
import { VERSION } from '#src/config/version';
import { askFirst } from '#src/terminal/early-signals';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import type { RunOutside, WorkOutside } from './command-run';
import { openWithin } from './inside';
import { ServiceSession } from './service-session';

interface Options {
  url: string;
  write?: true;
  files?: string;
}

function addressOf(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url;
  throw new UsageError(
    t('--url must be an address such as https://acervo.example', '--url deve ser um endereço como https://acervo.example'),
  );
}

async function filesOf(folder: string): Promise<OpenFile> {
  const root = resolve(folder);
  const isFolder = await stat(root).then((found) => found.isDirectory(), () => false); // prettier-ignore
  if (!isFolder) throw new UsageError(t(`there is no folder ${root} (--files)`, `não há a pasta ${root} (--files)`));
  return (path) => openWithin(root, isAbsolute(path) ? relative(root, path) : path);
}

/** `mcp`: a client of a running service, so that rights, limits and records are those of its user there. */
const serve =
  ({ url: typed, write, files }: Options): WorkOutside =>
  async (output) => {
    if (output.asJson)
      throw new UsageError(t('standard output belongs to the protocol (--json)', 'a saída padrão pertence ao protocolo (--json)'));
    if (files !== undefined && !write) throw new UsageError(t('--files needs --write', '--files exige --write'));
    const url = addressOf(typed);
    const openFile = files === undefined ? undefined : await filesOf(files);
    const mcp = await import('#libs/mcp');
    const session = new ServiceSession(url, readCredentials(), mcp);
    console.error(`${t('service', 'serviço')}: ${url.href}`);
    const stopping = new AbortController();
    askFirst(() => stopping.abort());
    try {
      await session.begin().catch((error: NodeJS.ErrnoException) => {
        throw error.code === undefined
          ? error
          : new UsageError(t(`cannot reach ${url.href}: ${error.code}`, `${url.href} não responde: ${error.code}`));
      });
      // Plans are of this process alone.
      const writing = { key: createSecretKey(randomBytes(32)), caller: '', ...(openFile && { openFile }) };
      await mcp.serveStdio({ version: VERSION, api: session.api, writing: write && writing }, stopping.signal);
    } finally {
      await session.end();
      askFirst(null);
    }
    return { text: '', exitCode: 0 };
  };

const URL_OF_SERVICE = 'http://localhost:3000';

export function addMcpCommand(acervo: Command, runOutside: RunOutside): void {
  acervo
    .command('mcp')
    .description(
      t(
        'tools for language models (Model Context Protocol), on standard input and output: a client of a running service, as the user of ACERVO_USERNAME and ACERVO_PASSWORD, or of ACERVO_TOKEN',
        'ferramentas para modelos de linguagem (Model Context Protocol), na entrada e na saída padrão: um cliente de um serviço em execução, como o usuário de ACERVO_USERNAME e ACERVO_PASSWORD, ou de ACERVO_TOKEN',
      ),
    )
    .option('--url <address>', t(`address of the service (${URL_OF_SERVICE})`, `endereço do serviço (${URL_OF_SERVICE})`), URL_OF_SERVICE)
    .option('--write', t('also tools that propose changes and commit them', 'também ferramentas que propõem alterações e as confirmam'))
    .option(
      '--files <folder>',
      t('with --write: files of this folder may be filed', 'com --write: arquivos desta pasta podem ser arquivados'),
    )
    .action((options: Options) => runOutside(serve(options)));
}

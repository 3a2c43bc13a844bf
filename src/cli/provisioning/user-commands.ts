import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { generatePassword, ManageUsers } from '#application/provisioning/manage-users.use-case';
import { newId } from '#application/support/ids';
import { operator } from '#domain/access/actor';
import { t } from '#src/terminal/language';
import type { Run, Work } from '../command-run';
import { UsageError } from '#src/terminal/usage-error';

/** The password stands on standard input; on a terminal one is made. */
async function givenPassword(wanted: boolean): Promise<{ password: string; generated: boolean }> {
  if (!wanted) return { password: generatePassword(), generated: true };
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  return { password, generated: false };
}

const shown = (generated: boolean, password: string) =>
  generated ? `\n${t('password (shown once)', 'senha (mostrada só agora)')}: ${password}` : '';

interface CreateOptions {
  name?: string;
  client?: string;
  profile?: string;
  unit?: string;
  level: readonly string[];
  passwordStdin?: boolean;
}

const create =
  (login: string, { name = login, client, profile, unit, level, passwordStdin = false }: CreateOptions): Work =>
  async (app) => {
    if ((client === undefined) !== (profile === undefined))
      throw new UsageError(t('--client and --profile must be given together', '--client e --profile precisam ser dados juntos'));
    if (client === undefined && (unit !== undefined || level.length > 0))
      throw new UsageError(t('--unit and --level need --client and --profile', '--unit e --level exigem --client e --profile'));
    const grants =
      client !== undefined && profile !== undefined
        ? [{ client, profile, ...(unit !== undefined && { unit }), ...(level.length > 0 && { level }) }]
        : [];
    const { password, generated } = await givenPassword(passwordStdin);
    const id = await app.get(ManageUsers).create(operator('user-create', newId()), { login, name, password, grants });
    return { text: `${t('created', 'criado')}: ${login}, id ${id}${shown(generated, password)}`, exitCode: 0 };
  };

const changePassword =
  (login: string, { passwordStdin = false }: { passwordStdin?: boolean }): Work =>
  async (app) => {
    const { password, generated } = await givenPassword(passwordStdin);
    await app.get(ManageUsers).setPassword(operator('user-password', newId()), login, password);
    const text = t(`password changed, sessions ended: ${login}`, `senha trocada, sessões encerradas: ${login}`);
    return { text: `${text}${shown(generated, password)}`, exitCode: 0 };
  };

const unlock =
  (login: string): Work =>
  async (app) => {
    await app.get(ManageUsers).unlock(operator('user-unlock', newId()), login);
    return { text: t(`unlocked: ${login}`, `desbloqueado: ${login}`), exitCode: 0 };
  };

const erase =
  (login: string): Work =>
  async (app) => {
    const id = await app.get(ManageUsers).erase(operator('user-erase', newId()), login);
    return { text: `${t('erased', 'anonimizado')}: ${login}, id ${id}`, exitCode: 0 };
  };

export function addUserCommands(acervo: Command, run: Run): void {
  const fromInput = t(
    'reads the password from standard input; otherwise one is generated and shown once',
    'lê a senha da entrada padrão; sem ela, uma é gerada e mostrada uma única vez',
  );
  const user = acervo.command('user').description(t('users and their passwords', 'usuários e suas senhas'));
  user
    .command('create')
    .description(t('creates a user, such as the first administrator', 'cria um usuário, como o primeiro administrador'))
    .argument('<login>')
    .option('--name <name>', t('name of the user; default: the login', 'nome do usuário; padrão: o login'))
    .option('--client <name>', t('client of the user; requires --profile', 'o cliente do usuário; exige --profile'))
    .option('--profile <name>', t('permissions of the user there', 'o que o usuário pode fazer ali'))
    .option('--unit <name>', t('only in this unit', 'só nesta unidade'))
    .option(
      '--level <name>',
      t('only at this level and below; once for each name of its path', 'só neste nível e abaixo; uma vez para cada nome do caminho'),
      (name: string, path: readonly string[]) => [...path, name],
      [],
    )
    .option('--password-stdin', fromInput)
    .action((login: string, options: CreateOptions) => run(create(login, options)));
  user
    .command('password')
    .description(t("sets a password, ends the user's sessions", 'define uma senha e encerra as sessões do usuário'))
    .argument('<login>')
    .option('--password-stdin', fromInput)
    .action((login: string, options: { passwordStdin?: boolean }) => run(changePassword(login, options)));
  user
    .command('unlock')
    .description(t('unlocks a login after too many failures', 'libera um login bloqueado por excesso de tentativas'))
    .argument('<login>')
    .action((login: string) => run(unlock(login)));
  user
    .command('erase')
    .description(
      t(
        'erases login, name, e-mail and permissions for good; what the user did stays under an anonymous name',
        'apaga login, nome, e-mail e permissões de vez; o que o usuário fez fica sob um nome anônimo',
      ),
    )
    .argument('<login>')
    .action((login: string) => run(erase(login)));
}

import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { isNetwork } from '#application/access/networks';
import { NO_RECEIPT } from '#application/idempotency/idempotency-receipt';
import { Accounts } from '#application/ports/users';
import { CreateKey } from '#application/service-accounts/create-key.use-case';
import { EndKey } from '#application/service-accounts/end-key.use-case';
import { ListKeys } from '#application/service-accounts/list-keys.use-case';
import { DAY_MS } from '#application/support/settings';
import { newId } from '#application/support/ids';
import { UserAdministration } from '#application/users/user-administration';
import { operator } from '#domain/access/actor';
import { isOfPrograms } from '#domain/access/key-terms';
import { PERMISSIONS, readPermissions } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import type { ApiKey } from '#domain/users/api-key';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import type { Run, Work } from './command-run';
import { ActAsSession } from './import/act-as-session';

interface As {
  as: string;
}

interface CreateOptions extends As {
  name: string;
  permission: readonly string[];
  days: string;
  level?: string;
  network: readonly string[];
}

const REFUSED: Readonly<Record<string, () => string>> = {
  USER_NOT_FOUND: () =>
    t(
      'there is no such service account, or the user of --as may not change it',
      'não há essa conta de serviço, ou o usuário de --as não pode alterá-la',
    ),
  API_KEY_NOT_FOUND: () => t('the account has no such key, or it has ended', 'a conta não tem essa chave, ou ela já terminou'),
  NOT_PERMITTED: () => t('the user of --as may not do that there', 'o usuário de --as não pode fazer isso ali'),
  INPUT_INVALID: () => t('the client has no such level', 'o cliente não tem esse nível'),
  RULES_BROKEN: () =>
    t('the user of --as does not hold all of these permissions there', 'o usuário de --as não tem todas essas permissões ali'),
};

/** Works with the rights of a person, who is the maker of the keys: no key is more than somebody answers for. */
async function working<T>(
  app: INestApplicationContext,
  command: string,
  { as }: As,
  login: string,
  work: (scope: Scope, userId: string) => Promise<T>,
): Promise<T> {
  const { origin } = operator(`key-${command}`, newId());
  const session = await ActAsSession.of(app, as, origin);
  try {
    const scope = await app.get(UserAdministration).scopeOf(await session.actor());
    const account = await app.get(Accounts).findByLogin(fold(login));
    if (!account) throw new DomainError('USER_NOT_FOUND');
    return await work(scope, account.userId);
  } catch (error) {
    const words = error instanceof DomainError ? REFUSED[error.code] : undefined;
    throw words ? new UsageError(words()) : error;
  } finally {
    await session.leave();
  }
}

/** `key create`: the key is shown here and nowhere else. */
const create =
  (login: string, options: CreateOptions): Work =>
  async (app) => {
    const permissions = readPermissions(options.permission);
    const days = /^[1-9]\d{0,2}$/.test(options.days) ? Number(options.days) : NaN;
    const wrong = options.network.find((network) => !isNetwork(network));
    if (!(days <= 365)) throw new UsageError(t('--days is a number from 1 to 365', '--days é um número de 1 a 365'));
    if (wrong !== undefined) throw new UsageError(t(`"${wrong}" is no network`, `"${wrong}" não é uma rede`));
    const key = { name: options.name, permissions, lifeMs: days * DAY_MS, nodeId: options.level ?? null, networks: options.network };
    const made = await working(app, 'create', options, login, (scope, userId) =>
      app.get(CreateKey).execute(scope, userId, key, NO_RECEIPT),
    );
    const text = t(`key (shown once): ${made.text}`, `chave (mostrada só agora): ${made.text}`);
    return { text, exitCode: 0, data: { id: made.key.id, key: made.text, endsAt: made.key.endsAt.toISOString() } };
  };

function lineOf({ id, prefix, name, endsAt, lastUsedAt, permissions }: ApiKey): string {
  const isOver = endsAt.getTime() <= Date.now();
  const end = `${isOver ? t('ended', 'terminou em') : t('until', 'até')} ${endsAt.toISOString()}`;
  const used = lastUsedAt === null ? t('never used', 'nunca usada') : `${t('used', 'usada em')} ${lastUsedAt.toISOString()}`;
  return `${id}  ${prefix}  ${name}  ${end}  ${used}  ${permissions.join(' ')}`;
}

/** `key list`: one line for each, newest first. */
const list =
  (login: string, options: As): Work =>
  async (app, output) => {
    const keys = await working(app, 'list', options, login, (scope, userId) => app.get(ListKeys).execute(scope, userId));
    for (const key of keys) output.line(lineOf(key), { ...key });
    return { text: t(`${keys.length} keys`, `${keys.length} chaves no total`), exitCode: 0, data: { keys: keys.length } };
  };

const revoke =
  (login: string, id: string, options: As): Work =>
  async (app) => {
    await working(app, 'revoke', options, login, (scope, userId) => app.get(EndKey).execute(scope, userId, id.toLowerCase()));
    return { text: t(`ended: ${id}`, `encerrada: ${id}`), exitCode: 0 };
  };

export function addKeyCommands(acervo: Command, run: Run): void {
  const key = acervo.command('key').description(t('API keys of service accounts', 'chaves de API de contas de serviço'));
  const as = () =>
    new Option('--as <login>', t('person with whose rights it is done', 'pessoa com cujos direitos isso é feito')).makeOptionMandatory();
  const permissions = PERMISSIONS.filter(isOfPrograms);
  key
    .command('create')
    .description(t('makes a key, and shows it only once', 'cria uma chave e a mostra uma única vez'))
    .argument('<login>', t('of the service account', 'da conta de serviço'))
    .addOption(as())
    .requiredOption('--name <text>', t('what the key is for', 'para que serve a chave'))
    .addOption(
      new Option('--permission <name...>', `${t('what it may do', 'o que ela pode')}: ${permissions.join(', ')}`)
        .choices(permissions)
        .makeOptionMandatory(),
    )
    .option('--days <number>', t('days that it is good for, up to 365 (90)', 'dias em que vale, até 365 (90)'), '90')
    .option('--level <id>', t('only at this level and below', 'só neste nível e abaixo dele'))
    .option('--network <cidr...>', t('only from these networks or addresses', 'só destas redes ou endereços'), [])
    .action((login: string, options: CreateOptions) => run(create(login, options)));
  key
    .command('list')
    .description(t('shows the keys of an account, without the keys themselves', 'mostra as chaves de uma conta, sem as próprias chaves'))
    .argument('<login>', t('of the service account', 'da conta de serviço'))
    .addOption(as())
    .action((login: string, options: As) => run(list(login, options)));
  key
    .command('revoke')
    .description(t('ends a key: the next call with it is refused', 'encerra uma chave: a próxima chamada com ela é recusada'))
    .argument('<login>', t('of the service account', 'da conta de serviço'))
    .argument('<id>', t('of the key, as list shows it', 'da chave, como list a mostra'))
    .addOption(as())
    .action((login: string, id: string, options: As) => run(revoke(login, id, options)));
}

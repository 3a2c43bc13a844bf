import type { INestApplicationContext } from '@nestjs/common';
import { Accounts, PasswordHasher } from '#application/ports/users';
import { fold } from '#domain/text';
import type { Config } from '#src/config';
import { isLoopback } from '#src/config/operation';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-archive';

/** An archive that began as the demo has users whose password is public: nobody else may reach it, unless a demo is what is wanted. */
export async function refuseDemoPasswords(
  app: INestApplicationContext,
  { loadDemo, production, host }: Pick<Config, 'loadDemo' | 'production' | 'host'>,
): Promise<void> {
  if (loadDemo || (!production && isLoopback(host))) return;
  const [accounts, passwords] = [app.get(Accounts), app.get(PasswordHasher)];
  const open: string[] = [];
  for (const login of DEMO_LOGINS) {
    const account = await accounts.findByLogin(fold(login));
    if (account?.active && (await passwords.verify(account.passwordHash, DEMO_PASSWORD))) open.push(login);
  }
  if (open.length === 0) return;
  const logins = open.join(', ');
  throw new UsageError(
    t(
      `the public password of the demo archive still opens ${logins}: before others reach this archive, give them new passwords (acervo user password LOGIN) or deactivate them; HOST=127.0.0.1 without NODE_ENV=production keeps it to this machine`,
      `a senha pública do acervo de demonstração ainda abre ${logins}: antes que outros alcancem este acervo, dê novas senhas (acervo user password LOGIN) ou desative esses usuários; HOST=127.0.0.1 sem NODE_ENV=production o mantém nesta máquina`,
    ),
  );
}

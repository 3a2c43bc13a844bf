import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import { ArchiveStore } from '#application/ports/provisioning';
import { RotateSubscriptionKey } from '#application/access/rotate-subscription-key.use-case';
import { newId } from '#application/support/ids';
import { operator } from '#domain/access/actor';
import { findNamed } from '#domain/provisioning/archive-image';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { UsageError } from '#src/terminal/usage-error';

const KEY_BYTES = 32;

/** `keys rotate`: a new key in the place of one of the two; it is shown here and nowhere else. */
const rotate =
  (given: { client: string; unit: string; slot: '1' | '2' }): Work =>
  async (app) => {
    const slot = given.slot === '1' ? 1 : 2;
    const { clients, units } = await app.get(ArchiveStore).read();
    const client = findNamed(clients, given.client);
    const unit = findNamed(units, given.unit);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const author = operator('keys-rotate', newId());
    const done =
      client && unit && (await app.get(RotateSubscriptionKey).execute(author, { clientId: client.id, unitId: unit.id }, slot, key));
    if (!done)
      throw new UsageError(
        t(
          '--client and --unit must name a client and a unit that serves it',
          '--client e --unit devem nomear um cliente e uma unidade que o atende',
        ),
      );
    const text = t(
      `SubscriptionKey ${slot} of ${client.name}, ${unit.name}: ${key}`,
      `SubscriptionKey ${slot} de ${client.name}, ${unit.name}: ${key}`,
    );
    return { text, exitCode: 0 };
  };

export function addAccessCommands(acervo: Command, run: Run): void {
  acervo
    .command('keys')
    .description(t('subscription keys', 'chaves de assinatura (SubscriptionKey)'))
    .command('rotate')
    .description(
      t(
        'replaces one of the two SubscriptionKeys, and shows the new one only once',
        'cria uma SubscriptionKey no lugar de uma das duas e a mostra uma única vez',
      ),
    )
    .requiredOption('--client <name>', t('name or id of the client', 'nome ou id do cliente'))
    .requiredOption('--unit <name>', t('name or id of a unit that serves it', 'nome ou id de uma unidade que o atende'))
    .addOption(
      new Option('--slot <1|2>', t('which of the two; the other one stays valid', 'qual das duas; a outra continua valendo'))
        .choices(['1', '2'])
        .makeOptionMandatory(),
    )
    .action((options: { client: string; unit: string; slot: '1' | '2' }) => run(rotate(options)));
}

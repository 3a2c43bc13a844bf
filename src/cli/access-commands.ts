import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import { ArchiveStore } from '#application/ports/archive-store';
import { AuditTrail, type ChainBreak } from '#application/ports/audit-trail';
import { RotateSubscriptionKey } from '#application/access/rotate-subscription-key.use-case';
import { newId } from '#application/ids';
import { operator } from '#domain/access/actor';
import { readChainEnds, writeChainEnds } from './chain-ends';
import { t } from './language';
import type { Run, Work } from './command-run';
import { UsageError } from './usage-error';

const KEY_BYTES = 32;

const reasonOf = ({ reason }: ChainBreak) =>
  ({
    missing: t('is missing', 'está faltando'),
    altered: t('was altered, or does not follow from the one before it', 'foi alterado, ou não decorre do anterior'),
    truncated: t('is where the chain was cut off', 'é onde a cadeia foi cortada'),
  })[reason];

/** `audit verify`: exit code 1 when a chain is broken. With `--ends`, also when one is not what it was the last time. */
const audit =
  ({ ends: file }: { ends?: string }): Work =>
  async (app, output) => {
    const trail = app.get(AuditTrail);
    const former = file === undefined ? null : await readChainEnds(file);
    // Before the chains are followed: what is kept has been verified.
    const ends = await trail.ends();
    const progress = output.progress('audit verify', t('events', 'eventos'));
    const { events, broken } = await trail.verify((count) => progress.show(count, null));
    const since = (await trail.brokenSince(former ?? [])).filter(({ clientId }) => !broken.some((chain) => chain.clientId === clientId));
    const all = [...broken, ...since];
    const text = all.map((chain) => {
      const { clientId, sequence } = chain;
      return t(`client ${clientId}: event ${sequence} ${reasonOf(chain)}`, `cliente ${clientId}: o evento ${sequence} ${reasonOf(chain)}`);
    });
    text.push(t(`${events} events verified, ${all.length} chains broken`, `${events} eventos conferidos, ${all.length} cadeias rompidas`));
    if (file !== undefined && all.length === 0) {
      await writeChainEnds(file, ends);
      const compared = former
        ? t('the same as at the last time, ', 'o mesmo que da última vez, ')
        : t('nothing to compare with: ', 'nada com que comparar: ');
      text.push(compared + t(`${ends.length} chains saved in ${file}`, `${ends.length} cadeias guardadas em ${file}`));
    }
    return { text: text.join('\n'), exitCode: all.length === 0 ? 0 : 1, data: { events, broken: all } };
  };

/** `keys rotate`: a new key in the place of one of the two; it is shown here and nowhere else. */
const rotate =
  (given: { client: string; unit: string; slot: '1' | '2' }): Work =>
  async (app) => {
    const slot = given.slot === '1' ? 1 : 2;
    const { clients, units } = await app.get(ArchiveStore).read();
    const client = [...clients.values()].find(({ id, name }) => id === given.client || name === given.client);
    const unit = [...units.values()].find(({ id, name }) => id === given.unit || name === given.unit);
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
    .command('audit')
    .description(t('the audit trail', 'a trilha de auditoria'))
    .command('verify')
    .description(
      t(
        'verifies the audit trail of every client; if it is broken, exit code 1 and the first bad event',
        'verifica a trilha de auditoria de cada cliente; se está rompida, código de saída 1 e o primeiro evento inválido',
      ),
    )
    .option(
      '--ends <file>',
      t(
        'also compares with the ends saved in this file by the previous run, so that no whole chain can disappear',
        'compara também com os fins gravados neste arquivo pela execução anterior, para que nenhuma cadeia inteira possa desaparecer',
      ),
    )
    .action((options: object) => run(audit(options)));
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

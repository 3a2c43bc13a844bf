import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import { ArchiveStore } from '#application/ports/archive-store';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import type { LogBreak } from '#application/ports/trail-verification';
import { RotateSubscriptionKey } from '#application/access/rotate-subscription-key.use-case';
import { newId } from '#application/ids';
import { operator } from '#domain/access/actor';
import { readLogEnds, writeLogEnds } from './log-ends';
import { t } from './language';
import type { Run, Work } from './command-run';
import { UsageError } from './usage-error';

const KEY_BYTES = 32;

const reasonOf = ({ reason }: LogBreak) =>
  ({
    missing: t('is missing', 'está faltando'),
    altered: t('was altered', 'foi alterado'),
    truncated: t('is where the trail was cut off', 'é onde a trilha foi cortada'),
    unlike: t('and those before it do not give the hash that was signed', 'e os anteriores não resultam no hash assinado'),
  })[reason];

/** `audit verify`: exit code 1 when a trail is broken. With `--ends`, also when one is not what it was the last time. */
const audit =
  ({ ends: file }: { ends?: string }): Work =>
  async (app, output) => {
    const former = file === undefined ? null : await readLogEnds(file);
    const progress = output.progress('audit verify', t('events', 'eventos'));
    const verified = await app.get(VerifyTrail).execute(former ?? [], (count) => progress.show(count, null));
    const { events, broken, ends, refused } = verified;
    const text = broken.map((log) => {
      const { clientId, position } = log;
      return t(`client ${clientId}: event ${position} ${reasonOf(log)}`, `cliente ${clientId}: o evento ${position} ${reasonOf(log)}`);
    });
    if (refused > 0)
      text.push(
        t(
          `${refused} pending events were refused: see the table event_refused`,
          `${refused} eventos pendentes foram recusados: veja a tabela event_refused`,
        ),
      );
    text.push(
      t(`${events} events verified, ${broken.length} trails broken`, `${events} eventos conferidos, ${broken.length} trilhas rompidas`),
    );
    const isWhole = broken.length === 0 && refused === 0;
    if (file !== undefined && isWhole) {
      await writeLogEnds(file, ends);
      const compared = former
        ? t('the same as at the last time, ', 'o mesmo que da última vez, ')
        : t('nothing to compare with: ', 'nada com que comparar: ');
      text.push(compared + t(`${ends.length} trails saved in ${file}`, `${ends.length} trilhas guardadas em ${file}`));
    }
    return { text: text.join('\n'), exitCode: isWhole ? 0 : 1, data: { events, broken, refused } };
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
        'also compares with the ends saved in this file by the previous run, so that no whole trail can disappear',
        'compara também com os fins gravados neste arquivo pela execução anterior, para que nenhuma trilha inteira possa desaparecer',
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

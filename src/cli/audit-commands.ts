import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { EraseEvents } from '#application/audit/erase-events.use-case';
import { NewEpoch } from '#application/audit/new-epoch';
import { PruneTrail } from '#application/audit/prune-trail.use-case';
import { RotateSealKey } from '#application/audit/rotate-seal-key.use-case';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { newId } from '#application/support/ids';
import { Accounts } from '#application/ports/users';
import { ArchiveStore } from '#application/ports/provisioning';
import type { ErasedGroup } from '#application/ports/audit-trail';
import type { LogBreak } from '#application/ports/sealed-events';
import { TimeZone } from '#application/support/time-zone';
import { operator } from '#domain/access/actor';
import { findNamed } from '#domain/provisioning/archive-image';
import { readDay } from '#domain/documents/calendar';
import { CONFIG, type Config } from '#src/config';
import { weakness } from '#src/config/kinds';
import type { Run, Work } from './command-run';
import { t } from '#src/terminal/language';
import { readLogEnds, writeLogEnds } from './log-ends';
import { UsageError } from '#src/terminal/usage-error';

const reasonOf = ({ reason }: LogBreak) =>
  ({
    missing: t('is missing', 'está faltando'),
    altered: t('was altered', 'foi alterado'),
    truncated: t('is where the trail was cut off', 'é onde a trilha foi cortada'),
    unlike: t('or an earlier one does not match the signed hash', 'ou um anterior não corresponde ao hash assinado'),
  })[reason];

interface VerifyOptions {
  ends?: string;
  sample?: string;
  threads?: string;
}

const MOST_SAMPLED = 10_000_000;
const MOST_THREADS = 64;

function countOf(option: string, typed: string | undefined, most: number): number | null {
  if (typed === undefined) return null;
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (count < 1 || count > most)
    throw new UsageError(t(`${option} must be a whole number from 1 to ${most}`, `${option} deve ser um número inteiro de 1 a ${most}`));
  return count;
}

/** `audit verify`: exit code 1 when a trail is broken. With `--ends`, also when one is not what it was the last time. */
const verify =
  ({ ends: file, ...options }: VerifyOptions): Work =>
  async (app, output) => {
    const [sample, threads] = [countOf('--sample', options.sample, MOST_SAMPLED), countOf('--threads', options.threads, MOST_THREADS)];
    if (sample !== null && (file !== undefined || threads !== null))
      throw new UsageError(t('--sample goes without --ends and --threads', '--sample não combina com --ends nem --threads'));
    const former = file === undefined ? null : await readLogEnds(file);
    const progress = output.progress('audit verify', t('events', 'eventos'));
    const [trail, show] = [app.get(VerifyTrail), (count: number) => progress.show(count, sample)];
    const verified = sample === null ? trail.execute(former ?? [], show, threads ?? 1) : trail.sample(sample, show);
    const { events, broken, ends, refused, anchors, restarted } = await verified;
    const text = broken.map((log) => {
      const { clientId, position } = log;
      return t(`client ${clientId}: event ${position} ${reasonOf(log)}`, `cliente ${clientId}: o evento ${position} ${reasonOf(log)}`);
    });
    text.push(...anchors.broken.map((day) => t(`the anchor of ${day} was altered`, `a âncora de ${day} foi alterada`)));
    for (const { clientId, from, had } of restarted)
      text.push(
        t(
          `client ${clientId}: the database was restored, and a new epoch begins with event ${from}: of the ${had} events before, those from ${from} on are gone`,
          `cliente ${clientId}: o banco foi restaurado, e uma nova época começa no evento ${from}: dos ${had} eventos de antes, os de ${from} em diante se perderam`,
        ),
      );
    if (refused > 0)
      text.push(
        t(
          `${refused} pending events were refused: see the table event_refused`,
          `${refused} eventos pendentes foram recusados: veja a tabela event_refused`,
        ),
      );
    const drawn = sample === null ? '' : t(' drawn at random', ' sorteados');
    text.push(
      t(
        `${events} events${drawn} verified, ${broken.length} trails broken`,
        `${events} eventos${drawn} conferidos, ${broken.length} trilhas rompidas`,
      ),
    );
    const isWhole = broken.length === 0 && refused === 0 && anchors.broken.length === 0;
    if (file !== undefined && isWhole) {
      await writeLogEnds(file, ends);
      const compared = former
        ? t('the same as at the last time, ', 'o mesmo que da última vez, ')
        : t('nothing to compare with: ', 'nada com que comparar: ');
      text.push(compared + t(`${ends.length} trails saved in ${file}`, `${ends.length} trilhas guardadas em ${file}`));
    }
    return { text: text.join('\n'), exitCode: isWhole ? 0 : 1, data: { events, broken, refused, anchors, restarted } };
  };

async function clientNamed(app: INestApplicationContext, name: string): Promise<{ id: string; name: string }> {
  const { clients } = await app.get(ArchiveStore).read();
  const client = findNamed(clients, name);
  if (!client) throw new UsageError(t('--client must name a client', '--client deve nomear um cliente'));
  return client;
}

/** The start of a day of the service's calendar. */
function startOf(app: INestApplicationContext, day: string): Date {
  const read = readDay(day);
  if (!read) throw new UsageError(t('--before must be a day, like 2026-01-31', '--before deve ser um dia, como 2026-01-31'));
  return app.get(TimeZone).startOf(read);
}

interface ErasureOptions {
  client: string;
  what: ErasedGroup;
  user?: string;
  before?: string;
}

/** `audit erase`: proofs, heads and receipts stay as they were. */
const erase =
  ({ client: name, what: group, user: login, before: day }: ErasureOptions): Work =>
  async (app) => {
    if (login === undefined && day === undefined)
      throw new UsageError(t('give --user, --before or both', 'informe --user, --before ou os dois'));
    const before = day === undefined ? undefined : startOf(app, day);
    const client = await clientNamed(app, name);
    // Of a user who is gone, the id is all there is.
    const userId = login === undefined ? undefined : ((await app.get(Accounts).findByLogin(login))?.userId ?? login);
    const erasure = { clientId: client.id, group, ...(userId !== undefined && { userId }), ...(before && { before }) };
    const events = await app.get(EraseEvents).execute(operator('audit-erase', newId()), erasure);
    const erased = { author: t('author erased', 'autor apagado'), origin: t('origin erased', 'origem apagada') }[group];
    const text = `${client.name}: ${erased} ${t(`from ${events} events`, `de ${events} eventos`)}`;
    return { text, exitCode: 0, data: { client: client.id, what: group, events } };
  };

/** `audit prune`: what is left stays verifiable. */
const prune =
  ({ client: name, before: day }: { client: string; before: string }): Work =>
  async (app) => {
    const before = startOf(app, day);
    const client = await clientNamed(app, name);
    const { upTo, events, late } = await app.get(PruneTrail).execute(operator('audit-prune', newId()), client.id, before);
    const lines = late.map(({ url, reached }) =>
      t(
        `the webhook ${url} received events only up to ${reached}: it will not receive the others up to ${upTo}`,
        `o webhook ${url} só recebeu eventos até ${reached}: os outros até ${upTo} ele não receberá`,
      ),
    );
    lines.push(
      t(
        `${client.name}: ${events} events removed, up to position ${upTo}`,
        `${client.name}: ${events} eventos removidos, até a posição ${upTo}`,
      ),
    );
    return { text: lines.join('\n'), exitCode: 0, data: { client: client.id, upTo, events, lateWebhooks: late } };
  };

/** `audit reset-epoch`: `restored` does the same. */
const resetEpoch: Work = async (app) => {
  const { logs, name } = await app.get(NewEpoch).begin(operator('audit-reset-epoch', newId()));
  const text = t(`${logs} trails continue as ${name}`, `${logs} trilhas continuam como ${name}`);
  return { text, exitCode: 0, data: { logs, name } };
};

/** Never an argument: others would see it in the list of processes. */
async function newSecret(app: INestApplicationContext, file: string): Promise<string> {
  const secret = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    ({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(t(`${file} cannot be read: ${code}`, `${file} não pode ser lido: ${code}`));
    },
  );
  const weak = weakness('AUDIT_SECRET', secret);
  if (weak) throw new UsageError(weak);
  const { jwtSecret, linkSecret, auditSecret, metricsToken } = app.get<Config>(CONFIG);
  if ([jwtSecret, linkSecret, auditSecret, metricsToken].some((each) => each?.reveal() === secret))
    throw new UsageError(t('the new secret is one that the service has already', 'o novo segredo é um que o serviço já tem'));
  return secret;
}

/** `audit rotate-key`: with the former secret in the environment, and nobody else at work. */
const rotateKey =
  ({ newSecretFile }: { newSecretFile: string }): Work =>
  async (app) => {
    const secret = await newSecret(app, newSecretFile);
    const { logs, key } = await app.get(RotateSealKey).execute(operator('audit-rotate-key', newId()), secret);
    const text = t(
      `${logs} trails are signed by the key ${key.id} now: set AUDIT_SECRET to the new secret, then start the replicas`,
      `${logs} trilhas são assinadas agora pela chave ${key.id}: defina AUDIT_SECRET com o novo segredo e inicie as réplicas`,
    );
    return { text, exitCode: 0, data: { logs, key: key.verifierKey } };
  };

export function addAuditCommands(acervo: Command, run: Run): void {
  const trail = acervo.command('audit').description(t('the audit trail', 'a trilha de auditoria'));
  trail
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
    .option('--threads <n>', t('verifies parts of 65536 events in so many threads', 'confere partes de 65536 eventos em tantas threads'))
    .option(
      '--sample <n>',
      t(
        'verifies only so many events, drawn at random, each by its proof in the signed head',
        'confere só tantos eventos, sorteados, cada um por sua prova na cabeça assinada',
      ),
    )
    .action((options: VerifyOptions) => run(verify(options)));
  trail
    .command('erase')
    .description(
      t(
        'erases personal data from the events of a client; its proofs, heads and receipts stay valid',
        'apaga dados pessoais dos eventos de um cliente; provas, cabeças e recibos continuam válidos',
      ),
    )
    .requiredOption('--client <name>', t('name or id of the client', 'nome ou id do cliente'))
    .addOption(
      new Option(
        '--what <author|origin>',
        t('who did it, or from which address and by which call', 'quem fez, ou de que endereço e por qual chamada'),
      )
        .choices(['author', 'origin'])
        .makeOptionMandatory(),
    )
    .option('--user <login>', t('only events of this user: login, or id', 'só eventos deste usuário: login, ou id'))
    .option('--before <day>', t('only events before this day', 'só eventos anteriores a este dia'))
    .action((options: ErasureOptions) => run(erase(options)));
  trail
    .command('prune')
    .description(
      t(
        'removes the events of a client before a day for good, in steps of 256; what is left keeps its proofs',
        'remove de vez os eventos de um cliente anteriores a um dia, em passos de 256; o que fica mantém as suas provas',
      ),
    )
    .requiredOption('--client <name>', t('name or id of the client', 'nome ou id do cliente'))
    .requiredOption('--before <day>', t('the first day whose events stay', 'o primeiro dia cujos eventos ficam'))
    .action((options: { client: string; before: string }) => run(prune(options)));
  trail
    .command('reset-epoch')
    .description(
      t(
        'after a database restore, as part of `restored`: tells events from those that had the same positions before',
        'depois de restaurar um banco, como parte de `restored`: distingue os eventos dos que tinham as mesmas posições antes',
      ),
    )
    .action(() => run(resetEpoch));
  trail
    .command('rotate-key')
    .description(
      t(
        'replaces AUDIT_SECRET while all replicas are stopped; both keys sign the exchange, and former receipts stay valid',
        'troca AUDIT_SECRET com todas as réplicas paradas; as duas chaves assinam a troca, e os recibos anteriores continuam válidos',
      ),
    )
    .requiredOption('--new-secret-file <file>', t('file that holds the new secret', 'arquivo que contém o novo segredo'))
    .action((options: { newSecretFile: string }) => run(rotateKey(options)));
}

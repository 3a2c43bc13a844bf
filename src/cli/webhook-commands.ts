import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { WebhookQueue, type ListedWebhook } from '#application/ports/webhooks';
import { ReplayEvents } from '#application/webhooks/replay-events.use-case';
import { TestWebhook } from '#application/webhooks/test-webhook.use-case';
import { WebhookRights } from '#application/webhooks/webhook-rights';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { MOST_REPLAYED, type SendOutcome } from '#domain/webhooks/webhook';
import { t } from '#src/terminal/language';
import type { Run, Work } from './command-run';
import { listen } from './webhook-listen';
import { UsageError } from '#src/terminal/usage-error';

const stateOf = ({ state, disabledBecause }: ListedWebhook) => {
  const reason = {
    gone: t('the address answered 410', 'o endereço respondeu 410'),
    failing: t('three days without a success', 'três dias sem sucesso'),
    rights: t('its user lacks the permission', 'o usuário não tem mais a permissão'),
    secret: t('its secret is unreadable with this LINK_SECRET', 'o segredo é ilegível com este LINK_SECRET'),
  };
  const states = { active: t('active', 'ativo'), paused: t('paused', 'em pausa'), disabled: t('disabled', 'desativado') };
  return disabledBecause ? `${states[state]} (${reason[disabledBecause]})` : states[state];
};

const outcomeOf = (outcome: SendOutcome) =>
  ({
    accepted: t('accepted', 'aceito'),
    refused: t('refused', 'recusado'),
    'not-allowed': t('address not allowed', 'endereço não permitido'),
    unreachable: t('no connection', 'sem conexão'),
    timeout: t('no answer in time', 'sem resposta a tempo'),
  })[outcome];

/** `webhook list`: one line for each. */
const list =
  ({ client }: { client?: string }): Work =>
  async (app, output) => {
    const all = await app.get(WebhookQueue).listed();
    const wanted = all.filter(({ clientId, clientName }) => client === undefined || client === clientId || client === clientName);
    for (const webhook of wanted) {
      const { id, clientName, url, reached, end, failures } = webhook;
      const place = t(`position ${reached} of ${end}`, `posição ${reached} de ${end}`);
      const failed = failures > 0 ? t(`, ${failures} failures in a row`, `, ${failures} falhas seguidas`) : '';
      output.line(`${id}  ${clientName}  ${stateOf(webhook)}  ${place}${failed}  ${url}`, { ...webhook });
    }
    return { text: t(`${wanted.length} webhooks`, `${wanted.length} webhooks no total`), exitCode: 0, data: { webhooks: wanted.length } };
  };

/** The operator works with the rights of the user whose webhook it is: no event goes where that user's would not. */
async function scopeOf(app: INestApplicationContext, id: string): Promise<Scope> {
  const webhook = (await app.get(WebhookQueue).listed()).find((each) => each.id === id.toLowerCase());
  if (!webhook) throw new UsageError(t(`there is no webhook ${id}`, `não há o webhook ${id}`));
  const scope = await app.get(WebhookRights).scopeOf(webhook);
  if (!scope)
    throw new UsageError(
      t(
        'its user may not have webhooks any more: another one must resume it first (POST /api/Webhook/{idWebhook}/Retomada)',
        'o usuário dele não pode mais ter webhooks: outro precisa retomá-lo antes (POST /api/Webhook/{idWebhook}/Retomada)',
      ),
    );
  return scope;
}

/** `webhook test`: exit code 1 unless the address accepts. */
const test =
  (id: string): Work =>
  async (app) => {
    const { outcome, status, ms } = await app.get(TestWebhook).execute(await scopeOf(app, id), id.toLowerCase());
    const text = `${outcomeOf(outcome)}${status === null ? '' : ` (${status})`}, ${ms} ms`;
    return { text, exitCode: outcome === 'accepted' ? 0 : 1, data: { outcome, status, ms } };
  };

/** `webhook replay`: the running service sends them. */
const replay =
  (id: string, options: { from: string; to?: string }): Work =>
  async (app) => {
    const [from, to] = [options.from, options.to ?? options.from].map((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : NaN));
    if (from === undefined || to === undefined || !(to >= from && to < from + MOST_REPLAYED))
      throw new UsageError(
        t(
          `--from and --to must be positions in order, at most ${MOST_REPLAYED} at a time`,
          `--from e --to devem ser posições em ordem, no máximo ${MOST_REPLAYED} por vez`,
        ),
      );
    const events = await app
      .get(ReplayEvents)
      .execute(await scopeOf(app, id), id.toLowerCase(), { from, to })
      .catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== 'REPLAY_WAITING') throw error;
        throw new UsageError(t('too many events wait already', 'já há eventos demais à espera'));
      });
    return { text: t(`${events} events are sent again`, `${events} eventos são enviados de novo`), exitCode: 0, data: { events } };
  };

const LISTEN_PORT = '8080';

export function addWebhookCommands(acervo: Command, run: Run): void {
  const webhook = acervo.command('webhook').description(t('webhooks and their deliveries', 'webhooks e suas entregas'));
  webhook
    .command('list')
    .description(t('shows webhooks, their states and positions', 'mostra os webhooks, os seus estados e posições'))
    .option('--client <name>', t('only those of this client; name or id', 'só os deste cliente; nome ou id'))
    .action((options: { client?: string }) => run(list(options)));
  webhook
    .command('test')
    .description(
      t('sends a test event; exit code 1 unless it is accepted', 'envia um evento de teste; código de saída 1 se não for aceito'),
    )
    .argument('<id>')
    .action((id: string) => run(test(id)));
  webhook
    .command('replay')
    .description(t('sends events again, by the running service', 'envia eventos de novo, pelo serviço em execução'))
    .argument('<id>')
    .requiredOption('--from <position>', t('first position', 'primeira posição'))
    .option('--to <position>', t('last position; default: the first', 'última posição; padrão: a primeira'))
    .action((id: string, options: { from: string; to?: string }) => run(replay(id, options)));
  webhook
    .command('listen')
    .description(
      t(
        'a receiver on this machine, for trials: prints each event, and whether a webhook of this archive has signed it',
        'um receptor nesta máquina, para testes: mostra cada evento e se um webhook deste acervo o assinou',
      ),
    )
    .option('--port <number>', t('where it listens (8080)', 'onde ele escuta (8080)'), LISTEN_PORT)
    .action(({ port }: { port: string }) => run(listen(port), { stoppable: true }));
}

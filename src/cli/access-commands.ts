import { randomBytes } from 'node:crypto';
import { ArchiveStore } from '#application/ports/archive-store';
import { AuditTrail, type ChainBreak } from '#application/ports/audit-trail';
import { RotateSubscriptionKey } from '#application/access/rotate-subscription-key.use-case';
import { newId } from '#application/ids';
import { operator } from '#domain/access/actor';
import { readChainEnds, writeChainEnds } from './chain-ends';
import { only, parsed, type ArchiveCommand } from './archive-file/commands';
import { Output } from './output';
import { UsageError } from './usage-error';

const KEY_BYTES = 32;

const REASONS: Record<ChainBreak['reason'], string> = {
  missing: 'is missing',
  altered: 'was altered, or does not follow from the one before it',
  truncated: 'is where the chain was cut off',
};

/** `audit verify`: exit code 1 when a chain is broken. With `--ends`, also when one is not what it was the last time. */
export const audit: ArchiveCommand = async (app, words, output = new Output()) => {
  const { values, positionals } = parsed(words, { ends: { type: 'string' } });
  if (only(positionals, 'what to do with the audit trail') !== 'verify')
    throw new UsageError(`audit ${positionals[0]}: there is no such command`);
  const trail = app.get(AuditTrail);
  const former = values.ends === undefined ? null : await readChainEnds(values.ends);
  // Before the chains are followed: what is kept has been verified.
  const ends = await trail.ends();
  const progress = output.progress('audit verify', 'events');
  const { events, broken } = await trail.verify((count) => progress.show(count, null));
  const since = (await trail.brokenSince(former ?? [])).filter(({ clientId }) => !broken.some((chain) => chain.clientId === clientId));
  const all = [...broken, ...since];
  const lines = all.map(({ clientId, sequence, reason }) => `client ${clientId}: event ${sequence} ${REASONS[reason]}`);
  const text = [...lines, `${events} events verified, ${all.length} chains broken`];
  if (values.ends !== undefined && all.length === 0) {
    await writeChainEnds(values.ends, ends);
    text.push(`${former ? `the same as at the last time, ` : 'nothing to compare with: '}${ends.length} chains kept in ${values.ends}`);
  }
  return { text: text.join('\n'), exitCode: all.length === 0 ? 0 : 1, data: { events, broken: all } };
};

/** `keys rotate`: a new key in the place of one of the two; it is shown here and nowhere else. */
export const keys: ArchiveCommand = async (app, words) => {
  const { values, positionals } = parsed(words, { client: { type: 'string' }, unit: { type: 'string' }, slot: { type: 'string' } });
  if (only(positionals, 'what to do with the keys') !== 'rotate') throw new UsageError(`keys ${positionals[0]}: there is no such command`);
  const slot = values.slot === '1' ? 1 : values.slot === '2' ? 2 : null;
  if (slot === null) throw new UsageError('--slot must be 1 or 2: the other key goes on working');
  const { clients, units } = await app.get(ArchiveStore).read();
  const client = [...clients.values()].find(({ id, name }) => id === values.client || name === values.client);
  const unit = [...units.values()].find(({ id, name }) => id === values.unit || name === values.unit);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const author = operator('keys-rotate', newId());
  const done =
    client && unit && (await app.get(RotateSubscriptionKey).execute(author, { clientId: client.id, unitId: unit.id }, slot, key));
  if (!done) throw new UsageError('--client and --unit must name a client and a unit that serves it');
  return { text: `SubscriptionKey ${slot} of ${client.name}, ${unit.name}: ${key}`, exitCode: 0 };
};

import { Injectable } from '@nestjs/common';
import { TrailVerification, type LogBreak, type LogEnd, type LogRestart, type Verified } from '#application/ports/sealed-events';
import { idOf } from '../id-bytes';
import { logOf } from '../log-bytes';
import { Sql } from '../sql';
import { epochIn, EventSeals } from './event-seals';
import { KnownEnds } from './known-ends';
import type { Tiles } from './tiles';
import { drawn, SAMPLED_LOG, wrongAmong, type SampledLog } from './trail-sample';
import { sealKeys } from './typeorm-seal-keys';
import { laterThan, VerifiedLog } from './verified-log';

/** Computes every log again. Raw SQL: batches by primary key. */
@Injectable()
export class TypeOrmTrailVerification extends TrailVerification {
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
    private readonly tiles: (threads: number) => Tiles,
  ) {
    super();
  }

  async verify(former: readonly LogEnd[], progress: (events: number) => void, threads = 1): Promise<Verified> {
    const tiles = threads > 1 ? this.tiles(threads) : null;
    try {
      return await this.verifyWith(tiles, former, progress);
    } finally {
      await tiles?.close();
    }
  }

  async sample(count: number, progress: (events: number) => void): Promise<Verified> {
    const logs = await this.sql.rows<SampledLog>(`${SAMPLED_LOG} ORDER BY event_log.client_id`);
    const broken = await this.withoutLog();
    let events = 0;
    for (const [log, positions] of drawn(logs, count)) {
      const found = await wrongAmong(this.sql, this.seals, log, positions, (done) => progress(events + done));
      events += positions.length;
      if (found) broken.push({ clientId: logOf(log.client_id), ...found });
    }
    return { events, broken, ends: [], refused: await this.refused(), anchors: { total: 0, broken: [] }, restarted: [] };
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.rows<{ client_id: Uint8Array; size: number }>('SELECT client_id, size FROM event_log');
    return new Map(rows.map((row) => [logOf(row.client_id), Number(row.size)]));
  }

  private async verifyWith(tiles: Tiles | null, former: readonly LogEnd[], progress: (events: number) => void): Promise<Verified> {
    const [broken, ends]: [LogBreak[], LogEnd[]] = [await this.withoutLog(), []];
    // Before the logs: these are as long by then.
    const known = new KnownEnds();
    await known.read(this.sql);
    const logs = await this.sql.rows<{ client_id: Uint8Array }>('SELECT client_id FROM event_log ORDER BY client_id');
    const clients = logs.map((row) => logOf(row.client_id));
    const epochs = (await sealKeys(this.sql, this.seals)).map(({ name }) => epochIn(name)).filter((epoch) => epoch !== null);
    const restarted: LogRestart[] = [];
    let events = 0;
    for (const clientId of clients) {
      const end = former.find((each) => each.clientId === clientId) ?? null;
      const compared = { known: known.of(clientId), former: end, epochs };
      const log = new VerifiedLog(this.sql, this.seals, clientId, compared, (count) => progress(events + count), tiles);
      const found = await log.follow();
      events += log.events;
      if (!found && log.restarted) restarted.push(log.restarted);
      if (found) broken.push({ clientId, ...found });
      else if (log.size > 0) ends.push({ clientId, size: log.size, root: log.root, ...(epochs[0] && { epoch: epochs[0] }) });
    }
    const seen = new Set([...clients, ...broken.map(({ clientId }) => clientId)]);
    for (const { clientId, size: had, epoch } of former) {
      if (seen.has(clientId)) continue;
      if (laterThan(epochs, epoch).length > 0) restarted.push({ clientId, from: 1, had });
      else broken.push({ clientId, position: 1, reason: 'truncated' });
      seen.add(clientId);
    }
    for (const clientId of known.clients) if (!seen.has(clientId)) broken.push({ clientId, position: 1, reason: 'truncated' });
    return { events, broken, ends, refused: await this.refused(), anchors: known.anchors, restarted };
  }

  private async refused(): Promise<number> {
    const row = await this.sql.first<{ total: number }>('SELECT COUNT(*) AS total FROM event_refused');
    return Number(row?.total);
  }

  /** Events whose log is gone, and clients whose documents nobody seems to have created. */
  private async withoutLog(): Promise<LogBreak[]> {
    const orphans = await this.sql.rows<{ client_id: Uint8Array }>(
      `SELECT DISTINCT event.client_id FROM event LEFT JOIN event_log ON event_log.client_id = event.client_id
       WHERE event_log.client_id IS NULL`,
    );
    const clients = await this.sql.rows<{ id: Uint8Array }>(
      `SELECT client.id FROM client LEFT JOIN event_log ON event_log.client_id = client.id
       WHERE event_log.client_id IS NULL AND EXISTS (SELECT 1 FROM document WHERE document.client_id = client.id)`,
    );
    const names = new Set([...orphans.map((row) => logOf(row.client_id)), ...clients.map(({ id }) => idOf(id))]);
    return [...names].map((clientId) => ({ clientId, position: 0, reason: 'truncated' }));
  }
}

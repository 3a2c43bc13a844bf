import { TypeOrmClientRecords } from '#infrastructure/typeorm/provisioning/typeorm-client-records';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { DEMO } from '../builders/demo';
import { describeContract } from './support/implementations';

const COUNT = 'SELECT COUNT(*) AS total FROM tree_node WHERE client_id = ?';

describeContract('statements of one client', (archive) => {
  const client = idBytes(DEMO.client);
  const total = async (sql: { first<Row>(statement: string, parameters: Uint8Array[]): Promise<Row | null> }) =>
    Number((await sql.first<{ total: number }>(COUNT, [client]))?.total);

  it('find its rows, and leave the connection where it was', async () => {
    const own = archive.sql.ofClient(DEMO.client);
    const all = await total(archive.sql);
    expect(all).toBeGreaterThan(0);
    expect(await Promise.all([total(own), total(archive.sql), total(own)])).toEqual([all, all, all]);
    await archive.unitOfWork.run(async () => expect(await Promise.all([total(own), total(archive.sql)])).toEqual([all, all]));
  });

  it('leave it there after an error, too', async () => {
    await archive.unitOfWork
      .run(() => archive.sql.ofClient(DEMO.client).rows('SELECT nothing FROM tree_node WHERE client_id = ?', [client]))
      .then(
        () => expect('no error').toBe('an error'),
        () => undefined,
      );
    expect(await archive.sql.rows('SELECT id FROM client WHERE id = ?', [client])).toHaveLength(1);
  });

  it('has its rows in a shard only where there are shards, and then takes no codes from elsewhere', async () => {
    const place = await archive.sql.shardOf(DEMO.client);
    expect(place === null ? null : place.replace(/\[[0-9a-f]{16}\]$/, '[hash]')).toBe(archive.sql.isVitess ? 'archive[hash]' : null);
    expect(await new TypeOrmClientRecords(archive.sql, archive.unitOfWork).takesCodes(DEMO.client)).toBe(!archive.sql.isVitess);
  });
});

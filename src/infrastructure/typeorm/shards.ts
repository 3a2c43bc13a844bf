import { keepNewest } from '#application/access/keep-newest';
import { idBytes } from './id-bytes';
import type { TypeOrmUnitOfWork } from './typeorm-unit-of-work';

/** Of each client its shard is asked for once. */
const MOST_KNOWN = 10_000;
const isUnknownTable = (error: unknown): boolean => (error as { code?: string }).code === 'ER_NO_SUCH_TABLE';

/** Where Vitess has the rows of clients, in its own notation: `archive[166b40b44aba4bd6]` is the shard that has this hash, also after a split. */
export class Shards {
  private readonly known = new Map<string, string>();
  private areNone = false;

  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly keyspace: string,
  ) {}

  /** Null: the keyspace has no shards. Raw SQL: the hash is asked of Vitess itself, which keeps it in no table. */
  async of(clientId: string): Promise<string | null> {
    if (this.areNone) return null;
    const known = this.known.get(clientId);
    if (known !== undefined) return known;
    try {
      const asked = `SELECT hex_keyspace_id FROM ${this.keyspace}.by_client WHERE id = ?`;
      const [row] = (await this.unitOfWork.query(asked, [idBytes(clientId)])).raw as { hex_keyspace_id: string | Uint8Array }[];
      const place = `${this.keyspace}[${String(row?.hex_keyspace_id)}]`;
      keepNewest(this.known, clientId, place, MOST_KNOWN);
      return place;
    } catch (error) {
      if (!isUnknownTable(error)) throw error;
      this.areNone = true;
      return null;
    }
  }
}

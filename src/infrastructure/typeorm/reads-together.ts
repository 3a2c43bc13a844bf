import { setImmediate as turn } from 'node:timers/promises';

/**
 * Rows by their keys, outside of transactions. Those asked for in one turn of the event loop share a statement. It is sent after the last of
 * them was asked for, so that each shows what was committed before that.
 */
export class ReadsTogether<Row> {
  private next: { keys: Set<string>; rows: Promise<Map<string, Row>> } | undefined;

  constructor(private readonly read: (keys: readonly string[]) => Promise<Map<string, Row>>) {}

  async row(key: string): Promise<Row | undefined> {
    this.next ??= this.begin();
    this.next.keys.add(key);
    return (await this.next.rows).get(key);
  }

  private begin() {
    const keys = new Set<string>();
    const rows = turn().then(() => {
      this.next = undefined;
      return this.read([...keys]);
    });
    return { keys, rows };
  }
}

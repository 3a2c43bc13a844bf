import { ObjectJournal } from '#application/ports/object-journal';
import type { InMemoryDatabase, JournalEntry } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

export class InMemoryObjectJournal extends ObjectJournal {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  stage(key: string, leaseMs: number): Promise<void> {
    return this.add(key, { state: 'staged', notBefore: this.database.now() + leaseMs, reason: 'upload' });
  }

  async renew(keys: readonly string[], leaseMs: number): Promise<void> {
    const notBefore = this.database.now() + leaseMs;
    await this.database.write(({ journal }) =>
      this.ofState('staged', keys).forEach(([key, entry]) => journal.set(key, { ...entry, notBefore })),
    );
  }

  claim(keys: readonly string[]): Promise<boolean> {
    return this.database.write(({ journal }) => {
      const staged = this.ofState('staged', keys);
      for (const [key] of staged) journal.delete(key);
      return staged.length === keys.length;
    });
  }

  release(keys: readonly string[]): Promise<void> {
    return this.renew(keys, 0);
  }

  async abandon(keys: readonly string[]): Promise<void> {
    const entry = { state: 'staged', notBefore: this.database.now(), reason: 'upload' } as const;
    await this.database.write(({ journal }) => keys.forEach((key) => journal.set(key, entry)));
  }

  condemn(keys: readonly string[], delayMs: number, reason: string): Promise<void> {
    const notBefore = this.database.now() + delayMs;
    return this.database.transaction(async () => {
      for (const key of keys) await this.add(key, { state: 'condemned', notBefore, reason });
    });
  }

  condemnAbandoned(by: Date, limit: number): Promise<number> {
    return this.database.write(({ journal }) => {
      const due = this.due('staged', by, limit);
      for (const [key, entry] of due) journal.set(key, { ...entry, state: 'condemned', reason: 'abandoned upload' });
      return due.length;
    });
  }

  async dueForDeletion(by: Date, limit: number): Promise<string[]> {
    return this.due('condemned', by, limit).map(([key]) => key);
  }

  async referenced(keys: readonly string[]): Promise<Set<string>> {
    const { documents, workflows, fileVersions } = this.database.tables;
    const files = [...[...documents.values()].flatMap(liveFiles), ...[...workflows.values()].flatMap((flow) => flow.files)];
    const named = new Set([...files.map((file) => file.key), ...fileVersions.keys()]);
    return new Set(keys.filter((key) => named.has(key)));
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.database.write(({ journal }) => this.ofState('condemned', keys).forEach(([key]) => journal.delete(key)));
  }

  private add(key: string, entry: JournalEntry): Promise<void> {
    return this.database.write(({ journal }) => {
      if (journal.has(key)) throw new Error(`duplicate key: ${key}`);
      journal.set(key, entry);
    });
  }

  private ofState(state: JournalEntry['state'], keys: readonly string[]): [string, JournalEntry][] {
    return [...this.database.tables.journal].filter(([key, entry]) => entry.state === state && keys.includes(key));
  }

  private due(state: JournalEntry['state'], by: Date, limit: number): [string, JournalEntry][] {
    const due = [...this.database.tables.journal].filter(([, entry]) => entry.state === state && entry.notBefore <= by.getTime());
    return due.sort(([, a], [, b]) => a.notBefore - b.notBefore).slice(0, limit);
  }
}

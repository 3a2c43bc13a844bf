import { Injectable } from '@nestjs/common';
import { ArchiveStore } from '#application/ports/provisioning';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { DefinitionWriter, type ExportedList, type ExportOptions } from './definition-writer';

const BATCH = 500;

/** Exports the running archive as a definition; applying it to the same archive changes nothing. */
@Injectable()
export class ExportArchive {
  constructor(private readonly store: ArchiveStore) {}

  async execute(options: ExportOptions): Promise<{ definition: ArchiveDefinition; lists: ExportedList[] }> {
    const image = await this.store.read();
    const writer = new DefinitionWriter(image, options);
    const definition = writer.write();
    return { definition, lists: writer.lists };
  }

  /** The cells of each row, by label. */
  async *rows(list: ExportedList): AsyncIterable<Record<string, string>> {
    for (let after = 0; ;) {
      const rows = await this.store.rowsAfter(list, after, BATCH);
      for (const { code, texts } of rows) {
        after = code;
        yield Object.fromEntries(list.columns.flatMap(({ id, label }) => (texts.get(id) ? [[label, texts.get(id) as string]] : [])));
      }
      if (rows.length < BATCH) return;
    }
  }
}

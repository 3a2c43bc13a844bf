import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FoundTexts, type FoundText } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { TextWord } from '#domain/documents/text-query';
import { batches } from '../batches';
import { wordsInRow } from '../documents/word-rows';
import { withinScope } from '../scope-condition';
import { idBytes } from '../id-bytes';
import { places, Sql } from '../sql';
import { pagesOf } from './text-parts';

/** Of the text of one document: each part has some 64 KiB. */
const MOST_PARTS = 4;
/** Of a client, as a restricted user's are found among all. */
const MOST_PENDING = 1000;

/** Raw SQL: few parts of many texts, none of which is read in vain. */
@Injectable()
export class TypeOrmFoundTexts extends FoundTexts {
  constructor(private readonly sql: Sql) {
    super();
  }

  /** SQLite answers within the turn of the event loop: a document has one of its own. */
  async of(scope: Scope, codes: readonly number[], words: readonly TextWord[]): Promise<FoundText[]> {
    const found: FoundText[] = [];
    for (const some of batches(codes, this.sql.isSqlite ? 1 : undefined)) {
      found.push(...(await this.ofSome(scope, some, words)));
      await turn();
    }
    return found;
  }

  private async ofSome(scope: Scope, codes: readonly number[], words: readonly TextWord[]): Promise<FoundText[]> {
    const within = withinScope(scope, 'document');
    const any = wordsInRow('file_words.words', words.filter(({ isUnwanted }) => !isUnwanted).map((word) => [word])); // prettier-ignore
    const rows = await this.sql
      .ofClient(scope.clientId)
      .rows<{ document_code: number; file_id: string; first_page: number; pages: Uint8Array }>(
        `SELECT part.document_code, part.file_id, file_text.first_page, file_text.pages FROM (
         SELECT file_words.document_code, file_words.file_id, file_text.first_page,
           ROW_NUMBER() OVER (PARTITION BY file_words.document_code ORDER BY file.position, file_text.first_page) AS place
         FROM document CROSS JOIN file_words ON file_words.client_id = document.client_id AND file_words.document_code = document.code
           CROSS JOIN document_file file ON file.client_id = document.client_id AND file.id = file_words.file_id
           CROSS JOIN file_text ON file_text.client_id = document.client_id AND file_text.file_id = file_words.file_id
         WHERE document.code IN (${places(codes)}) AND document.deleted_at IS NULL AND ${within.sql} AND (${any.sql})
       ) part
       CROSS JOIN file_text ON file_text.client_id = ? AND file_text.file_id = part.file_id AND file_text.first_page = part.first_page
       WHERE part.place <= ? ORDER BY part.document_code, part.place`,
        [...codes, ...within.parameters, ...any.parameters, idBytes(scope.clientId), MOST_PARTS],
      );
    return rows.map(({ document_code: code, file_id: fileId, first_page: firstPage, pages }) => ({
      ...{ code, fileId, firstPage },
      pages: () => pagesOf(pages),
    }));
  }

  async pending(scope: Scope): Promise<number | null> {
    const within = withinScope(scope, 'document');
    const row = await this.sql.first<{ all_files: number; files: number }>(
      `SELECT COUNT(*) AS all_files, COUNT(document.code) AS files
       FROM (SELECT file_id FROM file_work WHERE client_id = ? AND state = 'pending' AND kind = 'read' LIMIT ?) pending
       LEFT JOIN document_file file ON file.id = pending.file_id AND file.client_id = ?
       LEFT JOIN document ON document.client_id = file.client_id AND document.code = file.document_code AND document.deleted_at IS NULL
       AND ${within.sql}`,
      [idBytes(scope.clientId), MOST_PENDING + 1, idBytes(scope.clientId), ...within.parameters],
    );
    return row && Number(row.all_files) <= MOST_PENDING ? Number(row.files) : null;
  }
}

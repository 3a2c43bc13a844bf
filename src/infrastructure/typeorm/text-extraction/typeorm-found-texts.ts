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
    const within = withinScope(scope, 'd');
    const any = wordsInRow('w.words', words.filter(({ isUnwanted }) => !isUnwanted).map((word) => [word])); // prettier-ignore
    const rows = await this.sql.rows<{ document_code: number; file_id: string; first_page: number; pages: Uint8Array }>(
      `SELECT p.document_code, p.file_id, t.first_page, t.pages FROM (
         SELECT w.document_code, w.file_id, x.first_page, ROW_NUMBER() OVER (PARTITION BY w.document_code ORDER BY f.position, x.first_page) AS place
         FROM document d CROSS JOIN file_words w ON w.client_id = d.client_id AND w.document_code = d.code
           CROSS JOIN document_file f ON f.client_id = d.client_id AND f.id = w.file_id CROSS JOIN file_text x ON x.client_id = d.client_id AND x.file_id = w.file_id
         WHERE d.code IN (${places(codes)}) AND d.deleted_at IS NULL AND ${within.sql} AND (${any.sql})
       ) p CROSS JOIN file_text t ON t.client_id = ? AND t.file_id = p.file_id AND t.first_page = p.first_page WHERE p.place <= ? ORDER BY p.document_code, p.place`,
      [...codes, ...within.parameters, ...any.parameters, idBytes(scope.clientId), MOST_PARTS],
    );
    return rows.map(({ document_code: code, file_id: fileId, first_page: firstPage, pages }) => ({
      ...{ code, fileId, firstPage },
      pages: () => pagesOf(pages),
    }));
  }

  async pending(scope: Scope): Promise<number | null> {
    const within = withinScope(scope, 'd');
    const row = await this.sql.first<{ all_files: number; files: number }>(
      `SELECT COUNT(*) AS all_files, COUNT(d.code) AS files
       FROM (SELECT w.file_id FROM file_work w WHERE w.client_id = ? AND w.state = 'pending' AND w.kind = 'read' LIMIT ?) p
       LEFT JOIN document_file f ON f.id = p.file_id AND f.client_id = ? LEFT JOIN document d ON d.client_id = f.client_id AND d.code = f.document_code AND d.deleted_at IS NULL AND ${within.sql}`,
      [idBytes(scope.clientId), MOST_PENDING + 1, idBytes(scope.clientId), ...within.parameters],
    );
    return row && Number(row.all_files) <= MOST_PENDING ? Number(row.files) : null;
  }
}

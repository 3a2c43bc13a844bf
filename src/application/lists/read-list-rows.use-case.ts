import { Injectable } from '@nestjs/common';
import { ListRows } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import { listUnknown } from '#domain/errors';
import { rowsMeeting, type RowStream } from './row-batches';

export interface ReadListRowsInput {
  listId: string;
  /** Null: all rows. */
  paging: { page: number; /** Absent: the user's own. */ pageSize?: number } | null;
}

/** Operation 5.3. */
@Injectable()
export class ReadListRows {
  constructor(private readonly listRows: ListRows) {}

  execute(scope: Scope, { listId, paging }: ReadListRowsInput): RowStream {
    const list = scope.list(listId);
    if (!list) throw listUnknown();
    if (!paging) return { list, batches: rowsMeeting(this.listRows, scope, listId, []) };
    const { page, pageSize = scope.actor.pageSize } = paging;
    return { list, batches: once(() => this.listRows.page(scope, listId, page, pageSize)) };
  }
}

async function* once<T>(read: () => Promise<T>): AsyncGenerator<T> {
  yield await read();
}

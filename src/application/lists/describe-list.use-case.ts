import { Injectable } from '@nestjs/common';
import type { Scope } from '#domain/access/scope';
import { listUnknown } from '#domain/errors';
import type { ValueList } from '#domain/value-lists/value-list';

/** Operation 5.2. */
@Injectable()
export class DescribeList {
  execute(scope: Scope, listId: string): ValueList {
    const list = scope.list(listId);
    if (!list) throw listUnknown();
    return list;
  }
}

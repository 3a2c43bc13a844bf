import { Injectable } from '@nestjs/common';
import type { Scope } from '#domain/access/scope';
import type { ValueList } from '#domain/value-lists/value-list';

export interface ReachedList {
  list: ValueList;
  /** Null without one, or where it is out of reach. */
  parent: ValueList | null;
  clientId: string;
  clientName: string;
}

const order = new Intl.Collator('pt-BR');

/** Operation 5.1: the lists of every client, by client and name. */
@Injectable()
export class ListLists {
  execute(scope: Scope): ReachedList[] {
    return scope.reaches
      .flatMap((reach) => {
        const { clientId, clientName } = reach.structure;
        const lists = scope.listsOf(reach);
        const parentOf = (list: ValueList) => lists.find(({ id }) => id === list.parentListId) ?? null;
        return lists.map((list) => ({ list, parent: parentOf(list), clientId, clientName }));
      })
      .sort((a, b) => order.compare(a.clientName, b.clientName) || order.compare(a.list.name, b.list.name));
  }
}

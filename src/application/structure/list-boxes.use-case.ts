import { Injectable } from '@nestjs/common';
import { Boxes, type BoxFilter, type ListedBox } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';

export type { BoxFilter, ListedBox };

/** `GET /api/Caixa/{idCliente}`: the client's own boxes, and those of the units within reach. */
@Injectable()
export class ListBoxes {
  constructor(private readonly boxes: Boxes) {}

  async execute(
    scope: Scope,
    filter: BoxFilter,
    page: number,
    pageSize = scope.actor.pageSize,
  ): Promise<{ boxes: ListedBox[]; total: number; pages: number }> {
    const [boxes, total] = await Promise.all([this.boxes.page(scope, filter, page, pageSize), this.boxes.count(scope, filter)]);
    return { boxes, total, pages: Math.max(1, Math.ceil(total / pageSize)) };
  }
}

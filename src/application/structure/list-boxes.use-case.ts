import { Injectable } from '@nestjs/common';
import { Boxes, type BoxFilter, type ListedBox } from '#application/ports/structure';
import type { Scope } from '#domain/access/scope';
import type { BoxType } from '#domain/boxes/box';

const MOST_TYPES = 1000;

export type { BoxFilter, ListedBox };

export interface BoxPage {
  boxes: ListedBox[];
  total: number;
  pages: number;
  /** Of any box, new ones too; the first by name. */
  types: BoxType[];
}

/** `GET /api/Caixa/{idCliente}`: the client's own boxes, and those of the units within reach. */
@Injectable()
export class ListBoxes {
  constructor(private readonly boxes: Boxes) {}

  async execute(scope: Scope, filter: BoxFilter, page: number, pageSize = scope.actor.pageSize): Promise<BoxPage> {
    const [boxes, total, types] = await Promise.all([
      this.boxes.page(scope, filter, page, pageSize),
      this.boxes.count(scope, filter),
      this.boxes.types(scope, MOST_TYPES),
    ]);
    return { boxes, total, pages: Math.max(1, Math.ceil(total / pageSize)), types };
  }
}

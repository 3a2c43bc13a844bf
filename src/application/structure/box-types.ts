import { Injectable } from '@nestjs/common';
import { ArchiveStore } from '#application/ports/archive-store';
import { Boxes } from '#application/ports/boxes';
import type { Scope } from '#domain/access/scope';
import type { BoxType } from '#domain/boxes/box';
import { isShown } from '../archive/client-archive';

/** The types that boxes of a client may have: those of its archive file, by name. */
@Injectable()
export class BoxTypes {
  constructor(
    private readonly boxes: Boxes,
    private readonly store: ArchiveStore,
  ) {}

  async of({ clientId }: Scope): Promise<BoxType[]> {
    const [types, use] = [await this.boxes.types(), await this.store.usersOf('boxTypes')];
    return types.filter(({ id }) => isShown(clientId, use.get(id)));
  }
}

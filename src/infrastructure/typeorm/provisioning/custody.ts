import { IsNull } from 'typeorm';
import type { BoxImage } from '#domain/provisioning/archive-image';
import type { DifferenceOf } from '#domain/provisioning/differences';
import { BoxCustodyEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** A box counts together with its sub-boxes. */
const keptBy = (box: BoxImage | null) => (box && box.parentId === null ? box.unitId : null);

/** Records which unit holds which box, and when: bills refer to the past, and boxes may be removed. */
export async function keepCustody(unitOfWork: TypeOrmUnitOfWork, boxes: readonly DifferenceOf<'boxes'>[], now: Date): Promise<void> {
  const moved = boxes.filter(({ before, after }) => keptBy(before) !== keptBy(after) || before?.clientId !== after?.clientId);
  for (const { id, before } of moved) {
    if (before === null || keptBy(before) === null) continue;
    const open = { clientId: before.clientId, boxId: id, endedAt: IsNull() };
    await unitOfWork.manager.update(BoxCustodyEntity, open, { endedAt: now });
  }
  const begun = moved.flatMap(({ id, after }) => {
    const unitId = keptBy(after);
    return after && unitId !== null ? [{ clientId: after.clientId, unitId, boxId: id, startedAt: now }] : [];
  });
  await unitOfWork.insert(BoxCustodyEntity, begun);
}

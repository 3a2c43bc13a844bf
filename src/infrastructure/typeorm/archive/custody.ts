import type { BoxImage } from '#domain/archive/archive-image';
import type { DifferenceOf } from '#domain/archive/differences';
import type { Sql } from '../sql';

/** A box with others inside is one box. */
const keptBy = (box: BoxImage | null) => (box && box.parentId === null ? box.unitId : null);

/** Which unit has kept which box of whom, and when: a bill is about the past, and boxes go. */
export async function keepCustody(sql: Sql, boxes: readonly DifferenceOf<'boxes'>[], now: Date): Promise<void> {
  const moved = boxes.filter(({ before, after }) => keptBy(before) !== keptBy(after) || before?.clientId !== after?.clientId);
  for (const { id, before } of moved) {
    if (before === null || keptBy(before) === null) continue;
    await sql.write('UPDATE box_custody SET ended_at = ? WHERE client_id = ? AND box_id = ? AND ended_at IS NULL', [
      now.getTime(),
      before.clientId,
      id,
    ]);
  }
  const begun = moved.flatMap(({ id, after }) => {
    const unitId = keptBy(after);
    return after && unitId !== null ? [[after.clientId, unitId, id, now.getTime()]] : [];
  });
  await sql.insert('box_custody', ['client_id', 'unit_id', 'box_id', 'started_at'], begun);
}

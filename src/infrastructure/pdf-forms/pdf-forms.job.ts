import type { PdfValues, Sheet } from '#application/ports/workflows';
import { drawSheet } from './draw-sheet';
import { fieldNames, fillForm } from './fill-form';

export type Task =
  { does: 'names'; pdf: Uint8Array } | { does: 'fill'; pdf: Uint8Array; values: PdfValues } | { does: 'draw'; sheet: Sheet };

/** Reading and writing PDFs is work for a processor. */
export async function run(task: Task): Promise<{ names: string[] | null; pdf: Uint8Array | null }> {
  switch (task.does) {
    case 'names':
      return { names: await fieldNames(task.pdf), pdf: null };
    case 'fill':
      return { names: null, pdf: await fillForm(task.pdf, task.values) };
    case 'draw':
      return { names: null, pdf: await drawSheet(task.sheet) };
  }
}

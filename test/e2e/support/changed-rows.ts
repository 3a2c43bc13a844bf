import { stableId } from '#application/support/stable-id';
import { CHANGES, CLIENT } from './changing';

/** A valid CPF not used by any other test. */
export function freshCpf(): string {
  let text = String(++freshCpf.count).padStart(9, '7');
  for (let round = 0; round < 2; round++) {
    const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
    text += sum % 11 < 2 ? 0 : 11 - (sum % 11);
  }
  return text;
}
freshCpf.count = 100;

/** Row and date cell of the closed list, for 5.4. */
export const closedRow = (key: string) =>
  `/api/Lista/${stableId('list', CLIENT, 'Fechada')}/Cliente/${CHANGES.client}/LinhaLista/${stableId('row', CLIENT, 'Fechada', key)}`;
export const sinceCell = (valorCampo: string) => ({ idCampo: stableId('list-field', CLIENT, 'Fechada', 'Desde'), valorCampo });

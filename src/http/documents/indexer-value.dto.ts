import type { IndexerInput } from '#domain/documents/indexing';
import { isUnread, readable, Text } from '../validation/decorators';

/** Interface 2.2. */
export class IndexerValue {
  @Text({ description: 'Name of the list, only when the field belongs to one.', max: 250, allowEmpty: true, example: '' })
  nomeLista?: string;

  @Text({ description: 'Name of the field as configured on the level.', required: true, max: 250, example: 'Número' })
  label!: string;

  @Text({ description: 'Value; empty is the same as not sent.', max: 4000, allowEmpty: true, example: '1024' })
  valorCampo?: string;
}

export function toIndexers(values: readonly IndexerValue[] | null): IndexerInput[] {
  if (values === null) return [{ listName: null, label: null, value: null, path: ['values'] }];
  return values.map(({ nomeLista, label, valorCampo = '' }, index) => ({
    listName: nomeLista?.trim() ? nomeLista : null,
    label: isUnread(nomeLista) ? null : readable(label),
    value: readable(valorCampo),
    path: ['values', index],
  }));
}

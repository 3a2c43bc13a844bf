import type { IndexerInput } from '#domain/documents/indexing';
import type { SentValue } from '#domain/documents/sent-value';
import { isUnread, readable, Text, Value } from '../validation/decorators';

/** Operation 2.2. */
export class IndexerValue {
  @Text({ description: 'Name of the list, only when the field belongs to one.', max: 250, allowEmpty: true, example: '' })
  nomeLista?: string;

  @Text({ description: 'Name of the field as configured on the level.', required: true, max: 250, example: 'Número' })
  label!: string;

  @Value({ description: 'Value; empty is the same as not sent.', allowEmpty: true, example: '1024' })
  valorCampo?: SentValue;
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

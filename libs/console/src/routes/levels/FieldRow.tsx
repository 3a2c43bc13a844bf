import { Button } from 'react-aria-components';
import { FIELD_TYPES, type ArchiveField, type FieldType } from '../../api/archive';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';

interface Props {
  field: ArchiveField;
  error: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  onChange: (field: ArchiveField) => void;
  onMove: (step: number) => void;
  onRemove: () => void;
}

const MEASURED: readonly FieldType[] = ['text', 'number', 'money'];

/** An emptied limit goes. */
function limited(field: ArchiveField, which: 'min' | 'max', text: string): ArchiveField {
  const { [which]: _, ...others } = field;
  return text === '' ? others : { ...others, [which]: Math.trunc(Number(text)) };
}

/** Limits and masks are of one type. */
function typed({ options, mask: _mask, min: _min, max: _max, ...field }: ArchiveField, type: FieldType): ArchiveField {
  return { ...field, type, ...(type === 'options' && { options: options ?? [] }) };
}

/** One field of a level. */
export function FieldRow({ field, error, isFirst, isLast, onChange, onMove, onRemove }: Props) {
  const name = field.label || t.levels.nameless;
  return (
    <>
      <div className="field-order">
        <Button className="button ghost square" aria-label={t.levels.upOf(name)} isDisabled={isFirst} onPress={() => onMove(-1)}>
          <Icon name="arrow-up" size={16} />
        </Button>
        <Button className="button ghost square" aria-label={t.levels.downOf(name)} isDisabled={isLast} onPress={() => onMove(1)}>
          <Icon name="arrow-down" size={16} />
        </Button>
      </div>
      <LabelledField label={t.levels.label} error={error}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={field.label}
            maxLength={250}
            onChange={({ target }) => onChange({ ...field, label: target.value })}
          />
        )}
      </LabelledField>
      <LabelledField label={t.levels.type}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={field.type}
            onChange={({ target }) => onChange(typed(field, target.value as FieldType))}
          >
            {FIELD_TYPES.map((type) => (
              <option key={type} value={type}>
                {t.levels.types[type]}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <label className="row field-mandatory">
        <input
          type="checkbox"
          checked={field.mandatory ?? false}
          onChange={({ target }) => onChange({ ...field, mandatory: target.checked })}
        />
        {t.levels.mandatory}
      </label>
      <Button className="button ghost square field-remove" aria-label={t.levels.removeOf(name)} onPress={onRemove}>
        <Icon name="trash-2" size={16} />
      </Button>
      {field.type === 'options' && (
        <div className="field-rest">
          <LabelledField label={t.levels.options} hint={t.levels.optionsHint}>
            {(control) => (
              <textarea
                {...control}
                className="input several"
                rows={4}
                value={(field.options ?? []).join('\n')}
                onChange={({ target }) => onChange({ ...field, options: target.value.split('\n') })}
              />
            )}
          </LabelledField>
        </div>
      )}
      {MEASURED.includes(field.type) && (
        <details className="field-rest">
          <summary className="small">{t.levels.limits}</summary>
          <div className="inputs">
            {(['min', 'max'] as const).map((which) => (
              <LabelledField key={which} label={t.levels.measures[field.type === 'text' ? 'length' : 'value'][which]}>
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    type="number"
                    value={field[which] ?? ''}
                    onChange={({ target }) => onChange(limited(field, which, target.value))}
                  />
                )}
              </LabelledField>
            ))}
            {field.type === 'text' && (
              <LabelledField label={t.levels.mask} hint={t.levels.maskHint}>
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    value={field.mask ?? ''}
                    onChange={({ target: { value } }) => onChange(masked(field, value))}
                  />
                )}
              </LabelledField>
            )}
          </div>
        </details>
      )}
    </>
  );
}

function masked({ mask: _, ...field }: ArchiveField, mask: string): ArchiveField {
  return mask === '' ? field : { ...field, mask };
}

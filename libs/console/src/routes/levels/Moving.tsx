import { useState, type FormEvent } from 'react';
import type { ArchiveLevel } from '../../api/archive';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { moved, placeOf, targetsOf } from './tree';
import { FormActions } from '../../forms/FormActions';

interface Props {
  id: string;
  levels: readonly ArchiveLevel[];
  onChange: (levels: readonly ArchiveLevel[]) => void;
  onClose: () => void;
}

export function Moving({ id, levels, onChange, onClose }: Props) {
  const place = placeOf(levels, id);
  const targets = targetsOf(levels, id);
  const mayTop = (place?.above.length ?? 0) > 0;
  const [target, setTarget] = useState(mayTop ? '' : (targets[0]?.level.id ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayTop || target) onChange(moved(levels, id, target || null));
    onClose();
  };
  return (
    <Popup title={t.levels.moveOf(place?.level.name ?? '')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <LabelledField label={t.levels.below}>
          {(control) => (
            <select {...control} className="input" value={target} onChange={({ target: { value } }) => setTarget(value)}>
              {mayTop && <option value="">{t.levels.top}</option>}
              {targets.map(({ level, path }) => (
                <option key={level.id} value={level.id}>
                  {path}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <FormActions submit={t.levels.moveHere} onCancel={onClose} />
      </form>
    </Popup>
  );
}

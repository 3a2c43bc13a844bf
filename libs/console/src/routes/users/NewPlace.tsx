import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Client } from '../../api/structure';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import type { Place } from './held';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[];
  /** What stands for no choice. */
  none?: string;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, none, onChange }: ChoiceProps) {
  return (
    <LabelledField label={label}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

/** A further row of the matrix: client, unit, level. */
export function NewPlace({ clients, client, onAdd }: { clients: readonly Client[]; client: Client; onAdd: (place: Place) => void }) {
  const [chosen, setChosen] = useState(client.id);
  const there = clients.find(({ id }) => id === chosen) ?? client;
  const [unit, setUnit] = useState(client.units[0]?.id ?? '');
  const [level, setLevel] = useState('');
  const go = (id: string) => {
    setChosen(id);
    setUnit(clients.find((each) => each.id === id)?.units[0]?.id ?? '');
    setLevel('');
  };
  return (
    <div className="filters new-place">
      {clients.length > 1 && <Choice label={t.nav.client} value={chosen} options={clients} onChange={go} />}
      <Choice label={t.form.unit} value={unit} options={there.units} none={t.users.anyUnit} onChange={setUnit} />
      <Choice
        label={t.form.level}
        value={level}
        options={there.levels.map(({ id, path }) => ({ id, name: path.replaceAll(' > ', ' / ') }))}
        none={t.users.wholeTree}
        onChange={setLevel}
      />
      <Button className="button" onPress={() => onAdd({ client: there.id, unit: unit || null, level: level || null })}>
        <Icon name="plus" size={16} /> {t.users.addPlace}
      </Button>
    </div>
  );
}

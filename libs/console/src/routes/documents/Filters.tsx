import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { wireDay } from '../../api/documents';
import { fieldKey } from '../../api/field-key';
import { choices, choicesOf, type Field, type Level } from '../../api/structure';
import { day, t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { parameterOf, type Asked } from './search';

interface Filter {
  parameter: string;
  name: string;
  type: string;
  field?: Field;
}
const STATUSES = ['1', '2', '3', '5', '6', '4'] as const;

/** What every document has, then the fields of the level. */
const filtersOf = (level: Level | undefined): Filter[] => [
  ...(level?.fields ?? []).map((field) => ({ parameter: parameterOf(field), name: fieldKey(field), type: field.type, field })),
  { parameter: 'q', name: t.documents.code, type: 'Numérico' },
  { parameter: 'situacao', name: t.documents.status, type: 'status' },
  { parameter: 'de', name: t.documents.from, type: 'day' },
  { parameter: 'ate', name: t.documents.to, type: 'day' },
];

/** Texts match from beginning to end unless they end in `%`. */
const hintOf = ({ type, field }: Filter) => (field && type === 'Texto' ? t.documents.prefixHint : undefined);

function FilterForm({ level, put }: { level: Level | undefined; put: (parameter: string, value: string) => void }) {
  const filters = filtersOf(level);
  const [chosen, setChosen] = useState(filters[0]!.parameter);
  const filter = filters.find(({ parameter }) => parameter === chosen) ?? filters[0]!;
  const { data: schema } = useQuery({ ...choices(level?.id ?? ''), enabled: level !== undefined && filter.field !== undefined });
  const options: readonly (readonly [string, string])[] | null =
    filter.type === 'status'
      ? STATUSES.map((code) => [code, t.statuses[code]] as const)
      : (filter.field && choicesOf(schema, filter.field)?.map((text) => [text, text] as const)) || null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('value') ?? '').trim();
    // The service reads days of fields as 31/12/2026.
    if (value) put(filter.parameter, filter.type === 'Data' ? wireDay(value) : value);
  };
  return (
    <form className="stack filter-form" onSubmit={submit}>
      <LabelledField label={t.documents.filterBy}>
        {(control) => (
          <select {...control} className="input" name="field" value={filter.parameter} onChange={({ target }) => setChosen(target.value)}>
            {filters.map(({ parameter, name }) => (
              <option key={parameter} value={parameter}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <LabelledField label={t.documents.value} hint={hintOf(filter)}>
        {(control) =>
          options ? (
            <select key={chosen} {...control} className="input" name="value">
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input
              key={chosen}
              {...control}
              className="input"
              name="value"
              required
              type={filter.type === 'Data' || filter.type === 'day' ? 'date' : 'text'}
              inputMode={/Num|Mone/.test(filter.type) ? 'decimal' : 'text'}
            />
          )
        }
      </LabelledField>
      <Button className="button primary" type="submit">
        {t.documents.apply}
      </Button>
    </form>
  );
}

/** Active filters, each with a way to remove it. */
function chipsOf({ values, code, status, from, to }: Asked): [parameter: string, name: string, value: string][] {
  const all: [string, string, string | undefined][] = [
    ...values.map((value): [string, string, string] => [parameterOf(value), fieldKey(value), value.value]),
    ['q', t.documents.code, code],
    ['situacao', t.documents.status, status && (t.statuses[status as '1'] ?? status)],
    ['de', t.documents.from, from && day(wireDay(from))],
    ['ate', t.documents.to, to && day(wireDay(to))],
  ];
  return all.filter((chip): chip is [string, string, string] => Boolean(chip[2]));
}

interface Props {
  asked: Asked;
  level: Level | undefined;
  put: (parameter: string, value?: string) => void;
}

export function Filters({ asked, level, put }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="button">
          <Icon name="filter" size={16} /> {t.documents.filter}
        </Button>
        <Popover className="popover" placement="bottom start">
          <Dialog aria-label={t.documents.filter} className="dialog plain">
            <FilterForm
              level={level}
              put={(parameter, value) => {
                setOpen(false);
                put(parameter, value);
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {chipsOf(asked).map(([parameter, name, value]) => (
        <Button key={parameter} className="chip" aria-label={t.documents.removeFilter(`${name}: ${value}`)} onPress={() => put(parameter)}>
          {name}: <b>{value}</b> <Icon name="x" size={14} />
        </Button>
      ))}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { wireDay } from '../../api/find';
import { choices, choicesOf, type Level } from '../../api/structure';
import { t } from '../../i18n';
import { useShortcuts } from '../../shell/keys';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { chipsOf, filtersOf, operatorsOf, parameterWith, STATUSES, type Filter } from './criteria';
import type { Asked, Operator } from './search';

type Option = readonly [value: string, text: string];
type Put = (parameter: string, values?: readonly string[]) => void;

interface ValueProps {
  filter: Filter;
  operator: Operator;
  options: readonly Option[] | null;
}

function Input({
  filter: { type },
  label,
  hint,
  isOptional = false,
}: {
  filter: Filter;
  label: string;
  hint?: string;
  isOptional?: boolean;
}) {
  return (
    <LabelledField label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="input"
          name="value"
          required={!isOptional}
          type={type === 'Data' || type === 'day' ? 'date' : 'text'}
          inputMode={/Num|Mone/.test(type) ? 'decimal' : 'text'}
        />
      )}
    </LabelledField>
  );
}

/** The input that fits type and operator. */
function Values({ filter, operator, options }: ValueProps) {
  if (operator === 'preenchido' || operator === 'vazio') return null;
  if (operator === 'entre')
    return (
      <>
        <Input filter={filter} label={t.documents.lowest} isOptional />
        <Input filter={filter} label={t.documents.highest} hint={t.documents.openHint} isOptional />
      </>
    );
  if (operator !== 'em') {
    const hint = operator === 'contem' ? { hint: t.documents.wordsHint } : {};
    return <Input filter={filter} label={t.documents.value} {...hint} />;
  }
  return (
    <LabelledField label={t.documents.value} hint={options ? undefined : t.documents.severalHint}>
      {(control) =>
        options ? (
          <select {...control} className="input several" name="value" multiple required size={Math.min(8, Math.max(3, options.length))}>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <textarea {...control} className="input several" name="value" required rows={5} />
        )
      }
    </LabelledField>
  );
}

/** What the form says, as the address has it. Days of fields are spelt 31/12/2026. */
function valuesIn(form: HTMLFormElement, { type }: Filter, operator: Operator): readonly string[] {
  if (operator === 'preenchido' || operator === 'vazio') return ['sim'];
  const sent = new FormData(form).getAll('value').map((value) => String(value).trim());
  const lines = operator === 'em' ? sent.flatMap((text) => text.split('\n').map((line) => line.trim())).filter(Boolean) : sent;
  return type === 'Data' ? lines.map((value) => value && wireDay(value)) : lines;
}

function FilterForm({ level, put }: { level: Level | undefined; put: Put }) {
  const filters = filtersOf(level);
  const [chosen, setChosen] = useState(filters[0]!.parameter);
  const [compared, setCompared] = useState<Operator>();
  const filter = filters.find(({ parameter }) => parameter === chosen) ?? filters[0]!;
  const { data: schema } = useQuery({ ...choices(level?.id ?? ''), enabled: level !== undefined && filter.field !== undefined });
  const options: readonly Option[] | null =
    filter.type === 'status'
      ? STATUSES.map((code) => [code, t.statuses[code]] as const)
      : (filter.field && choicesOf(schema, filter.field)?.map((text) => [text, text] as const)) || null;
  const operators = operatorsOf(filter, options !== null);
  const operator = operators.find((each) => each === compared) ?? operators[0]!;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesIn(event.currentTarget, filter, operator);
    if (values.some(Boolean)) put(parameterWith(filter, operator), values);
  };
  return (
    <form className="stack filter-form" onSubmit={submit}>
      <LabelledField label={t.documents.filterBy}>
        {(control) => (
          <select
            {...control}
            className="input"
            name="field"
            autoFocus
            value={filter.parameter}
            onChange={({ target }) => setChosen(target.value)}
          >
            {filters.map(({ parameter, name }) => (
              <option key={parameter} value={parameter}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      {operators.length > 1 && (
        <LabelledField label={t.documents.operator}>
          {(control) => (
            <select {...control} className="input" value={operator} onChange={({ target }) => setCompared(target.value as Operator)}>
              {operators.map((each) => (
                <option key={each} value={each}>
                  {t.documents.operators[each]}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <Values key={`${chosen} ${operator}`} filter={filter} operator={operator} options={options} />
      <Button className="button primary" type="submit">
        {t.documents.apply}
      </Button>
    </form>
  );
}

export function Filters({ asked, level, put }: { asked: Asked; level: Level | undefined; put: Put }) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts('list', [{ keys: ['f'], what: t.documents.filter, run: () => setOpen(true) }]);
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="button">
          <Icon name="filter" size={16} /> {t.documents.filter}
        </Button>
        {/* It is the dialog itself: its hidden buttons to leave it are within. */}
        <Popover className="popover" placement="bottom start" aria-label={t.documents.filter}>
          <div className="dialog plain">
            <FilterForm
              level={level}
              put={(parameter, values) => {
                setOpen(false);
                put(parameter, values);
              }}
            />
          </div>
        </Popover>
      </DialogTrigger>
      {chipsOf(asked, level).map(([parameter, name, text]) => (
        <Button key={parameter} className="chip" aria-label={t.documents.removeFilter(`${name}: ${text}`)} onPress={() => put(parameter)}>
          {name}: <b>{text}</b> <Icon name="x" size={14} />
        </Button>
      ))}
    </>
  );
}

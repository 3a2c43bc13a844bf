import { useEffect, useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import { newId, type ArchiveField, type ArchiveLevel } from '../../api/archive';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { FieldRow } from './FieldRow';
import { changed, datesOf, type Place } from './tree';

interface Props {
  place: Place;
  levels: readonly ArchiveLevel[];
  /** Of the client. */
  lists: readonly { name: string }[];
  problems: Readonly<Record<string, string>>;
  onChange: (levels: readonly ArchiveLevel[]) => void;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

function swapped<T>(items: readonly T[], at: number, step: number): readonly T[] {
  const [one, other] = [items[at], items[at + step]];
  return one === undefined || other === undefined ? items : items.with(at, other).with(at + step, one);
}

/** What of a level may be edited. Alt with up and down moves the field or list that has the focus. */
export function LevelForm({ place, levels, lists, problems, onChange }: Props) {
  const { level, above } = place;
  const form = useRef<HTMLDivElement>(null);
  const { id, name, fields = [], lists: own = [], retention } = level;
  const change = (part: Partial<ArchiveLevel>) => onChange(changed(levels, id, part));
  const setField = (field: ArchiveField) => change({ fields: fields.map((each) => (each.id === field.id ? field : each)) });
  const inherited = above.flatMap((each) => [
    ...(each.fields ?? []).map(({ label }) => label),
    ...(each.lists ?? []).map((list) => list.name),
  ]);
  const dates = datesOf(place);
  const further = lists.filter(({ name: list }) => ![...above, level].some((each) => each.lists?.some((one) => one.name === list)));
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? (name === '' ? find('input') : null))?.focus();
    // Only when the page of this level opens, or problems were found.
  }, [problems]); // eslint-disable-line react-hooks/exhaustive-deps
  const add = () => {
    flushSync(() => change({ fields: [...fields, { id: newId(), label: '', type: 'text' }] }));
    form.current?.querySelector<HTMLElement>('.field-row:last-of-type input')?.focus();
  };
  const move = (kind: 'fields' | 'lists', at: number, step: number) => {
    const held = document.activeElement as HTMLElement | null;
    flushSync(() => change(kind === 'fields' ? { fields: swapped(fields, at, step) } : { lists: swapped(own, at, step) }));
    // What moves in the page loses the focus.
    held?.focus();
  };
  const keys = (kind: 'fields' | 'lists', at: number) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(kind, at, step);
  };
  return (
    <div ref={form} className="stack">
      <LabelledField label={t.levels.name} error={problems[id]}>
        {(control) => (
          <input {...control} className="input" value={name} maxLength={250} onChange={({ target }) => change({ name: target.value })} />
        )}
      </LabelledField>
      <h2 className="small-head">{t.levels.fields}</h2>
      {inherited.length > 0 && <p className="quiet">{t.levels.inherited(inherited.join(', '))}</p>}
      {fields.length === 0 && <p className="quiet">{t.levels.noFields}</p>}
      <ul className="stack">
        {fields.map((field, at) => (
          <li key={field.id} className="field-row" onKeyDownCapture={keys('fields', at)}>
            <FieldRow
              field={field}
              error={problems[field.id]}
              isFirst={at === 0}
              isLast={at === fields.length - 1}
              onChange={setField}
              onMove={(step) => move('fields', at, step)}
              onRemove={() => change({ fields: fields.filter((each) => each !== field) })}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button className="button" onPress={add}>
          <Icon name="plus" size={16} /> {t.levels.addField}
        </Button>
      </div>
      <h2 className="small-head">{t.lists.title}</h2>
      <ul className="stack">
        {own.map(({ name: list, mandatory = false }, at) => (
          <li key={list} className="row" onKeyDownCapture={keys('lists', at)}>
            <span className="grow ellipsis">{list}</span>
            <label className="row">
              <input
                type="checkbox"
                checked={mandatory}
                onChange={({ target }) => change({ lists: own.with(at, { name: list, mandatory: target.checked }) })}
              />
              {t.levels.mandatory}
            </label>
            <Button
              className="button ghost square"
              aria-label={t.levels.removeOf(list)}
              onPress={() => change({ lists: own.filter((each) => each.name !== list) })}
            >
              <Icon name="trash-2" size={16} />
            </Button>
          </li>
        ))}
      </ul>
      {further.length > 0 && (
        <LabelledField label={t.levels.addList}>
          {(control) => (
            <select {...control} className="input" value="" onChange={({ target }) => change({ lists: [...own, { name: target.value }] })}>
              <option value="">{t.levels.chooseList}</option>
              {further.map((list) => (
                <option key={list.name}>{list.name}</option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <h2 className="small-head">{t.levels.retention}</h2>
      {retention?.list === undefined ? (
        <div className="inputs">
          <LabelledField label={t.levels.from} hint={dates.length === 0 ? t.levels.noDates : undefined}>
            {(control) => (
              <select
                {...control}
                className="input"
                disabled={dates.length === 0}
                value={retention?.field ?? ''}
                onChange={({ target }) =>
                  change({ retention: target.value ? { months: retention?.months ?? 60, field: target.value } : undefined })
                }
              >
                <option value="">{t.levels.noRetention}</option>
                {dates.map(({ id: date, label }) => (
                  <option key={date} value={date}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </LabelledField>
          {retention && (
            <LabelledField label={t.levels.months}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type="number"
                  min={0}
                  max={12000}
                  value={retention.months}
                  onChange={({ target }) => change({ retention: { ...retention, months: Math.trunc(Number(target.value)) } })}
                />
              )}
            </LabelledField>
          )}
        </div>
      ) : (
        <p>{t.levels.retentionOf(`${retention.list}: ${retention.field}`, String(retention.months))}</p>
      )}
    </div>
  );
}

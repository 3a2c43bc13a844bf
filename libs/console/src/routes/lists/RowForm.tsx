import { useRef, useState, type FormEvent } from 'react';
import { addRow, cellsOf, changeRow, type ListField, type ListRow } from '../../api/lists';
import { queryClient } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice, sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { FormActions } from '../../forms/FormActions';

interface Props {
  client: string;
  list: string;
  fields: readonly ListField[];
  /** Null: a new one. */
  row: ListRow | null;
  onClose: () => void;
}

export function RowForm({ client, list, fields, row, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(row?.values ?? {});
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  // Only what differs is sent: fields that may not be changed any more are left alone.
  const sent = fields.filter(({ id }) => (values[id] ?? '').trim() !== (row?.values[id] ?? ''));
  const problems = problem instanceof Refusal ? problem.fields : [];
  const errorOf = (field: ListField) => {
    const at = sent.indexOf(field);
    return (
      problems
        .filter((each) => at >= 0 && each.field.startsWith(`[${at}]`))
        .map(({ message }) => message)
        .join(' ') || undefined
    );
  };
  const above =
    problem === null
      ? []
      : problems.length === 0
        ? sentencesOf(problem)
        : problems.filter(({ field }) => !/^\[\d+\]/.test(field)).map(({ message }) => message);
  useFocusProblem(form, problem);
  const { close } = useUnsaved(sent.length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (row && sent.length === 0) return onClose();
    setBusy(true);
    setProblem(null);
    try {
      if (row) await changeRow(client, list, row.id, cellsOf(sent, values));
      else await addRow(client, list, cellsOf(sent, values));
      await queryClient.invalidateQueries({ queryKey: ['list-rows', list] });
      say(row ? t.lists.changed : t.lists.added);
      onClose();
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <Popup title={row ? t.lists.change : t.lists.add} onClose={isBusy ? undefined : () => close(onClose)}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {above.length > 0 && <Notice texts={above} />}
        {fields.map((field) => (
          <LabelledField
            key={field.id}
            error={errorOf(field)}
            label={
              <>
                {field.name} {field.isMandatory && <span className="quiet small">({t.form.required})</span>}
              </>
            }
          >
            {(control) => {
              const common = { ...control, className: 'input', name: field.name, value: values[field.id] ?? '' };
              const change = (value: string) => setValues({ ...values, [field.id]: value });
              return field.options ? (
                <select {...common} onChange={({ target }) => change(target.value)}>
                  <option value="" />
                  {field.options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              ) : (
                <input {...common} onChange={({ target }) => change(target.value)} />
              );
            }}
          </LabelledField>
        ))}
        <FormActions submit={row ? t.form.save : t.lists.add} isBusy={isBusy} onCancel={() => close(onClose)} />
      </form>
    </Popup>
  );
}

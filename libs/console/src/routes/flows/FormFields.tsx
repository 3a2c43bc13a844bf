import { useQueries } from '@tanstack/react-query';
import { listFields } from '../../api/lists';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';

export interface FormInput {
  id: string;
  label: string;
  list: { id: string; name: string } | null;
  isMandatory: boolean;
}
interface Props {
  client: string;
  fields: readonly FormInput[];
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  isReadOnly?: boolean;
  onChange: (id: string, value: string) => void;
}

export const nameOf = ({ label, list }: Pick<FormInput, 'label' | 'list'>) => (list?.name ? `${list.name}: ${label}` : label);

/** The form of a flow. Of a list its keys are filled in, and the item brings the rest. */
export function FormFields({ client, fields, values, errors, isReadOnly = false, onChange }: Props) {
  const lists = [...new Set(fields.flatMap(({ list }) => list?.id ?? []))];
  const found = useQueries({ queries: lists.map((id) => listFields(client, id)) });
  const known = new Map(found.flatMap(({ data = [] }) => data.map((field) => [field.id, field] as const)));
  return fields.map((field) => {
    const isFilledByList = known.get(field.id)?.isKey === false;
    return (
      <LabelledField
        key={field.id}
        error={errors[field.id]}
        hint={isFilledByList ? t.flow.byList : undefined}
        label={
          <>
            {nameOf(field)} {field.isMandatory && <span className="quiet small">({t.form.required})</span>}
          </>
        }
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name={nameOf(field)}
            readOnly={isReadOnly || isFilledByList}
            value={values[field.id] ?? ''}
            onChange={({ target }) => onChange(field.id, target.value)}
          />
        )}
      </LabelledField>
    );
  });
}

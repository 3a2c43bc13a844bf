import { useQuery } from '@tanstack/react-query';
import { wireDay } from '../api/find';
import { fieldKey } from '../api/field-key';
import { choices, choicesOf, type Field, type Level } from '../api/structure';
import { t } from '../i18n';
import { LabelledField } from '../ui/LabelledField';

const EXAMPLES: Record<string, string> = { Monetário: '1.234,56', CPF: '000.000.000-00', CNPJ: '00.000.000/0000-00' };
const WIRE_DAY = /^\d{2}\/\d{2}\/\d{4}$/;

interface Props {
  level: Level;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** What a field holds in the archive by now, where that differs from what was read. */
  theirs?: Readonly<Record<string, string>>;
  onChange: (key: string, value: string) => void;
}

interface OneProps {
  field: Field;
  value: string;
  options: readonly string[] | null;
  control: object;
  onChange: (value: string) => void;
}

function Control({ field, value, options, control, onChange }: OneProps) {
  const common = { ...control, className: 'input', name: fieldKey(field), required: field.isMandatory };
  if (options)
    return (
      <select {...common} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="" />
        {/* A value that is no choice any more stays until another is chosen. */}
        {(value === '' || options.includes(value) ? options : [value, ...options]).map((text) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    );
  // Days have the browser's calendar; a value with a time stays a text.
  if (field.type === 'Data' && (value === '' || WIRE_DAY.test(value)))
    return (
      <input
        {...common}
        type="date"
        value={value.split('/').reverse().join('-')}
        onChange={({ target }) => onChange(target.value && wireDay(target.value))}
      />
    );
  return (
    <input
      {...common}
      type="text"
      inputMode={/Num|Mone/.test(field.type) ? 'decimal' : 'text'}
      placeholder={EXAMPLES[field.type]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The fields of a level, in its order. */
export function Inputs({ level, values, errors, theirs = {}, onChange }: Props) {
  const { data: schema } = useQuery(choices(level.id));
  return (
    <div className="inputs">
      {level.fields.map((field) => {
        const key = fieldKey(field);
        const hint = theirs[key] === undefined ? undefined : t.form.theirs(theirs[key] || t.document.empty);
        const label = (
          <>
            {key} {field.isMandatory && <span className="quiet small">({t.form.required})</span>}
          </>
        );
        return (
          <LabelledField key={key} label={label} error={errors[key]} hint={hint}>
            {(control) => (
              <Control
                field={field}
                control={control}
                value={values[key] ?? ''}
                options={choicesOf(schema, field)}
                onChange={(value) => onChange(key, value)}
              />
            )}
          </LabelledField>
        );
      })}
    </div>
  );
}

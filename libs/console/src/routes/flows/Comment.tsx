import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';

/** What is said about a step. */
export function Comment({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  return (
    <LabelledField label={t.flow.comment} error={error}>
      {(control) => (
        <textarea
          {...control}
          className="input several"
          rows={3}
          value={value}
          maxLength={4000}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </LabelledField>
  );
}

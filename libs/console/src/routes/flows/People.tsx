import { useQuery } from '@tanstack/react-query';
import { userNames } from '../../api/audit';
import { session } from '../../api/session';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import type { Sorted } from './problems';

interface Named {
  user: string;
  emails: string;
}
export const NOBODY: Named = { user: '', emails: '' };
/** One address per line. */
export const peopleOf = ({ user, emails }: Named) => ({ user, emails: emails.split(/[\s,;]+/).filter(Boolean) });

interface Props {
  client: string;
  named: Named;
  problems: Sorted;
  onChange: (named: Named) => void;
}

/** Who does the next tasks whose definition leaves that open. */
export function People({ client, named, problems, onChange }: Props) {
  const { data: names } = useQuery(userNames(client));
  const { IdUsuario = '', NomeUsuario = '' } = session.get() ?? {};
  const users = names && names.size > 0 ? [...names] : [[IdUsuario, NomeUsuario] as const];
  return (
    <details className="people" open={Boolean(problems.user ?? problems.emails) || undefined}>
      <summary>{t.flow.people}</summary>
      <div className="stack">
        <p className="quiet small">{t.flow.peopleHint}</p>
        <LabelledField label={t.flow.user} error={problems.user}>
          {(control) => (
            <select {...control} className="input" value={named.user} onChange={({ target }) => onChange({ ...named, user: target.value })}>
              <option value="" />
              {users.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <LabelledField label={t.flow.emails} hint={t.documents.severalHint} error={problems.emails}>
          {(control) => (
            <textarea
              {...control}
              className="input several"
              rows={2}
              value={named.emails}
              onChange={({ target }) => onChange({ ...named, emails: target.value })}
            />
          )}
        </LabelledField>
      </div>
    </details>
  );
}

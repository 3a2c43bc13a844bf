import type { Action, FieldType, Planned } from '../../api/archive';
import { t } from '../../i18n';
import { changeIn, nameIn } from './plan';

const ACTIONS: readonly Action[] = ['add', 'change', 'remove'];

interface Parts {
  listId?: string;
  mandatory?: boolean;
  fieldId?: string;
  months?: number;
}

/** A value of an attribute, as people say it. */
function worded(attribute: string, value: unknown): string {
  if (value === null || value === '') return t.levels.nothing;
  if (typeof value === 'boolean') return value ? t.levels.yes : t.levels.no;
  if (attribute === 'position') return String(Number(value) + 1);
  if (attribute === 'type') return t.levels.types[value as FieldType] ?? String(value);
  if (attribute === 'retention') {
    const { fieldId = '', months = 0 } = value as Parts;
    return t.levels.retentionOf(fieldId, String(months));
  }
  if (!Array.isArray(value)) return String(value);
  if (value.length === 0) return t.levels.nothing;
  if (attribute !== 'lists') return value.join(', ');
  return (value as Parts[]).map(({ listId, mandatory }) => `${listId}${mandatory ? ` (${t.form.required})` : ''}`).join(', ');
}

function detailIn(text: string): string {
  const change = changeIn(text);
  if (!change) return text;
  const { attribute, from, to } = change;
  const name = (t.levels.attributes as Record<string, string>)[attribute] ?? attribute;
  return t.levels.changeOf(name, worded(attribute, from), worded(attribute, to));
}

/** What is added, changed and removed. */
export function PlanInWords({ plan, client }: { plan: readonly Planned[]; client: string }) {
  return ACTIONS.map((action) => {
    const things = plan.filter((each) => each.action === action);
    if (things.length === 0) return null;
    return (
      <section key={action} className={`planned ${action}`}>
        <h3>{t.levels.actions[action]}</h3>
        <ul className="bullets">
          {things.map(({ what, name, details }) => (
            <li key={`${what} ${name}`}>
              {`${(t.levels.kinds as Record<string, string>)[what] ?? what} ${nameIn(client, name)}`}
              {details.length > 0 && <span className="quiet small"> {details.map(detailIn).join('; ')}</span>}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

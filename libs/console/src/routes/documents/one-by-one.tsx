import { number, t } from '../../i18n';

/** A document of the list that something is done with. */
export interface Listed {
  id: string;
  code: string;
  /** Its id. */
  level: string;
}
export interface Refused {
  found: Listed;
  why: string;
}

export function Refusals({ title, refused }: { title: string; refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <div>
        <p>{title}</p>
        <ul className="bullets">
          {refused.map(({ found, why }) => (
            <li key={found.id}>{`${t.document.title(found.code)}: ${why}`}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** @param done how many; null: nothing is under way */
export function Progress({ label, done, count }: { label: string; done: number | null; count: number }) {
  if (done === null) return null;
  return (
    <p role="status">
      <progress aria-label={label} max={count} value={done} /> {t.remove.progress(number(done), number(count))}
    </p>
  );
}

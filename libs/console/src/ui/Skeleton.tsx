import { t } from '../i18n';

/** A placeholder for rows; screen readers hear it once. Where it is all that the page has, it is its heading. */
export function Skeleton({ rows, isPage = false }: { rows: number; isPage?: boolean }) {
  return (
    <div className="skeleton" role="status" aria-label={t.loading}>
      {isPage && <h1 className="unseen">{t.loading}</h1>}
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

import { t } from '../i18n';

/** A placeholder for rows; screen readers hear it once. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label={t.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

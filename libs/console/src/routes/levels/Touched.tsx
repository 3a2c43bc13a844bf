import { useQueries } from '@tanstack/react-query';
import { countAt } from '../../api/archive';
import type { Client } from '../../api/structure';
import { number, t } from '../../i18n';

/** Each asks the service once. */
const COUNTED = 20;

/** How many documents stand where the plan changes something. */
export function Touched({ client, levels }: { client: Client; levels: readonly string[] }) {
  const known = client.levels.filter(({ id }) => levels.includes(id)).slice(0, COUNTED);
  const counts = useQueries({ queries: known.map(({ id }) => countAt(client.id, id)) });
  if (known.length === 0) return null;
  return (
    <>
      <h3>{t.levels.touched}</h3>
      <ul className="bullets">
        {known.map(({ id, path }, index) => {
          const count = counts[index]?.data;
          const text = count && (count.isExact ? number(count.value) : t.documents.atLeast(number(count.value)));
          return <li key={id}>{`${path}: ${count ? t.levels.documents(count.value, text!) : '…'}`}</li>;
        })}
      </ul>
    </>
  );
}

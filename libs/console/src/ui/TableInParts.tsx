import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { More } from './More';
import { Problem } from './Problem';
import { Skeleton } from './Skeleton';

/** Null is the head of a column of buttons. */
type Head = string | { numeric: string } | null;

interface Props<Part, Row> {
  label: string;
  of: UseInfiniteQueryResult<InfiniteData<Part>>;
  rowsOf: (part: Part) => readonly Row[];
  heads: readonly Head[];
  /** In place of a table without rows. */
  empty: ReactNode;
  className?: string;
  above?: (first: Part) => ReactNode;
  /** A `tr` for each row. */
  children: (row: Row) => ReactNode;
}

export const Heads = ({ of }: { of: readonly Head[] }) => (
  <thead>
    <tr>
      {of.map((head, at) =>
        head === null ? (
          <td key={at} />
        ) : (
          <th key={at} scope="col" className={typeof head === 'string' ? undefined : 'numeric'}>
            {typeof head === 'string' ? head : head.numeric}
          </th>
        ),
      )}
    </tr>
  </thead>
);

/** A table whose rows come in parts, in each of its states. A part may be empty before the end. */
export function TableInParts<Part, Row>({ label, of, rowsOf, heads, empty, className = '', above, children }: Props<Part, Row>) {
  const { data, error, refetch } = of;
  const problem = error && <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return problem ?? <Skeleton rows={10} />;
  const rows = data.pages.flatMap(rowsOf);
  if (rows.length === 0)
    return (
      <>
        {problem ?? empty}
        <More of={of} />
      </>
    );
  return (
    <div className="card wide" tabIndex={0} role="group" aria-label={label}>
      {above?.(data.pages[0]!)}
      <table className={`bars ${className}`}>
        <Heads of={heads} />
        <tbody>{rows.map(children)}</tbody>
      </table>
      {problem}
      <More of={of} />
    </div>
  );
}

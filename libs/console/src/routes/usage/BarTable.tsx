interface Row {
  name: string;
  value: number;
  texts: readonly string[];
}

/** A table whose rows have a bar: everybody can read the numbers. */
export function BarTable({ title, heads, rows }: { title: string; heads: readonly string[]; rows: readonly Row[] }) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  return (
    <div className="card wide" tabIndex={0} role="region" aria-label={title}>
      <table className="bars">
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index > 0 ? 'numeric' : ''}>
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value, texts }, index) => (
            <tr key={`${name}-${index}`}>
              <th scope="row">{name}</th>
              {texts.map((text, at) => (
                <td key={heads[at + 1]} className="numeric">
                  {text}
                </td>
              ))}
              <td className="bar-cell" aria-hidden="true">
                <span className="bar" style={{ width: `${Math.max((value / most) * 100, 0.5)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

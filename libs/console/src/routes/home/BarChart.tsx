interface Bar {
  name: string;
  value: number;
  text: string;
}

/** In units of the picture, which grows with its place. */
const [WIDTH, HEIGHT, FOOT, HEAD] = [640, 200, 22, 18];

/** A picture of the numbers; a table beside it has them for everybody. */
export function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {bars.map(({ name, value, text }, index) => {
        const height = (value / most) * (HEIGHT - FOOT - HEAD);
        const middle = (index + 0.5) * step;
        return (
          <g key={name}>
            <rect x={middle - step * 0.32} width={step * 0.64} y={HEIGHT - FOOT - height} height={height} rx="3" />
            <text x={middle} y={HEIGHT - FOOT - height - 5}>
              {value > 0 ? text : ''}
            </text>
            <text x={middle} y={HEIGHT - 6}>
              {name}
            </text>
          </g>
        );
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
    </svg>
  );
}

import { Metrics } from './metrics';

describe('metrics', () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = new Metrics();
  });

  it('are written as Prometheus reads them', async () => {
    const calls = metrics.counter('calls_total', 'Calls.', ['operation', 'status']);
    calls.of('4.2', '2xx').add();
    calls.of('4.2', '2xx').add(2);
    calls.of('1.1', '4xx').add();
    metrics.gauge('places', 'Places.').of().set(-1.5);
    const duration = metrics.histogram('duration_seconds', 'Duration.', [0.1, 1], ['call']).of('put');
    for (const seconds of [0.05, 0.1, 0.5, 7]) duration.observe(seconds);
    expect(await metrics.text()).toBe(`# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{operation="4.2",status="2xx"} 3
calls_total{operation="1.1",status="4xx"} 1
# HELP places Places.
# TYPE places gauge
places -1.5
# HELP duration_seconds Duration.
# TYPE duration_seconds histogram
duration_seconds_bucket{call="put",le="0.1"} 2
duration_seconds_bucket{call="put",le="1"} 3
duration_seconds_bucket{call="put",le="+Inf"} 4
duration_seconds_sum{call="put"} 7.65
duration_seconds_count{call="put"} 4
`);
  });

  it('without labels are there before anything has happened', async () => {
    metrics.counter('runs_total', 'Runs.');
    expect(await metrics.text()).toContain('\nruns_total 0\n');
  });

  it('escape values', async () => {
    metrics.counter('odd_total', 'Odd.', ['value']).of('a"b\\c\nd').add();
    expect(await metrics.text()).toContain('odd_total{value="a\\"b\\\\c\\nd"} 1\n');
  });

  it('are looked up when they are read', async () => {
    const size = metrics.gauge('size', 'Size.').of();
    let looks = 0;
    metrics.beforeReading(async () => size.set(++looks));
    expect(await metrics.text()).toContain('\nsize 1\n');
    expect(await metrics.text()).toContain('\nsize 2\n');
  });

  it('are one and the same for all who ask by the same name', async () => {
    metrics.counter('runs_total', 'Runs.').of().add();
    metrics.counter('runs_total', 'Runs.').of().add();
    expect(await metrics.text()).toContain('\nruns_total 2\n');
  });

  it('stay few, whatever is counted', async () => {
    const calls = metrics.counter('calls_total', 'Calls.', ['path']);
    for (let path = 0; path < 5000; path++) calls.of(`/${path}`).add();
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('calls_total'));
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toBe('calls_total{path="other"} 4000');
  });

  it('refuse what is no name, and labels that are not theirs', () => {
    expect(() => metrics.counter('Calls', 'Calls.')).toThrow('no name');
    expect(() => metrics.counter('calls_total', 'Calls.', ['a-b'])).toThrow('no name');
    expect(() => metrics.counter('calls_total', 'Calls.', ['a']).of('x', 'y')).toThrow('labels');
  });
});

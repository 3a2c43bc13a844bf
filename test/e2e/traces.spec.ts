import { attribute, OtlpCollector } from '../support/otlp-collector';
import { until } from '../support/until';
import { IDS, loggedIn, type Api } from './support/api';
import { create, createdBy } from './support/creates';
import { startService, type Service } from './support/service';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
/** Without the API, which does nothing by itself; prom-client loads it. */
const loaded = () => Object.keys(require.cache).filter((file) => /@opentelemetry[\\/](?!api[\\/])/.test(file));

describe('traces', () => {
  let collector: OtlpCollector;
  let service: Service;
  let api: Api;
  beforeAll(async () => {
    collector = await OtlpCollector.start();
    const silent = await startService();
    expect(Object.keys(require.cache).length).toBeGreaterThan(100);
    expect(loaded()).toEqual([]);
    await silent.stop();
    service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-of-the-collector=a%20key',
      OTEL_SERVICE_NAME: 'archive of a test',
    });
    expect(loaded()).not.toEqual([]);
    api = await loggedIn(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await collector.stop();
  });

  /** The span of a request, and those within it, once the collector has them. */
  const traceOf = async (requestId: string) => {
    const spans = await until(
      () => collector.spans,
      (all) => all.some((span) => attribute(span, 'acervo.request_id') === requestId),
      { what: `a span of ${requestId}` },
    );
    const root = spans.find((span) => attribute(span, 'acervo.request_id') === requestId);
    return { root, within: spans.filter(({ traceId, spanId }) => traceId === root?.traceId && spanId !== root?.spanId) };
  };

  it('show a request by operation, with its statements and calls', async () => {
    const answer = await create(api, 'V3', {
      values: [
        { label: 'Número', valorCampo: '981273645' },
        { label: 'Data de Emissão', valorCampo: '21/11/2026' },
      ],
      files: [{ content: 'nor this', extension: 'txt', name: 'nor the name' }],
    });
    createdBy(answer);
    const { root, within } = await traceOf(answer.headers.get('x-request-id') as string);
    expect(root?.name).toBe('POST /api/v3/Documento');
    expect(attribute(root, 'acervo.operation')).toBe('4.9');
    expect(attribute(root, 'acervo.client_id')).toBe(IDS.client);
    expect(attribute(root, 'http.response.status_code')).toBe(201);
    const statements = within.filter((span) => attribute(span, 'db.query.text') !== undefined);
    expect(statements.map(({ name }) => name.split(' ')[0])).toEqual(expect.arrayContaining(['SELECT', 'INSERT']));
    expect(statements.some((span) => String(attribute(span, 'db.query.text')).includes('?'))).toBe(true);
    if (service.config.s3) expect(within.map(({ name }) => name)).toContain('store PutObject');
    expect(collector.bodies.join()).not.toMatch(/981273645|nor this|nor the|idCliente=|Bearer/);
  });

  it('belong to the trace of the caller', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'traced' };
    await api.get('/api/Estrutura', { headers });
    const { root, within } = await traceOf('traced');
    expect([root?.traceId, root?.parentSpanId]).toEqual([TRACE, CALLER]);
    expect(within.length).toBeGreaterThan(0);
    await api.get('/api/Estrutura', { headers: { traceparent: 'no such thing', 'x-request-id': 'untraced' } });
    expect((await traceOf('untraced')).root?.parentSpanId).toBeFalsy();
  });

  it('are not recorded if the caller does not sample', async () => {
    await api.get('/api/Estrutura', { headers: { traceparent: `00-${TRACE}-${CALLER}-00`, 'x-request-id': 'unwanted' } });
    await api.get('/api/Estrutura', { headers: { 'x-request-id': 'wanted' } });
    await traceOf('wanted');
    expect(collector.spans.some((span) => attribute(span, 'acervo.request_id') === 'unwanted')).toBe(false);
  });

  it('have refusals by code only, and faults as errors', async () => {
    await api.get('/api/Documento/Get', { query: { idCliente: 'no id' }, headers: { 'x-request-id': 'refused' } });
    const { root } = await traceOf('refused');
    expect([attribute(root, 'error.type'), root?.status?.code ?? 0]).toEqual(['INPUT_INVALID', 0]);
    await service.database.destroy();
    await api.get('/api/Estrutura', { headers: { 'x-request-id': 'broken' } });
    expect((await traceOf('broken')).root?.status?.code).toBe(2);
  });

  it('send the configured headers to the collector', () => {
    expect(collector.headers.at(-1)?.['x-of-the-collector']).toBe('a key');
    expect(collector.bodies.at(-1)).toContain('archive of a test');
  });
});

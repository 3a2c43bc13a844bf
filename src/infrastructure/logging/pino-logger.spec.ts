import { asText } from './pino-logger';

const line = (more: object) => JSON.stringify({ level: 30, time: Date.UTC(2026, 10, 22), msg: 'answered', ...more });

describe('the text log', () => {
  it('is one line for each object', () => {
    expect(asText(line({ status: 201, route: '/api/v2/Documento' }))).toBe(
      '2026-11-22T00:00:00.000Z INFO  answered status=201 route=/api/v2/Documento\n',
    );
  });

  it('shows the stack of an error', () => {
    const text = asText(line({ level: 50, err: { name: 'Error', message: 'no room', frames: ['    at here (a.ts:1:2)'] } }));
    expect(text).toBe('2026-11-22T00:00:00.000Z ERROR answered err={"name":"Error","message":"no room"}\n    at here (a.ts:1:2)\n');
  });

  it('escapes line breaks in values', () => {
    expect(asText(line({ error: 'A\n2026 INFO forged' })).split('\n')).toHaveLength(2);
  });
});

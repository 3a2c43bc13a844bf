import { parse } from 'yaml';
import { yamlText } from './index';

const TEXTS = [
  ...['=', '<<', '~', 'null', 'yes', 'no', 'On', 'off', 'y', 'N', 'true'],
  ...['18:00', '190:20:30', '12:30:45.5', '012', '08', '0o14', '0x1F', '0b101', '1_000', '+1', '.5', '1e3', '.inf', '685.230_15e+03'],
  ...['2026-11-21', '2026-1-2', '2026-11-21T10:00:00Z', '2026-11-21 10:00:00'],
];

describe('YAML that is written', () => {
  const text = yamlText({ clients: TEXTS.map((name) => ({ name, units: [name], levels: [{ name, [name]: name }] })) });

  it.each(TEXTS)('has %j in quotes, as a value, in a list and as a key', (name) => {
    const plain = new RegExp(`(^|[:-] )${name.replace(/[.+]/g, '\\$&')}(:? |$)`, 'm');
    expect(text).not.toMatch(plain);
    expect(text).toContain(`"${name}": "${name}"`);
  });

  it.each(['1.1', '1.2'] as const)('is the same to a reader of YAML %s', (version) => {
    const { clients } = parse(text, { version }) as { clients: { name: string; units: string[]; levels: Record<string, string>[] }[] };
    expect(clients.map(({ name, units, levels }) => [name, units, levels])).toEqual(
      TEXTS.map((name) => [name, [name], [{ name, [name]: name }]]),
    );
  });

  it('leaves other texts as they are', () => {
    expect(yamlText({ units: [{ name: 'Unidade 1,5 = Ação' }] })).toBe('units:\n  - name: Unidade 1,5 = Ação\n');
  });
});

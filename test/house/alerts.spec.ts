import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { itWithPromtool, promtool } from '../support/promtool';

const FOLDER = join(__dirname, '../../deploy/prometheus');
const rules = (parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as { groups: { rules: { alert: string }[] }[] }).groups.flatMap(
  (group) => group.rules.map(({ alert }) => alert),
);

describe('the alerts', () => {
  itWithPromtool('are rules, and fire when they should', () => {
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
      ['check', 'config', 'prometheus.yml'],
    ]) {
      expect(promtool([...args.slice(0, -1), join(FOLDER, args.at(-1) as string)])).toEqual({ good: true, text: expect.anything() });
    }
  });

  itWithPromtool('are found bad when they are', () => {
    expect(promtool(['check', 'rules', '/dev/stdin'], 'groups: [{ name: a, rules: [{ alert: A, expr: "sum(" }] }]').good).toBe(false);
  });

  it('have a test that fires and a runbook text each', () => {
    const tests = parse(readFileSync(join(FOLDER, 'alerts.test.yml'), 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const fired = tests.tests.flatMap((test) =>
      test.alert_rule_test.flatMap((each) => (each.exp_alerts.length > 0 ? [each.alertname] : [])),
    );
    expect([...new Set(fired)].sort()).toEqual([...rules].sort());
    const guide = readFileSync(join(__dirname, '../../docs/operating.md'), 'utf8');
    expect(rules.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from './browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** What keeps people from using the page as it stands, by rule and place; the page knows nothing of the question. */
export async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.value('"axe" in window'))) await page.value(`${AXE};null`);
  const { violations } = await page.value<AxeResults>(`axe.run(document, ${JSON.stringify(RULES)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary}`));
}

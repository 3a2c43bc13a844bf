import type { Outcome } from '#src/cli/output';
import { SETTLED_AFTER_MS } from '#application/billing/billed-span';
import { readArchiveFile } from '#src/cli/provisioning/read-archive-file';
import { applyFile } from '#src/cli/provisioning/run-apply';
import { BillingPeriod } from '#domain/bills/billing-period';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { TimeZone } from '#application/support/time-zone';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, loggedIn } from './api';
import { demoText, edited } from './archive-files';
import { acervo } from './in-process';
import { startService, type Service } from './service';

const ZONE = new TimeZone('America/Sao_Paulo');

/** Days in the service's format and in Brazilian format. */
export const DAY = {
  of: (at: Date) => ZONE.iso(at).slice(0, 10),
  brazilian: (day: string) => day.split('-').reverse().join('/'),
};

/** `yyyy-MM` of the month `count` months before the first one that cannot be closed yet (normally the current month). */
export function monthsBack(count: number): string {
  let period = BillingPeriod.of(DAY.of(new Date(Date.now() - SETTLED_AFTER_MS)));
  for (let left = count; left > 0; left--) period = period.previous;
  return period.name;
}

/** `BillDate` of a month's bill, as a day. */
export const billDay = (period: string) => BillingPeriod.of(`${period}-01`).lastDay;

/** Output lines of the command, and its exit status. */
export async function closing({ app }: Pick<Service, 'app'>, ...words: string[]): Promise<Outcome & { said: string[] }> {
  const said: string[] = [];
  const log = console.log;
  console.log = (line: string) => void said.push(line);
  try {
    return { ...(await acervo(app, ['close-billing', ...words])), said };
  } finally {
    console.log = log;
  }
}

/** A second client of the demo's unit with its own contract, and one that a second unit also serves. */
const NEIGHBOUR = `
  - name: Vizinha
    units: [Unidade Central, Unidade Sul]
    levels: [{ name: Geral }]
    contracts:
      - number: V-1
        unit: Unidade Central
        from: 2020-01-01
        dueDays: 0
        services:
          - kind: fixed-fee
            description: Mensalidade
            periodicPackage: { quantity: 1, price: 99999999999.9999 }
      - number: V-2
        unit: Unidade Sul
        from: 2020-01-01
        dueDays: 0
        services:
          - kind: fixed-fee
            description: Mensalidade
            unitPackage: { quantity: 1, price: 0.0001 }
users:
  - login: vizinho
    name: Vizinho
    password: ${DEMO_PASSWORD}
    grants:
      - client: Vizinha
        profile: Leitor
`;

async function withNeighbour(): Promise<string> {
  return edited(await demoText(), ['\nusers:\n', NEIGHBOUR]);
}

export async function applied(service: Service, text: string, allowRemove = false): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-billing-'));
  await writeFile(join(folder, 'archive.yaml'), text);
  await applyFile(service.app, await readArchiveFile(join(folder, 'archive.yaml')), { dryRun: false, allowRemove });
  await rm(folder, { recursive: true });
}

export interface BillingScene {
  service: Service;
  demo: Api;
  neighbour: Api;
}

/** The demo archive with its two bills, and a second client of the same unit with one bill. */
export async function billingScene(): Promise<BillingScene> {
  const service = await startService();
  await applied(service, await withNeighbour());
  await closing(service, '--period', monthsBack(1));
  return { service, demo: await loggedIn(service.url), neighbour: await loggedIn(service.url, 'vizinho') };
}

import { barriersOf } from '../../support/accessibility';
import { Browser, type Page } from '../../support/browser';
import { describeInBrowser } from '../../support/describe-in-browser';
import { STORAGE } from '../../support/part';
import type { Environment } from '../../support/store';
import { until } from '../../support/until';
import { Console } from './console';
import { describeService, type Running } from './describe-service';
import type { Service } from './service';

/** On servers nothing about the page differs. */
export const describePages = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

const LOOKS = [
  { width: 1360 },
  { width: 390, height: 844, dark: true },
  { width: 1360, dark: true },
  { width: 768, height: 900 },
  { width: 320, height: 640, dark: true },
  { width: 768, height: 900, dark: true },
  { width: 390, height: 844 },
  { width: 1360, forced: true },
];
/** A check for barriers takes a second of a processor: `npm run test:console` looks at all. */
export const IS_THOROUGH = process.env.ACERVO_LOOKS === 'all';
const CHECKED = IS_THOROUGH ? LOOKS.length : 2;

/** Chromium for a file's tests, with a fresh tab for each. */
export function consoleInBrowser(service: Service) {
  let browser: Browser | undefined;
  const open: { page: Page; console: Console } = {} as never;
  beforeAll(async () => void (browser = await Browser.start()));
  beforeEach(async () => {
    open.page = await browser!.page();
    open.console = new Console(open.page, service.url);
  });
  afterEach(() => open.page.close());
  afterAll(async () => browser?.close());
  return {
    open,
    /** Another tab of the same window. */
    tab: async () => new Console(await browser!.page(open.page), service.url),
    /** Whoever uses the page, and however: nothing is in the way; nothing ran or was refused that should not. */
    expectSound: async () => {
      const { page } = open;
      for (const [index, look] of LOOKS.entries()) {
        await page.look(look);
        // Two frames: the page follows the new width.
        await page.value('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
        // A page that is still coming, on a busy machine, has no heading: what stays is in the way.
        if (index < CHECKED)
          await until(
            async () => [look, await barriersOf(page)] as const,
            ([, barriers]) => barriers.length === 0,
            { withinMs: 5_000 },
          );
        expect([look, await page.value('document.documentElement.scrollWidth <= innerWidth')]).toEqual([look, true]);
      }
      await page.look({});
      expect(page.complaints.filter((text) => !/status of (4|503)/.test(text))).toEqual([]);
      expect(page.requests.filter((url) => !url.startsWith(service.url) && !/^(blob|data):/.test(url))).toEqual([]);
    },
  };
}

type Body = (running: Running & ReturnType<typeof consoleInBrowser>) => void;

/** A `describe` with a service and a browser of its own. */
export function describeConsole(name: string, ...rest: [Body] | [environment: Environment, body: Body]): void {
  const [environment, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  describeService.on(describePages)(name, environment, (running) => body(Object.assign(running, consoleInBrowser(running.service))));
}

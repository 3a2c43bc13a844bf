import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Connection, PATIENCE_MS, type Params } from './devtools';

/** `npm test` fetches Chromium and says where it is (scripts/verifiers.mjs). */
const CHROMIUM = process.env.TEST_CHROMIUM;

const SWITCHES = [
  '--headless',
  // Tests run as root in containers, where the sandbox is unavailable.
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
  // A tab behind another one goes on at full speed, as it does in the headless shell.
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  // Names are as good as addresses for getting out: only the machine itself is reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
];
/** How long the page may take to notice that something is dragged. */
const TAKES_MS = 5000;
const KEYS = { Tab: 9, Enter: 13, Escape: 27, Space: 32, ArrowRight: 39, ArrowDown: 40 };

async function patiently(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`never so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Of a call of the page, in place of the service's. */
export interface StandIn {
  status: number;
  body: unknown;
}
interface Paused {
  requestId: string;
  request: { url: string; method: string };
}
type TakeCall = (url: string, method: string) => StandIn | null | Promise<StandIn | null>;

/** A tab with cookies and a cache of its own. */
export class Page {
  /** Everything that was asked for, whether it was let through or not. */
  readonly requests: string[] = [];
  /** What the browser has to complain about: scripts and styles that were not let in, among other things. */
  readonly complaints: string[] = [];
  /** Under which names things were saved that were not shown. */
  readonly downloads: string[] = [];
  private readonly loaded = new Set<string>();
  private takeCall: TakeCall = () => null;
  private dragged: unknown = null;

  constructor(
    private readonly connection: Connection,
    readonly target: { targetId: string; sessionId: string; browserContextId: string },
  ) {
    connection.listeners.set(target.sessionId, (method, params) => this.hear(method, params));
  }

  /** Goes there and waits until it is shown, or saved. */
  async open(url: string): Promise<void> {
    const { errorText, loaderId } = (await this.send('Page.navigate', { url })) as { errorText?: string; loaderId?: string };
    // A download ends the navigation.
    if (errorText === 'net::ERR_ABORTED') return;
    if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
    await patiently(url, () => this.loaded.has(loaderId!));
  }

  /** The value of an expression in the page; it is no part of the page, whose own scripts may be forbidden. */
  async value<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  /** Until the expression is true; it may ask things of what is not there yet. */
  until(expression: string): Promise<void> {
    const asked = `(() => { try { return Boolean(${expression}); } catch (error) { if (error instanceof TypeError) return false; throw error; } })()`;
    return patiently(expression, () => this.value<boolean>(asked));
  }

  /** What the reader likes to read, in headers and for scripts. */
  async speak(acceptLanguage: string): Promise<void> {
    await this.send('Emulation.setUserAgentOverride', { userAgent: await this.value('navigator.userAgent'), acceptLanguage });
  }

  /** `forced`: in the few colours that the reader has chosen for everything. */
  async look(features: { width?: number; height?: number; dark?: boolean; forced?: boolean }): Promise<void> {
    const { width = 1280, height = 800, dark = false, forced = false } = features;
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    const media = [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'forced-colors', value: forced ? 'active' : 'none' },
      // Contrast is measured of colours that do not change meanwhile.
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    await this.send('Emulation.setEmulatedMedia', { features: media });
  }

  private async stroke(key: string, down: object, up: object = {}): Promise<void> {
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...down });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...up });
  }

  /** A key as a person presses it: `Tab`, `Enter`, `Escape`, `Space`, `ArrowDown`. */
  async press(key: keyof typeof KEYS): Promise<void> {
    const code = { code: key, windowsVirtualKeyCode: KEYS[key] };
    const text = { Enter: '\r', Space: ' ' }[key as string];
    await this.stroke(key === 'Space' ? ' ' : key, { ...code, text }, code);
  }

  /** Letters, digits and signs as single keys, which may be shortcuts. */
  async keys(text: string): Promise<void> {
    for (const key of text) await this.stroke(key, { text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) });
  }

  /** Into whatever has the focus. */
  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text });
  }

  /** Chooses files of this machine in a file input. */
  async choose(selector: string, files: readonly string[]): Promise<void> {
    const { result } = (await this.send('Runtime.evaluate', { expression: `document.querySelector(${JSON.stringify(selector)})` })) as {
      result: { objectId: string };
    };
    await this.send('DOM.setFileInputFiles', { files, objectId: result.objectId });
  }

  /** From now on calls of the API are answered so; null leaves them to the service, and a promise holds them back. */
  async intercept(take: TakeCall): Promise<void> {
    this.takeCall = take;
    await this.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  }

  /** With the mouse, from the middle of one element into that of another one, which may come only then. */
  async drag(from: string, to: string): Promise<void> {
    const middle = (element: string) =>
      this.value<{ x: number; y: number }>(
        `(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))((${element}).getBoundingClientRect())`,
      );
    const start = await middle(from);
    const mouse = (type: string, at: object) =>
      this.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: 1, clickCount: 1 });
    this.dragged = null;
    await this.send('Input.setInterceptDrags', { enabled: true });
    let takenAt = 0;
    await patiently(`${from} is dragged`, async () => {
      if (this.dragged !== null) return true;
      if (Date.now() - takenAt < TAKES_MS) return false;
      // As people do where nothing came along: a busy page may have drawn the row anew under the mouse.
      if (takenAt > 0) await mouse('mouseReleased', start);
      takenAt = Date.now();
      await mouse('mousePressed', start);
      await mouse('mouseMoved', { x: start.x + 4, y: start.y + 4 });
      await mouse('mouseMoved', { x: start.x + 12, y: start.y + 8 });
      return false;
    });
    await this.until(to);
    const end = await middle(to);
    for (const type of ['dragEnter', 'dragOver', 'drop']) await this.send('Input.dispatchDragEvent', { type, ...end, data: this.dragged });
    await mouse('mouseReleased', end);
    await this.send('Input.setInterceptDrags', { enabled: false });
  }

  async close(): Promise<void> {
    this.connection.listeners.delete(this.target.sessionId);
    await this.connection.send('Target.disposeBrowserContext', { browserContextId: this.target.browserContextId });
  }

  send(method: string, params: Params = {}): Promise<Params> {
    return this.connection.send(method, params, this.target.sessionId);
  }

  private async settle({ requestId, request }: Paused): Promise<void> {
    const answer = await this.takeCall(request.url, request.method);
    if (answer === null) return void (await this.send('Fetch.continueRequest', { requestId }));
    await this.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X-Request-Id', value: 'stand-in' },
      ],
      body: Buffer.from(JSON.stringify(answer.body)).toString('base64'),
    });
  }

  private hear(method: string, params: Params): void {
    if (method === 'Network.requestWillBeSent') this.requests.push((params.request as { url: string }).url);
    // A page that is closed meanwhile needs no answer.
    if (method === 'Fetch.requestPaused') void this.settle(params as unknown as Paused).catch(() => undefined);
    if (method === 'Page.downloadWillBegin') this.downloads.push(params.suggestedFilename as string);
    if (method === 'Input.dragIntercepted') this.dragged = params.data;
    if (method === 'Log.entryAdded') this.complaints.push((params.entry as { text: string }).text);
    if (method === 'Page.lifecycleEvent' && params.name === 'load') this.loaded.add(params.loaderId as string);
  }
}

/** A real Chromium without a window. */
export class Browser {
  private constructor(
    private readonly process: ChildProcess,
    private readonly connection: Connection,
    private readonly profile: string,
  ) {}

  static async start(): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'acervo-browser-'));
    const args = [...SWITCHES, `--user-data-dir=${profile}`, '--remote-debugging-pipe'];
    const process = spawn(CHROMIUM!, args, {
      // Where the machine's letters are ASCII, it calls a download with others in its name just "download".
      env: { ...globalThis.process.env, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [, , , out, incoming] = process.stdio;
    const browser = new Browser(process, new Connection(out as Writable, incoming as Readable), profile);
    await browser.connection.send('Browser.getVersion');
    return browser;
  }

  /** @param beside shares cookies, cache and storage with it, as tabs of one window do. */
  async page(beside?: Page): Promise<Page> {
    const { browserContextId } =
      beside?.target ?? ((await this.connection.send('Target.createBrowserContext')) as { browserContextId: string });
    await this.connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId, eventsEnabled: true });
    const created = await this.connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { targetId } = created as { targetId: string };
    const attached = await this.connection.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this.connection, { targetId, browserContextId, sessionId: attached.sessionId as string });
    // A full browser lets a tab wait that another one lies over.
    if (beside) for (const each of [beside, page]) await each.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await Promise.all(['Page', 'Network', 'Log', 'Runtime'].map((domain) => page.send(`${domain}.enable`)));
    await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
    // Browsers differ in what they ask for where nobody says: the headless shell asks for no language, a whole Chromium for the machine's.
    await page.speak('pt-BR,pt');
    return page;
  }

  async close(): Promise<void> {
    const gone = this.process.exitCode === null ? once(this.process, 'exit') : undefined;
    await this.connection.send('Browser.close').catch(() => undefined);
    await gone;
    await rm(this.profile, { recursive: true, force: true });
  }
}

import type { Page } from '../../support/browser';
import { DEMO_PASSWORD } from '#src/cli/demo/demo-archive';
import { Api } from './api';

/** If it runs, the page's title changes. */
export const SCRIPT = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;

/** Drives `/console` like a user. */
export class Console {
  constructor(
    readonly page: Page,
    readonly url: string,
  ) {}

  async open(): Promise<void> {
    await this.page.look({});
    await this.page.open(`${this.url}/console`);
  }

  async logIn(username = 'demo', password = DEMO_PASSWORD): Promise<void> {
    await this.page.until('document.getElementById("login-dialog").open');
    await this.fill('#username', username);
    await this.fill('#password', password);
    await this.page.value('document.querySelector("#login button").click()');
    await this.page.until('!document.getElementById("login-dialog").open');
  }

  /** Logs in and waits for the first results. */
  async enter(username = 'demo'): Promise<void> {
    await this.open();
    await this.logIn(username);
    await this.page.until('document.getElementById("found")');
  }

  fill(selector: string, value: string): Promise<void> {
    const [where, what] = [selector, value].map((text) => JSON.stringify(text));
    return this.page.value(`void (document.querySelector(${where}).value = ${what})`);
  }

  click(selector: string): Promise<void> {
    return this.page.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  /** Opens a level of the tree and waits for its contents. */
  async level(name: string): Promise<void> {
    await this.page.value(
      `[...document.querySelectorAll('.level')].find((level) => level.textContent === ${JSON.stringify(name)}).click()`,
    );
    await this.settled();
  }

  /** Submits the search form. */
  async search(): Promise<void> {
    await this.click('#search button');
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.page.until('!document.getElementById("results").hasAttribute("aria-busy")');
  }

  found(): Promise<string> {
    return this.page.value('document.getElementById("found").textContent');
  }

  /** Opens the first result. */
  async openFirst(): Promise<void> {
    await this.click('#results .link');
    await this.page.until('document.querySelector("#files ul, #files p")');
  }

  /** Texts of all matching elements. */
  texts(selector: string): Promise<string[]> {
    return this.page.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => element.textContent)`);
  }

  /** Drops files onto the document; each consists of one repeated letter. */
  async drop(...files: { name: string; size: number; type?: string }[]): Promise<void> {
    await this.page.value(`(() => {
      const dataTransfer = new DataTransfer();
      for (const { name, size, type } of ${JSON.stringify(files)}) dataTransfer.items.add(new File(['a'.repeat(size)], name, { type }));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
  }

  /** Waits until the uploads have these states, in order. */
  async uploads(...states: string[]): Promise<void> {
    const wanted = JSON.stringify(states);
    await this.page.until(
      `JSON.stringify([...document.querySelectorAll('#uploads .state')].map(({ textContent }) => textContent).map((state, index) => state.startsWith(${wanted}[index]) ? ${wanted}[index] : state)) === ${JSON.stringify(wanted)}`,
    );
  }

  /** An exclusive login elsewhere ends the session of this page. */
  async endSession(username = 'demo'): Promise<void> {
    const body = { username, password: DEMO_PASSWORD, utilizacaoUnica: true };
    const { status } = await new Api(this.url).post('/api/Autenticacao/Login', { body });
    if (status !== 201) throw new Error(`login: ${status}`);
  }

  /** The message at the top of the page. */
  message(): Promise<string> {
    return this.page.value('document.getElementById("messages").textContent');
  }
}

import type { Page } from '../../support/browser';

interface Tried {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** Drives `/docs` like a developer: operations by method and path, executed with values. */
export class Reference {
  constructor(
    private readonly page: Page,
    private readonly url: string,
  ) {}

  /** Opens the page and waits for all operations. */
  async open(url = this.url): Promise<void> {
    await this.page.open(`${url}/docs`);
    await this.page.until('document.querySelectorAll(".opblock").length >= 38');
  }

  /** Logs in as the demo user, or with the values proposed by the page. */
  async logIn({ password }: { password?: string } = {}): Promise<void> {
    if (password !== undefined) await this.fill('#password', password);
    await this.page.value('document.querySelector("#login button").click()');
    await this.page.until('!document.getElementById("session").hidden');
  }

  /** Types with input events, which the page's framework needs. */
  async fill(selector: string, value: string): Promise<void> {
    const [where, what] = [selector, value].map((text) => JSON.stringify(text));
    await this.page.until(`document.querySelector(${where})`);
    await this.page.value(`(() => {
      const field = document.querySelector(${where});
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${what});
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    })()`);
  }

  /** Opens an operation for execution; answers its block's selector, and a function that selects inside it. */
  async openOperation(method: string, path: string): Promise<{ block: string; shown: (inside: string) => string }> {
    const block = `.opblock-${method}:has([data-path="${path}"])`;
    const shown = (inside: string) => `document.querySelector(${JSON.stringify(`${block} ${inside}`)})`;
    if (!(await this.page.value(`Boolean(${shown('.opblock-body')})`)))
      await this.page.value(`${shown('.opblock-summary-control')}.click()`);
    await this.page.until(shown('.execute:enabled'));
    return { block, shown };
  }

  async tryOut(method: string, path: string, { query = {}, body }: { query?: Record<string, string>; body?: object } = {}): Promise<Tried> {
    const { block, shown } = await this.openOperation(method, path);
    const [code, details] = ['.response .response-col_status', '.response-col_description .highlight-code'].map((inside) =>
      shown(`.live-responses-table ${inside}`),
    );
    // The previous answer stays until the new one arrives; their request ids differ.
    const table = shown('.live-responses-table');
    const earlier = JSON.stringify(await this.page.value<string>(`${table}?.innerText ?? ''`));
    const answer = `(${code} && ${details} && ${table}.innerText !== ${earlier} ? [${code}.innerText, ${details}.innerText] : null)`;
    for (const [name, value] of Object.entries(query)) await this.fill(`${block} tr[data-param-name="${name}"] input`, value);
    if (body) await this.fill(`${block} textarea.body-param__text`, JSON.stringify(body));
    await this.page.until(`((execute) => (execute?.click(), execute))(${shown('.execute:enabled')})`);
    // Read at once: when a session ends, the answer may disappear with it.
    const seen = await this.page.value<[string, string] | null>(`new Promise((resolve) => {
      const end = Date.now() + 60_000;
      const look = () => (${answer} || Date.now() > end ? resolve(${answer}) : setTimeout(look, 20));
      look();
    })`);
    if (!seen) throw new Error(`${method} ${path}: no answer was shown`);
    const [status, text] = seen;
    return { status: parseInt(status, 10), json: JSON.parse(text.slice(text.search(/[[{"]/), text.search(/[\]}"]\s*$/) + 1)) };
  }
}

import type { Page } from '../../support/browser';

interface Tried {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** `/docs` as a developer uses it: operations by method and path, tried out with values. */
export class Reference {
  constructor(
    private readonly page: Page,
    private readonly url: string,
  ) {}

  /** With every operation in its place. */
  async open(url = this.url): Promise<void> {
    await this.page.open(`${url}/docs`);
    await this.page.until('document.querySelectorAll(".opblock").length >= 38');
  }

  /** As the demo's user, or with what the page proposes. */
  async logIn({ password }: { password?: string } = {}): Promise<void> {
    if (password !== undefined) await this.fill('#password', password);
    await this.page.value('document.querySelector("#login button").click()');
    await this.page.until('!document.getElementById("session").hidden');
  }

  /** Types like a person: the page's framework hears of it. */
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

  /** Ready to be tried out; the selector of its block comes back, and what finds something in it. */
  async openOperation(method: string, path: string): Promise<{ block: string; shown: (inside: string) => string }> {
    const block = `.opblock-${method}:has([data-path="${path}"])`;
    const shown = (inside: string) => `document.querySelector(${JSON.stringify(`${block} ${inside}`)})`;
    if (!(await this.page.value(`Boolean(${shown('.opblock-body')})`)))
      await this.page.value(`${shown('.opblock-summary-control')}.click()`);
    await this.page.until(shown('.execute'));
    return { block, shown };
  }

  private async loadAgain(method: string, path: string): Promise<void> {
    await this.page.value('(document.body.replaceChildren(), location.reload())');
    await this.page.until('document.querySelectorAll(".opblock").length >= 38');
    await this.openOperation(method, path);
  }

  async tryOut(method: string, path: string, { query = {}, body }: { query?: Record<string, string>; body?: object } = {}): Promise<Tried> {
    const { block, shown } = await this.openOperation(method, path);
    const [code, details] = ['.response .response-col_status', '.response-col_description .highlight-code'].map((inside) =>
      shown(`.live-responses-table ${inside}`),
    );
    // Read at once: when a session ends, what is shown may go with it.
    // What an earlier call was answered stays until this one is; the ids of the requests tell them apart.
    const table = shown('.live-responses-table');
    const earlier = JSON.stringify(await this.page.value<string>(`${table}?.innerText ?? ''`));
    const answer = `(${code} && ${details} && ${table}.innerText !== ${earlier} ? [${code}.innerText, ${details}.innerText] : null)`;
    const calls = () => this.page.requests.filter((url) => url.includes(path.split('{')[0] as string)).length;
    const before = calls();
    let seen: [string, string] | null = null;
    // The page takes a moment until it knows the operation: before, it does nothing, and then it fills in its own examples.
    for (let tries = 0; !seen && tries < 20; tries += 1) {
      // Asked to execute before it knows the operation, the page may do nothing ever after: a person loads it again.
      if (tries % 4 === 3 && calls() === before) await this.loadAgain(method, path);
      for (const [name, value] of Object.entries(query)) await this.fill(`${block} tr[data-param-name="${name}"] input`, value);
      if (body) await this.fill(`${block} textarea.body-param__text`, JSON.stringify(body));
      // A call that is under way is waited for: one more would be another, perhaps of a session that is over.
      if (calls() === before) await this.page.value(`${shown('.execute')}.click()`);
      seen = await this.page.value<[string, string] | null>(`new Promise((resolve) => {
        const end = Date.now() + 1500;
        const look = () => (${answer} || Date.now() > end ? resolve(${answer}) : setTimeout(look, 20));
        look();
      })`);
    }
    if (!seen) throw new Error(`${method} ${path}: no answer was shown, of ${calls() - before} calls`);
    const [status, text] = seen;
    return { status: parseInt(status, 10), json: JSON.parse(text.slice(text.search(/[[{"]/), text.search(/[\]}"]\s*$/) + 1)) };
  }
}

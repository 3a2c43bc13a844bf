import type { Page } from '../../support/browser';

interface Tried {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** `/docs` as a developer uses it: operations by method and path, tried out with values. */
export class Reference {
  constructor(private readonly page: Page) {}

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

  async tryOut(method: string, path: string, { query = {}, body }: { query?: Record<string, string>; body?: object } = {}): Promise<Tried> {
    const block = `.opblock-${method}:has([data-path="${path}"])`;
    const shown = (inside: string) => `document.querySelector(${JSON.stringify(`${block} ${inside}`)})`;
    if (!(await this.page.value(`Boolean(${shown('.opblock-body')})`)))
      await this.page.value(`${shown('.opblock-summary-control')}.click()`);
    await this.page.until(shown('.execute'));
    const answers = `${shown('.live-responses-table .response .response-col_status')}?.innerText`;
    // The page takes a moment until it knows the operation: before, it does nothing, and then it fills in its own examples.
    for (let tries = 0; !(await this.page.value(`Boolean(${answers})`)) && tries < 20; tries += 1) {
      for (const [name, value] of Object.entries(query)) await this.fill(`${block} tr[data-param-name="${name}"] input`, value);
      if (body) await this.fill(`${block} textarea.body-param__text`, JSON.stringify(body));
      await this.page.value(`${shown('.execute')}.click()`);
      await this.page.value(`new Promise((resolve) => {
        const end = Date.now() + 1500;
        const look = () => (${answers} || Date.now() > end ? resolve(null) : setTimeout(look, 20));
        look();
      })`);
    }
    const [status, text] = await this.page.value<[string, string]>(
      `[${answers}, ${shown('.live-responses-table .response-col_description .highlight-code')}.innerText]`,
    );
    return { status: parseInt(status, 10), json: JSON.parse(text.slice(text.search(/[[{"]/), text.search(/[\]}"]\s*$/) + 1)) };
  }
}

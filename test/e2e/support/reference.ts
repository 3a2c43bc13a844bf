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
    })()`);
  }

  async tryOut(method: string, path: string, { query = {}, body }: { query?: Record<string, string>; body?: object } = {}): Promise<Tried> {
    const block = `.opblock-${method}:has([data-path="${path}"])`;
    const shown = (inside: string) => `document.querySelector(${JSON.stringify(`${block} ${inside}`)})`;
    if (!(await this.page.value(`Boolean(${shown('.opblock-body')})`)))
      await this.page.value(`${shown('.opblock-summary-control')}.click()`);
    await this.page.until(shown('.execute'));
    for (const [name, value] of Object.entries(query)) await this.fill(`${block} tr[data-param-name="${name}"] input`, value);
    if (body) await this.fill(`${block} textarea.body-param__text`, JSON.stringify(body));
    const answers = `${shown('.live-responses-table .response .response-col_status')}?.innerText`;
    // The page takes a moment until it knows the operation, and does nothing before.
    await this.page.until(`(${answers} || (${shown('.execute')}.click(), false))`);
    const [status, text] = await this.page.value<[string, string]>(
      `[${answers}, ${shown('.live-responses-table .response-col_description .highlight-code')}.innerText]`,
    );
    return { status: parseInt(status, 10), json: JSON.parse(text.slice(text.search(/[[{"]/), text.search(/[\]}"]\s*$/) + 1)) };
  }
}

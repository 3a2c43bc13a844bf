import type { Page, StandIn } from '../../support/browser';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api } from './api';

/** If it runs, the page's title changes. */
export const SCRIPT = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;

/** What the service says when it cannot answer. */
export const AWAY: StandIn = {
  status: 503,
  body: {
    codigo: 'SERVICO_INDISPONIVEL',
    mensagem: 'O serviço está temporariamente indisponível: repita a chamada em instantes.',
    erros: [],
  },
};

const quoted = (text: string) => JSON.stringify(text);

/** Finds what a person sees: by the words on it, or its name for screen readers. */
const HELPERS = `
  const seen = (element) => element.getClientRects().length > 0;
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim();
  const named = (selector, name) => [...document.querySelectorAll(selector)].find((element) => seen(element) && nameOf(element) === name);
  const labelled = (label) => document.getElementById(
    [...document.querySelectorAll('label')].find((each) => seen(each) && (nameOf(each) === label || nameOf(each).startsWith(label + ' (')))?.htmlFor);
`;
const CLICKABLE = 'button, a, [role=tab], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=row]';

/** Drives `/console` like a user. */
export class Console {
  constructor(
    readonly page: Page,
    readonly url: string,
  ) {}

  /** @param address below `/console`. */
  async open(address = ''): Promise<void> {
    await this.page.look({});
    await this.page.open(`${this.url}/console${address}`);
  }

  /** The value of an expression that may use `named` and `labelled`. */
  value<T>(expression: string): Promise<T> {
    return this.page.value<T>(`(() => { ${HELPERS} return (${expression}); })()`);
  }

  until(expression: string): Promise<void> {
    return this.page.until(`(() => { ${HELPERS} return (${expression}); })()`);
  }

  async logIn(username = 'demo', password = DEMO_PASSWORD): Promise<void> {
    await this.until(`document.querySelector('input[name=password][autocomplete=current-password]')`);
    await this.fill('input[name=username]', username);
    await this.fill('input[name=password]', password);
    await this.click('Entrar');
    await this.until(`!document.querySelector('input[name=username]')`);
  }

  /** Logs in and waits for the page that the address leads to. */
  async enter(address = '/documentos', username = 'demo'): Promise<void> {
    await this.open(address);
    await this.logIn(username);
    await this.loaded();
  }

  /** Nothing is awaited any more. */
  async loaded(): Promise<void> {
    await this.until(`document.querySelector('main h1, main .empty') && !document.querySelector('main .skeleton')`);
  }

  /** As a person types it: React hears of it. */
  fill(selector: string, value: string): Promise<void> {
    return this.put(`document.querySelector(${quoted(selector)})`, value);
  }

  async fillLabelled(label: string, value: string): Promise<void> {
    await this.until(`labelled(${quoted(label)})`);
    await this.put(`labelled(${quoted(label)})`, value);
  }

  /** Clicks what has this name, as soon as that does something. */
  async click(name: string, selector = CLICKABLE): Promise<void> {
    await this.until(
      `((found) => found && !found.disabled && found.dataset.pending === undefined)(named(${quoted(selector)}, ${quoted(name)}))`,
    );
    await this.value(`void named(${quoted(selector)}, ${quoted(name)}).click()`);
  }

  /** Opens a level of the tree and waits for its documents. */
  async level(name: string): Promise<void> {
    const row = `[...document.querySelectorAll('.levels [role=row]')].find((row) => row.textContent === ${quoted(name)})`;
    await this.until(row);
    await this.value(`void ${row}.click()`);
    await this.until(`document.querySelector('main h1')?.firstChild.textContent.trim() === ${quoted(name)}`);
    await this.loaded();
  }

  async filter(field: string, value: string): Promise<void> {
    await this.click('Filtrar');
    const option = `[...labelled('Campo').options].find(({ text }) => text === ${quoted(field)})`;
    await this.until(option);
    await this.fillLabelled('Campo', await this.value(`${option}.value`));
    await this.fillLabelled('Valor', value);
    await this.click('Aplicar filtro');
    await this.until(`!named('button', 'Aplicar filtro')`);
    await this.loaded();
  }

  /** Codes of the rows in view. */
  codes(): Promise<string[]> {
    return this.texts('.grid-body [role=rowheader]');
  }

  /** Opens the first row and waits for its files. */
  async openFirst(): Promise<void> {
    await this.page.until(`document.querySelector('.grid-body [role=row]')`);
    await this.value(`void document.querySelector('.grid-body [role=row] a').click()`);
    await this.documentShown();
  }

  async documentShown(): Promise<void> {
    await this.until(`document.querySelector('article.page .facts, article.page form') && document.querySelector('.small-head')`);
  }

  /** Opens a document by its code. */
  async document(code: number, client: string): Promise<void> {
    await this.page.open(`${this.url}/console/documentos/${client}/${code}`);
    await this.documentShown();
  }

  texts(selector: string): Promise<string[]> {
    return this.page.value(`[...document.querySelectorAll(${quoted(selector)})].map((element) => element.textContent.trim())`);
  }

  /** Drops files onto the window; each consists of one repeated letter. */
  async drop(...files: { name: string; size: number; type?: string }[]): Promise<void> {
    await this.page.value(`(() => {
      const dataTransfer = new DataTransfer();
      for (const { name, size, type } of ${JSON.stringify(files)}) dataTransfer.items.add(new File(['a'.repeat(size)], name, { type }));
      for (const kind of ['dragover', 'drop'])
        document.querySelector('main').dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
  }

  /** Waits until the uploads have these states, in order. */
  async uploads(...states: string[]): Promise<void> {
    const wanted = JSON.stringify(states);
    await this.page.until(
      `JSON.stringify([...document.querySelectorAll('.upload-state')].map(({ textContent }) => textContent).map((state, index) => state.startsWith(${wanted}[index]) ? ${wanted}[index] : state)) === ${quoted(wanted)}`,
    );
  }

  /** Asks for what was refused to be sent again, unless that has begun by itself. */
  async sendAgain(): Promise<void> {
    const button = `[...document.querySelectorAll('.upload button')].find(({ textContent }) => textContent === 'Tentar de novo')`;
    await this.page.until(`(${button}?.click(), !document.querySelector('.upload.refused'))`);
  }

  /** An exclusive login elsewhere ends the session of this page. */
  async endSession(username = 'demo'): Promise<void> {
    const body = { username, password: DEMO_PASSWORD, utilizacaoUnica: true };
    const { status } = await new Api(this.url).post('/api/Autenticacao/Login', { body });
    if (status !== 201) throw new Error(`login: ${status}`);
  }

  address(): Promise<string> {
    return this.page.value('location.pathname + decodeURIComponent(location.search)');
  }

  heading(): Promise<string> {
    return this.page.value(`document.querySelector('h1').textContent.trim()`);
  }

  private put(element: string, value: string): Promise<void> {
    return this.value(`void ((element) => {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
      set.call(element, ${quoted(value)});
      for (const kind of ['input', 'change']) element.dispatchEvent(new Event(kind, { bubbles: true }));
    })(${element})`);
  }
}

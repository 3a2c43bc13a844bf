/** The session of this tab: gone with it, and known to nobody else. */
const KEY = 'acervo.session';
const SUBSCRIPTION = 'acervo.subscription';
const LONGEST_TIMER = 2 ** 31 - 1;

/** Where the service is: the page lies directly below. */
export const BASE = new URL('.', location.href).href;

export class Session extends EventTarget {
  #timer;
  #token = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

  /** From now on an end is told at its time; whoever wants to know of it listens by now. */
  start() {
    this.#adopt(this.#token);
  }

  get token() {
    return this.#token?.Token ?? null;
  }

  get userId() {
    return this.#token?.IdUsuario ?? '';
  }

  get name() {
    return this.#token?.NomeUsuario ?? '';
  }

  get login() {
    return this.#token?.Login ?? '';
  }

  /** What every call carries where clients have keys. */
  get subscription() {
    const key = sessionStorage.getItem(SUBSCRIPTION);
    return key ? { SubscriptionKey: key } : {};
  }

  /** Answers a sentence of the service where it does not let the person in. */
  async logIn(username, password, subscriptionKey = '') {
    // Of this person alone: whoever comes next has another, or none.
    if (subscriptionKey) sessionStorage.setItem(SUBSCRIPTION, subscriptionKey);
    const response = await fetch(`${BASE}api/Autenticacao/Login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.subscription },
      body: JSON.stringify({ username, password }),
    });
    const answer = await response.json();
    if (!response.ok) return answer.mensagem;
    this.begin(answer);
    return null;
  }

  /** @param opened as operation 1.1 answers it. */
  begin({ Token, ExpiracaoToken, IdUsuario, Login, NomeUsuario }) {
    const opened = { Token, ExpiracaoToken, IdUsuario, Login, NomeUsuario };
    sessionStorage.setItem(KEY, JSON.stringify(opened));
    this.#adopt(opened);
    this.dispatchEvent(new Event('begin'));
  }

  /** @param expired whether nobody asked for it. */
  end(expired = false) {
    if (this.#token === null) return;
    sessionStorage.removeItem(KEY);
    if (!expired) sessionStorage.removeItem(SUBSCRIPTION);
    this.#adopt(null);
    this.dispatchEvent(new CustomEvent('end', { detail: { expired } }));
  }

  #adopt(token) {
    clearTimeout(this.#timer);
    this.#token = token;
    if (token === null) return;
    const left = Date.parse(token.ExpiracaoToken) - Date.now();
    this.#timer = setTimeout(() => left <= LONGEST_TIMER && this.end(true), Math.min(Math.max(left, 0), LONGEST_TIMER));
  }
}

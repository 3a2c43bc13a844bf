import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Api, ApiAnswer, ApiCall } from '#libs/mcp';
import type { Credentials } from '#src/config';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';

type Mcp = typeof import('#libs/mcp');

/** Without a byte from the service. */
const SILENCE_MS = 300_000;

/** A user of a service that runs elsewhere. A session that has ended is followed by another one where there is a password. */
export class ServiceSession {
  private session: Promise<string> | undefined;

  constructor(
    private readonly url: URL,
    private readonly credentials: Credentials,
    private readonly mcp: Mcp,
  ) {}

  /** Finds out at once whether the service is there and takes what was given. */
  async begin(): Promise<void> {
    await this.token();
    const { status, text } = await this.api({ method: 'GET', path: '/api/Limites' });
    if (status >= 300) throw new UsageError(refusal(status, text));
  }

  readonly api: Api = async (call) => {
    const used = this.token();
    const answer = await this.send(call, await used);
    if (answer.status !== 401 || this.credentials.token !== undefined) return answer;
    if (this.session === used) this.session = undefined;
    return this.send(call, await this.token());
  };

  async end(): Promise<void> {
    const token = await this.session?.catch(() => undefined);
    if (token !== undefined) await this.send({ method: 'POST', path: '/api/Autenticacao/Logout' }, token).catch(() => undefined);
  }

  private token(): Promise<string> {
    const { token } = this.credentials;
    if (token !== undefined) return Promise.resolve(token);
    return (this.session ??= this.logIn().catch((error: unknown) => {
      this.session = undefined;
      throw error;
    }));
  }

  private async logIn(): Promise<string> {
    const { username, password } = this.credentials;
    const { status, text } = await this.send({
      method: 'POST',
      path: '/api/Autenticacao/Login',
      body: JSON.stringify({ username, password }),
    });
    if (status >= 300) throw new UsageError(refusal(status, text));
    return (JSON.parse(text) as { Token: string }).Token;
  }

  private send(call: ApiCall, token?: string): Promise<ApiAnswer> {
    const { subscriptionKey } = this.credentials;
    const target = new URL(`${this.url.pathname.replace(/\/+$/, '')}${this.mcp.targetOf(call)}`, this.url);
    const headers = {
      ...this.mcp.headersOf(call),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(subscriptionKey && { subscriptionkey: subscriptionKey }),
    };
    const begin = target.protocol === 'https:' ? requestHttps : requestHttp;
    const request = begin(target, { method: call.method, headers });
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('the service does not answer')));
    return this.mcp.exchange(request, call);
  }
}

function refusal(status: number, text: string): string {
  const [, said = ''] = /"mensagem":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return t(`the service refused the login (HTTP ${status}) ${said}`, `o serviço recusou o login (HTTP ${status}) ${said}`);
}

import { AcervoError } from './errors.ts';

/** What a login answers; may be kept, and taken up later. */
export interface Session {
  readonly Token: string;
  readonly RefreshToken: string;
  readonly IdUsuario: string;
  readonly Login: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export type Post = (path: string, body: unknown) => Promise<Response>;

/** One login or renewal at a time for all calls: a refresh token works once. */
export class Sessions {
  private pending: Promise<Session> | undefined;

  constructor(
    private readonly post: Post,
    private readonly credentials: Credentials | undefined,
    private session: Session | undefined,
    private readonly onSession: (session: Session) => void,
  ) {}

  async token(): Promise<string> {
    return (this.session ?? (await this.once(() => this.login()))).Token;
  }

  /** @param refused the token that no longer works; another call may have renewed it already */
  async renewed(refused: string): Promise<string> {
    const { session } = this;
    if (session && session.Token !== refused) return session.Token;
    return (await this.once(() => this.renew(session))).Token;
  }

  private once(make: () => Promise<Session>): Promise<Session> {
    this.pending ??= make()
      .then((session) => {
        this.session = session;
        this.onSession(session);
        return session;
      })
      .finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async renew(session: Session | undefined): Promise<Session> {
    if (!session) return this.login();
    const body = { idUsuario: session.IdUsuario, username: session.Login, refreshToken: session.RefreshToken };
    const response = await this.post('/api/Autenticacao/RefreshToken', body);
    if (response.ok) return (await response.json()) as Session;
    const refusal = await AcervoError.of(response);
    if (refusal.status !== 401 || !this.credentials) throw refusal;
    return this.login();
  }

  private async login(): Promise<Session> {
    if (!this.credentials) throw new TypeError('credentials or a session are needed');
    const response = await this.post('/api/Autenticacao/Login', this.credentials);
    if (!response.ok) throw await AcervoError.of(response);
    return (await response.json()) as Session;
  }
}

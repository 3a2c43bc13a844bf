import { Turns } from '#application/turns';

const MOST_WAITING = 1000;

/** So many downloads at once from one host, by its name; the others wait for as long as they may. */
export class HostTurns {
  private readonly hosts = new Map<string, { turns: Turns; users: number }>();

  constructor(private readonly atOnce: number) {}

  /** Resolves when it is this one's turn, to what gives the place back. */
  async take(url: string, until: AbortSignal): Promise<() => void> {
    const name = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
    const host = this.hosts.get(name) ?? { turns: new Turns(this.atOnce, MOST_WAITING), users: 0 };
    this.hosts.set(name, host);
    host.users++;
    let isUser = true;
    const forget = () => {
      if (isUser && --host.users === 0) this.hosts.delete(name);
      isUser = false;
    };
    try {
      const leave = await host.turns.take(until);
      return () => {
        leave();
        forget();
      };
    } catch (error) {
      forget();
      throw error;
    }
  }
}

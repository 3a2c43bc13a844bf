import type { Api } from '../api';

/** Well-behaved clients that work during an attack. */
export class Others {
  private readonly statuses = new Map<number, number>();
  private done = false;
  private readonly working: Promise<unknown>;

  constructor(api: Api) {
    this.working = Promise.all(['/saude/viva', '/api/Estrutura'].map((path) => this.work(api, path)));
  }

  /** Answers the number of calls per status. */
  async stop(): Promise<Record<string, number>> {
    this.done = true;
    await this.working;
    return Object.fromEntries(this.statuses);
  }

  private async work(api: Api, path: string): Promise<void> {
    while (!this.done) {
      const { status } = await api.get(path);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

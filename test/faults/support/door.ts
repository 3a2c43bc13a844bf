/** Where the service is to be found just now; who asks while it is down waits until it is up. */
export class Door {
  private urls: readonly string[] = [];
  private waiting: (() => void)[] = [];

  open(urls: readonly string[]): void {
    this.urls = urls;
    for (const go of this.waiting.splice(0)) go();
  }

  close(): void {
    this.urls = [];
  }

  /** One of the replicas, chosen by this number. */
  async url(turn: number): Promise<string> {
    while (this.urls.length === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.urls[turn % this.urls.length] as string;
  }
}

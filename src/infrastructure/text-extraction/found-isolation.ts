import { ISOLATIONS, strictest, type Isolation, type Program } from './isolation';

/** Where none works, and where a stricter one may. */
const NONE_AGAIN_MS = 60_000;
const STRICTER_AGAIN_MS = 10 * 60_000;

/**
 * The strictest isolation that works on this machine. A try also fails where processes or time are short for a moment: the strictest that
 * there is stays, and all else is tried again, with what was found before in use meanwhile.
 */
export class FoundIsolation {
  private found: Promise<Isolation | null> | undefined;
  private againAt = Infinity;

  constructor(
    private readonly program: () => Program,
    private readonly search: typeof strictest = strictest,
    private readonly now = () => performance.now(),
  ) {}

  get(): Promise<Isolation | null> {
    if (!this.found) this.found = this.seek(null);
    else if (this.now() >= this.againAt) void this.again(this.found);
    return this.found;
  }

  private async again(found: Promise<Isolation | null>): Promise<void> {
    this.againAt = Infinity;
    const better = await this.seek(await found);
    this.found = Promise.resolve(better);
  }

  private async seek(known: Isolation | null): Promise<Isolation | null> {
    const found = (await this.search(this.program(), known)) ?? known;
    if (!found) this.againAt = this.now() + NONE_AGAIN_MS;
    else if (found !== ISOLATIONS[0]) this.againAt = this.now() + STRICTER_AGAIN_MS;
    return found;
  }
}

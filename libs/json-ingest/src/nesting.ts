import type { PathNode } from './file-paths';
import type { Name } from './names';

/** Up to here, names are compared one by one, which for the usual small object beats a hash table. */
const FEW = 8;
const NO_NAME: Name = { text: '', folded: '', isReserved: false };

/** One open object or array. Reused for every container of the same depth, so that wide bodies make no garbage. */
class Level {
  isArray = false;
  node: PathNode | undefined;
  index = 0;
  name = NO_NAME;
  /** Where the current member leads in the tree of file paths. */
  next: PathNode | undefined;
  count = 0;
  members = 0;
  readonly few: string[] = [];
  /** All names, once they are not few any more. */
  many: Set<string> | undefined;

  reset(isArray: boolean, node: PathNode | undefined): void {
    this.isArray = isArray;
    this.node = node;
    this.index = 0;
    this.count = 0;
    this.members = 0;
    this.many = undefined;
  }

  /** @returns false when the object has that name already */
  add(folded: string): boolean {
    if (this.many) return this.many.size < this.many.add(folded).size;
    for (let i = 0; i < this.count; i++) if (this.few[i] === folded) return false;
    if (this.count < FEW) this.few[this.count++] = folded;
    else this.many = new Set(this.few).add(folded);
    return true;
  }
}

/** What may be wrong with a name. */
export type NameFault = 'JSON_INVALID' | 'JSON_TOO_MANY_MEMBERS' | 'DUPLICATE_MEMBER';

/** The containers that enclose the current byte. */
export class Nesting {
  readonly #levels: Level[] = [];
  #top: Level | undefined;
  #depth = 0;

  /** @param most members of one object */
  constructor(
    private readonly root: PathNode,
    private readonly most: number,
  ) {}

  get depth(): number {
    return this.#depth;
  }

  get inArray(): boolean {
    return this.#top !== undefined && this.#top.isArray;
  }

  /** The node of the value that comes next, if its path leads to a file. */
  get place(): PathNode | undefined {
    if (!this.#top) return this.root;
    return this.#top.isArray ? this.#top.node?.elements : this.#top.next;
  }

  open(isArray: boolean): void {
    const node = this.place;
    this.#top = this.#levels[this.#depth++] ??= new Level();
    this.#top.reset(isArray, node);
  }

  close(): void {
    this.#depth--;
    this.#top = this.#levels[this.#depth - 1];
  }

  nextElement(): void {
    if (this.#top) this.#top.index++;
  }

  /** Takes the name of the next member and returns its problem, if any. */
  member(name: Name): NameFault | undefined {
    const level = this.#top;
    if (!level) return 'JSON_INVALID';
    level.name = name;
    level.next = level.node?.members.get(name.folded);
    if (name.isReserved) return 'JSON_INVALID';
    if (level.members++ === this.most) return 'JSON_TOO_MANY_MEMBERS';
    return level.add(name.folded) ? undefined : 'DUPLICATE_MEMBER';
  }

  path(): (string | number)[] {
    return this.#levels.slice(0, this.#depth).map((level) => (level.isArray ? level.index : level.name.text));
  }
}

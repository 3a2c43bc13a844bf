import { posix } from 'node:path';
import type { OfficePackage } from './office-package';
import { strictParser } from './read-markup';

const MOST = 10_000;

interface Relationship {
  id: string;
  /** Its last word: the rest differs between the editions of the standard. */
  kind: string;
  part: string;
}

/** How a package says what its parts are: their names are up to whoever made it. */
export class Relationships {
  private constructor(
    private readonly archive: OfficePackage,
    /** Null: the package does not say. */
    readonly main: string | null,
    private readonly all: readonly Relationship[],
  ) {}

  static async of(archive: OfficePackage): Promise<Relationships> {
    const main = (await relationshipsOf(archive, '')).find(({ kind }) => kind === 'officeDocument')?.part ?? null;
    return new Relationships(archive, main, main === null ? [] : await relationshipsOf(archive, main));
  }

  /** Parts of these kinds, in the order of their names. */
  of(...kinds: string[]): string[] {
    return this.all.filter(({ kind }) => kinds.includes(kind)).map(({ part }) => part).sort(); // prettier-ignore
  }

  /** Parts of this kind, in the order in which the main part names them in such elements. */
  async inOrder(kind: string, element: string): Promise<string[]> {
    const parts = new Map(this.all.filter((each) => each.kind === kind).map(({ id, part }) => [id, part]));
    if (this.main === null || parts.size === 0) return [];
    const ids: string[] = [];
    await elementsOf(this.archive, this.main, (name, attributes) => {
      if (name !== element) return;
      const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      if (id !== undefined) ids.push(id);
    });
    return ids.flatMap((id) => parts.get(id) ?? []);
  }
}

async function relationshipsOf(archive: OfficePackage, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!archive.names.includes(name)) return found;
  await elementsOf(archive, name, (element, { Id, Type, Target, TargetMode }) => {
    if (element !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return;
    const target = posix.resolve('/', posix.dirname(part), Target);
    found.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), part: target.slice(1) });
  });
  return found.filter((each) => archive.names.includes(each.part));
}

/** Whether a part has such an element. */
export async function hasElement(archive: OfficePackage, name: string, element: string): Promise<boolean> {
  let found = false;
  await elementsOf(archive, name, (each) => void (found ||= each === element));
  return found;
}

async function elementsOf(
  archive: OfficePackage,
  name: string,
  opened: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  let count = 0;
  const sax = strictParser();
  sax.onopentag = (tag) => {
    count++;
    opened(tag.name.slice(tag.name.indexOf(':') + 1), tag.attributes as Record<string, string>);
  };
  await archive.read(name, (piece) => sax.write(piece), () => count > MOST); // prettier-ignore
}

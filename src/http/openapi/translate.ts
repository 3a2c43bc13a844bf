/** Of a text, its translation; sentences that texts share are found one after the other. */
export class Translator {
  private readonly used = new Set<string>();
  private readonly missing = new Set<string>();
  /** Longer ones first: a sentence may begin like a shorter one. */
  private readonly known: readonly string[];

  constructor(private readonly catalogue: ReadonlyMap<string, string>) {
    this.known = [...catalogue.keys()].sort((a, b) => b.length - a.length);
  }

  translate(text: string): string {
    const found = this.found(text);
    if (found === null) this.missing.add(text);
    return found ?? text;
  }

  /** Texts without a translation, and translations that no text asked for. */
  get gaps(): { missing: string[]; unused: string[] } {
    return { missing: [...this.missing], unused: this.known.filter((text) => !this.used.has(text)) };
  }

  private found(text: string): string | null {
    for (const key of this.known) {
      const rest = text.slice(key.length);
      if (!text.startsWith(key) || (rest !== '' && !/^\s/.test(rest))) continue;
      const gap = /^\s*/.exec(rest)?.[0] ?? '';
      const translated = rest === '' ? '' : this.found(rest.slice(gap.length));
      if (translated === null) continue;
      this.used.add(key);
      return `${this.catalogue.get(key)}${gap}${translated}`;
    }
    return null;
  }
}

const TEXTS = new Set(['summary', 'description', 'x-displayName']);
/** Values of the interface itself, in whatever language they are. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default']);
/** Whose keys are names that somebody chose. */
const NAMED = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths']);

/** Every text of the document, wherever it stands. */
export function withTexts(node: unknown, change: (text: string) => string): void {
  if (Array.isArray(node)) return node.forEach((each) => withTexts(each, change));
  if (typeof node !== 'object' || node === null) return;
  const entries = node as Record<string, unknown>;
  for (const [key, value] of Object.entries(entries)) {
    if (DATA.has(key)) continue;
    if (TEXTS.has(key) && typeof value === 'string') entries[key] = change(value);
    else if (NAMED.has(key) && typeof value === 'object' && value !== null) {
      for (const named of Object.values(value)) withTexts(named, change);
    } else withTexts(value, change);
  }
}

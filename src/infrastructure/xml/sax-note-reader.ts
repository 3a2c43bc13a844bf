import { NoteReader, type Note, type NoteFault, type NoteKind } from '#application/ports/text-extraction';
import { readStrictly, XmlRefused, type XmlHandlers } from './strict-xml';

/** Of all values together, in characters: a real note has a fraction of it. */
const MOST_TEXT = 1024 ** 2;
const MOST_VALUES = 50_000;
/** The longest that the layouts know. */
const LONGEST_VALUE = 5000;
/** Of the names of a layout; what is deeper is left out. */
const LONGEST_NAME = 60;
const DEEPEST = 8;

/** With their parents: a transport document names invoices by an `infNFe`, too. */
const NOTES = new Map<string, NoteKind>([
  ['NFe/infNFe', 'nfe'],
  ['CTe/infCte', 'cte'],
  ['CTeOS/infCte', 'cte'],
  ['CTeSimp/infCte', 'cte'],
  ['MDFe/infMDFe', 'mdfe'],
  ['NFSe/infNFSe', 'nfse'],
  ['Nfse/InfNfse', 'municipal'],
  ['evento/infEvento', 'event'],
  ['eventoCTe/infEvento', 'event'],
  ['eventoMDFe/infEvento', 'event'],
]);
const GROUPS = [
  ...['det', 'cobr/dup', 'vPrest/Comp', 'infCTeNorm/infCarga/infQ', 'infCTeNorm/infDoc/infNFe'],
  ...['infDoc/infMunDescarga/infNFe', 'infDoc/infMunDescarga/infCTe', 'detEvento/evCCeCTe/infCorrecao'],
];
/** Taxes of single items. */
const LEFT_OUT = 'det/imposto/';
/** Behind the note, what the authority says of it. */
const AUTHORISATIONS = ['infProt', 'infEvento'];
/** An event names its document between its kind and its number. */
const EVENT_KEY = /^ID\d{6}([\dA-Z]{44})\d{1,3}$/;
const keyOf = (id: string) => EVENT_KEY.exec(id)?.[1] ?? id.replace(/^[A-Za-z]{2,4}(?=\d)/, '');

class TooLarge extends Error {}

export class SaxNoteReader extends NoteReader {
  async read(bytes: AsyncIterable<Uint8Array>): Promise<Note | { fault: NoteFault; line: number } | null> {
    const taker = new NoteTaker();
    try {
      await readStrictly(bytes, taker);
      return taker.note;
    } catch (error) {
      if (error instanceof TooLarge) return { fault: 'too-large', line: 1 };
      if (error instanceof XmlRefused) return { fault: error.fault, line: error.line };
      throw error;
    }
  }
}

/** Where values are kept. */
interface Kept {
  /** Of the element among the open ones. */
  at: number;
  /** Paths begin with it. */
  isNamed: boolean;
}

class NoteTaker implements XmlHandlers {
  note: Note | null = null;
  private readonly values = new Map<string, string>();
  private readonly groups = new Map<string, Map<string, string>[]>();
  private readonly names: string[] = [];
  private kept: Kept | null = null;
  private isLeaf = false;
  private value = '';
  private room = MOST_TEXT;
  private count = 0;

  opened = (name: string, attributes: Readonly<Record<string, string>>): void => {
    this.kept ??= this.begin(name, attributes['Id'] ?? '');
    this.names.push(name);
    this.isLeaf = true;
    this.value = '';
    if (!this.kept) return;
    if (name.length > LONGEST_NAME) throw new TooLarge();
    const path = this.path();
    if (path !== null && GROUPS.includes(path)) this.beginRow(path);
  };

  text = (text: string): void => {
    if (this.kept && this.isLeaf) this.value = (this.value + text).slice(0, LONGEST_VALUE);
  };

  closed = (): void => {
    if (this.kept && this.isLeaf) this.keep(this.path(), this.value.trim());
    this.isLeaf = false;
    this.names.pop();
    if (this.kept?.at === this.names.length) this.kept = null;
  };

  private begin(name: string, id: string): Kept | null {
    const at = this.names.length;
    const kind = NOTES.get(`${this.names.at(-1) ?? ''}/${name}`);
    if (!kind) return this.note && AUTHORISATIONS.includes(name) ? { at, isNamed: true } : null;
    if (this.note) {
      this.note.others++;
      return null;
    }
    const { values, groups } = this;
    this.note = { kind, key: kind === 'municipal' ? '' : keyOf(id), values, groups, others: 0 };
    return { at, isNamed: false };
  }

  private path(): string | null {
    const { at, isNamed } = this.kept as Kept;
    return this.names.length - at > DEEPEST ? null : this.names.slice(isNamed ? at : at + 1).join('/');
  }

  private beginRow(path: string): void {
    this.take(path);
    const rows = this.groups.get(path);
    if (rows) rows.push(new Map());
    else this.groups.set(path, [new Map()]);
  }

  private keep(path: string | null, value: string): void {
    if (value === '' || path === null || path.startsWith(LEFT_OUT)) return;
    this.take(path + value);
    const group = GROUPS.find((each) => path.startsWith(`${each}/`));
    if (group)
      this.groups
        .get(group)
        ?.at(-1)
        ?.set(path.slice(group.length + 1), value);
    else if (!this.values.has(path)) this.values.set(path, value);
  }

  private take({ length }: string): void {
    this.room -= length;
    if (this.room < 0 || ++this.count > MOST_VALUES) throw new TooLarge();
  }
}

import type { ValueList } from '#domain/value-lists/value-list';
import type { Decimal } from '#domain/documents/sent-value';
import { fold } from '#domain/text';
import type { Field, ListField } from './field';

/** How long documents of a level are kept, counted from a date field (operation 4.4 `Vencimento TTD`). */
export interface Retention {
  referenceFieldCode: number;
  /** Current plus intermediate archive. */
  months: number;
}

export interface TreeNode {
  code: number;
  id: string;
  parentCode: number | null;
  name: string;
  /** Names from the root to this level, ` > ` between. */
  path: string;
  retention: Retention | null;
  /** What a point in a text means here and below; null: as above. */
  decimal: Decimal | null;
}

export interface NodeField {
  nodeCode: number;
  field: Field;
  mandatory: boolean;
  position: number;
}

export interface NodeList {
  nodeCode: number;
  list: ValueList;
  mandatory: boolean;
  position: number;
}

/** One value column of a level's documents, in the configured order. */
export type Indexer = { field: Field; list: null; mandatory: boolean } | { field: ListField; list: ValueList; mandatory: boolean };

/** A level with everything it inherits from the levels above it. */
export class Level {
  readonly indexers: readonly Indexer[];
  readonly lists: readonly NodeList[];
  private indexersByLabel: Map<string, Indexer[]> | undefined;
  private listsByName: Map<string, NodeList[]> | undefined;

  constructor(
    readonly node: TreeNode,
    readonly retention: Retention | null,
    attached: readonly (NodeField | NodeList)[],
    readonly decimal: Decimal = 'comma',
  ) {
    this.lists = attached.filter((item): item is NodeList => 'list' in item);
    this.indexers = attached.flatMap((item): Indexer[] =>
      'list' in item
        ? item.list.fields.map((field) => ({ field, list: item.list, mandatory: item.mandatory && field.isImportMandatory }))
        : [{ field: item.field, list: null, mandatory: item.mandatory }],
    );
  }

  /** All of them, those of its lists too. */
  get fields(): Field[] {
    return this.indexers.map(({ field }) => field);
  }

  customField(label: string): Indexer | undefined {
    return this.named(fold(label)).find(({ list }) => list === null);
  }

  /** Own fields and those of lists; with a list's name those of this list alone. Both names folded. */
  named(label: string, listName: string | null = null): readonly Indexer[] {
    this.indexersByLabel ??= byName(this.indexers, ({ field }) => field.label);
    const all = this.indexersByLabel.get(label) ?? [];
    return listName === null ? all : all.filter(({ list }) => list !== null && fold(list.name) === listName);
  }

  list(name: string): NodeList | undefined {
    this.listsByName ??= byName(this.lists, ({ list }) => list.name);
    return this.listsByName.get(fold(name))?.[0];
  }
}

/** Under their folded names. */
function byName<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const named = new Map<string, T[]>();
  for (const item of items) {
    const name = fold(nameOf(item));
    const others = named.get(name);
    if (others) others.push(item);
    else named.set(name, [item]);
  }
  return named;
}

/** Everything that describes how a client's archive is organised: an immutable picture of one version of it. */
export class ClientStructure {
  private readonly byId = new Map<string, TreeNode>();
  private readonly byCode = new Map<number, TreeNode>();
  private readonly children = new Map<number, TreeNode[]>();
  private readonly levels = new Map<number, Level>();
  private texts: ReadonlySet<number> | undefined;

  constructor(
    readonly clientId: string,
    readonly clientName: string,
    readonly units: readonly { id: string; name: string; cnpj: string | null }[],
    readonly nodes: readonly TreeNode[],
    private readonly nodeFields: readonly NodeField[],
    private readonly nodeLists: readonly NodeList[],
    readonly lists: readonly ValueList[],
    /** Of the client's structure when it was read: another one means that something may have changed. */
    readonly version = 1,
    /** Ids of the active automatic workflows by the ids of the levels that they name. */
    private readonly starting: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {
    for (const node of nodes) {
      this.byId.set(node.id, node);
      this.byCode.set(node.code, node);
      if (node.parentCode !== null) {
        const siblings = this.children.get(node.parentCode) ?? [];
        siblings.push(node);
        this.children.set(node.parentCode, siblings);
      }
    }
  }

  node(id: string): TreeNode | undefined {
    return this.byId.get(id);
  }

  level(nodeId: string): Level | undefined {
    const node = this.byId.get(nodeId);
    return node && this.levelOf(node);
  }

  levelByCode(code: number): Level | undefined {
    const node = this.byCode.get(code);
    return node && this.levelOf(node);
  }

  /** Codes of the fields whose values are texts, of levels and of lists. */
  get textFields(): ReadonlySet<number> {
    const fields = () => [...this.nodeFields.map(({ field }) => field), ...this.lists.flatMap((list) => list.fields)];
    return (this.texts ??= new Set(fields().filter(({ type }) => type === 'text').map(({ code }) => code))); // prettier-ignore
  }

  /** Ids of the workflows that start by themselves when a document is filed at the level. */
  startedAt(nodeId: string): readonly string[] {
    return this.starting.get(nodeId) ?? [];
  }

  /** Codes of a level and of all levels under it. */
  subtree(code: number): number[] {
    const codes = [code];
    for (let next = 0; next < codes.length; next++) {
      for (const child of this.children.get(codes[next] as number) ?? []) codes.push(child.code);
    }
    return codes;
  }

  /** The levels whose documents are due by the date in this field. */
  levelsDueBy(fieldCode: number): Level[] {
    return this.nodes.map((node) => this.levelOf(node)).filter(({ retention }) => retention?.referenceFieldCode === fieldCode);
  }

  private levelOf(node: TreeNode): Level {
    let level = this.levels.get(node.code);
    if (!level) {
      level = this.build(node);
      this.levels.set(node.code, level);
    }
    return level;
  }

  private build(node: TreeNode): Level {
    const chain: TreeNode[] = [];
    for (let at: TreeNode | undefined = node; at; at = at.parentCode === null ? undefined : this.byCode.get(at.parentCode)) {
      chain.unshift(at);
    }
    const attached = chain.flatMap(({ code }) =>
      [...this.nodeFields, ...this.nodeLists].filter((item) => item.nodeCode === code).sort((a, b) => a.position - b.position),
    );
    const retention = chain.findLast((at) => at.retention !== null)?.retention ?? null;
    return new Level(node, retention, attached, chain.findLast((at) => at.decimal !== null)?.decimal ?? 'comma');
  }
}

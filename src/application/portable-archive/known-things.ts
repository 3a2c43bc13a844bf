import type { RecordedDesign } from '#application/ports/portable-archive';
import type { ArchiveImage, ContractImage, FieldImage, WorkflowImage } from '#domain/provisioning/archive-image';
import { NO_RULES, type Field } from '#domain/trees/field';

const ruleOf = ({ id, label, type, mask, options }: FieldImage): Field => ({ ...NO_RULES, code: 0, id, label, type, mask, options });

/** What records of a client may refer to: the client's structure, and the records read before them. */
export class KnownThings {
  readonly rules: ReadonlyMap<string, Field>;
  /** List ids by row id. */
  readonly rows = new Map<string, string>();
  readonly documents = new Set<string>();
  /** Files of documents with their current and former hashes; null: deleted. */
  readonly files = new Map<string, readonly string[] | null>();
  readonly flowFiles = new Map<string, readonly string[] | null>();
  /** Tasks by `step task`, by definition and number of the design. */
  private readonly designs = new Map<string, ReadonlySet<string>>();

  constructor(
    readonly clientId: string,
    readonly image: ArchiveImage,
    /** Ids of users who exist in the archive and also belong to this client. */
    private readonly shared: ReadonlySet<string>,
  ) {
    this.rules = new Map([...image.fields.values()].filter(this.own).map((field) => [field.id, ruleOf(field)]));
  }

  readonly own = ({ clientId }: { clientId: string }) => clientId === this.clientId;

  has(kind: 'levels' | 'boxes' | 'lists' | 'workflows', id: string): boolean {
    const thing = this.image[kind].get(id);
    return thing !== undefined && this.own(thing);
  }

  /** An origin may have been removed: a signature keeps its own copy of the texts. */
  isForeignOrigin(id: string): boolean {
    const origin = this.image.origins.get(id);
    return origin !== undefined && !this.own(origin);
  }

  /** A user of another client; unknown users belong to none. */
  isStranger(userId: string): boolean {
    const user = this.image.users.get(userId);
    if (!user || this.shared.has(userId)) return false;
    return user.homeClientId !== this.clientId && !user.grants.some(this.own);
  }

  contract(id: string): ContractImage | undefined {
    const contract = this.image.contracts.get(id);
    return contract && this.own(contract) ? contract : undefined;
  }

  workflow(id: string): WorkflowImage | undefined {
    const workflow = this.image.workflows.get(id);
    return workflow && this.own(workflow) ? workflow : undefined;
  }

  fieldsOfList(listId: string): FieldImage[] {
    return [...this.image.fields.values()].filter((field) => field.listId === listId).sort((a, b) => a.position - b.position);
  }

  addDesign({ definitionId, number, design }: RecordedDesign): void {
    const tasks = design.steps.flatMap((step) => step.tasks.map((task) => `${step.id} ${task.id}`));
    this.designs.set(`${definitionId} ${number}`, new Set(tasks));
  }

  /** Each `step task` of a design. */
  tasksOf(definitionId: string, number: number): ReadonlySet<string> | undefined {
    return this.designs.get(`${definitionId} ${number}`);
  }
}

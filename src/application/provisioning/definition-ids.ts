import type { OwnedList } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import type { ListDefinition, PartialArchive } from '#domain/provisioning/archive-definition';
import type { Identified } from '#domain/provisioning/identified';
import type { ArchiveImage, Kind, Thing } from '#domain/provisioning/archive-image';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { emptyImage, KIND_FACTS, type MutableImage } from '#domain/provisioning/kinds';
import { fold } from '#domain/text';
import { isErased } from '#domain/users/password';

/** A list of a definition whose rows are to be compared. */
export interface ListSource extends OwnedList {
  clientName: string;
  definition: ListDefinition;
  path: DefinitionPath;
}

/**
 * The id of a thing is the given one; else that of the thing with this name at this place in the running archive; else one derived from the
 * path of names.
 */
export class DefinitionIds {
  readonly image: MutableImage = emptyImage();
  readonly paths = new Map<string, DefinitionPath>();
  readonly problems: ArchiveProblem[] = [];
  readonly lists: ListSource[] = [];
  private readonly given = new Set<string>();
  private readonly places = new Map<Kind, Map<string, string>>();
  private readonly idsByName = new Map<string, string>();
  private idsByLogin?: ReadonlyMap<string, string>;

  constructor(
    definition: PartialArchive,
    readonly running: ArchiveImage,
  ) {
    collectIds(definition, this.given);
  }

  /** @param place what tells the thing from its siblings in the running archive, as `KIND_FACTS` says it. */
  idOf(kind: Kind, thing: Identified, names: readonly string[], path: DefinitionPath, place: readonly unknown[]): string {
    const found = thing.id === undefined ? this.placesOf(kind).get(JSON.stringify(place)) : undefined;
    return this.taken(thing.id ?? found ?? stableId(...names), thing, path);
  }

  /** For a part of a thing: `known` is the part's id in the running archive. */
  partId(part: Identified, known: string | undefined, names: readonly string[], path: DefinitionPath): string {
    const own = known !== undefined && !this.given.has(known) ? known : undefined;
    return this.taken(part.id ?? own ?? stableId(...names), part, path);
  }

  private taken(id: string, thing: Identified, path: DefinitionPath): string {
    if (this.paths.has(id)) {
      const message = `the id ${id} is already used in this file: ${thing.id ? 'ids are unique' : 'give one of them another id'}`;
      this.problems.push({ path, message });
    }
    this.paths.set(id, path);
    return id;
  }

  /** Ids of the running archive by place, without those that the definition assigns explicitly. */
  private placesOf(kind: Kind): ReadonlyMap<string, string> {
    let places = this.places.get(kind);
    if (!places) {
      places = new Map<string, string>();
      const placeOf = KIND_FACTS[kind].place as (thing: never) => readonly unknown[];
      for (const [id, thing] of this.running[kind]) if (!this.given.has(id)) places.set(JSON.stringify(placeOf(thing as never)), id);
      this.places.set(kind, places);
    }
    return places;
  }

  put<K extends Kind>(kind: K, thing: Thing<K>): void {
    (this.image[kind] as Map<string, Thing<K>>).set((thing as { id: string }).id, thing);
  }

  /** The id of the thing with this name; for an unknown name the id that it would get. */
  idByName(kind: 'units' | 'boxTypes' | 'profiles' | 'clients', prefix: string, name: string): string {
    const known = this.idsByName.get(`${kind} ${name}`);
    if (known !== undefined) return known;
    for (const thing of this.image[kind].values()) this.idsByName.set(`${kind} ${thing.name}`, thing.id);
    return this.idsByName.get(`${kind} ${name}`) ?? stableId(prefix, name);
  }

  /** For an unknown login the id that its user would get. */
  userId(login: string): string {
    this.idsByLogin ??= new Map([...this.image.users.values()].map((user) => [fold(user.login), user.id]));
    return this.idsByLogin.get(fold(login)) ?? stableId(...this.userNames(login));
  }

  /** What the id of a new user follows from: who was forgotten keeps the id. */
  protected userNames(login: string): string[] {
    const names = ['user', fold(login)];
    for (let id = stableId(...names); isErased(this.running.users.get(id)); id = stableId(...names)) names.push(id);
    return names;
  }
}

/** Collects every member `id`, except in rows of lists, whose member names are labels. */
function collectIds(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, ids);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === 'id' && typeof member === 'string') ids.add(member);
      else if (name !== 'rows') collectIds(member, ids);
    }
  }
}

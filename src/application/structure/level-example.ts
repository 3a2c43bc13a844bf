import { Injectable } from '@nestjs/common';
import { ListRows, type ListRow } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import { exampleValue, type ExampleValue } from '#domain/documents/example-value';
import { canonicalText, keyOfText, readFieldValue } from '#domain/documents/field-value';
import { AS_STORED } from '#domain/documents/sent-value';
import { fold } from '#domain/text';
import type { ClientStructure, Level } from '#domain/trees/client-structure';
import type { Field, ListField } from '#domain/trees/field';
import { growsWhileFiling, joinKeys, type ValueList } from '#domain/value-lists/value-list';
import { valuesThatFit } from './value-search';

/** A valid indexer value for a document of the level. */
export interface ExampleIndexer {
  listName: string | null;
  label: string;
  text: string;
}

type Values = ReadonlyMap<number, ExampleValue>;

/** A scope over one client, by `list:view`. */
type Viewer = Scope | null;

const sees = (viewer: Viewer, list: ValueList): viewer is Scope => (viewer?.list(list.id) ?? null) !== null;

const NONE: Values = new Map();

/** Generates indexer values for a document of a level; they can be used repeatedly. */
@Injectable()
export class LevelExample {
  constructor(private readonly listRows: ListRows) {}

  /** @param viewer the scope for reading list rows; null: the example contains none. */
  async of(viewer: Viewer, structure: ClientStructure, level: Level): Promise<ExampleIndexer[]> {
    // If several fields or lists share a name, a request can address only the first.
    const custom = level.indexers.filter(({ field, list }) => list === null && level.customField(field.label)?.field.code === field.code);
    const values = new Map(valuesThatFit(custom.map(({ field, mandatory }) => ({ field, needed: mandatory }))));
    const lists = level.lists.filter((attached) => level.list(attached.list.name) === attached);
    for (const found of await Promise.all(lists.map(({ list }) => this.ofList(viewer, structure, list)))) {
      for (const [code, value] of found) values.set(code, value);
    }
    return level.indexers.flatMap(({ field, list }) => {
      const value = values.get(field.code);
      return value ? [{ listName: list?.name ?? null, label: field.label, text: textAt(level, field, value) }] : [];
    });
  }

  /** A new row if the list may grow; otherwise, or if none can be generated, the key of an existing row. */
  private async ofList(viewer: Viewer, structure: ClientStructure, list: ValueList): Promise<Values> {
    const made = growsWhileFiling(list) ? await this.newRow(viewer, structure, list) : NONE;
    return made.size > 0 ? made : keyOfRow(list, await this.firstRow(viewer, list));
  }

  private async newRow(viewer: Viewer, structure: ClientStructure, list: ValueList): Promise<Values> {
    const given = await this.givenByParent(viewer, structure, list);
    if (!given) return NONE;
    const values = valuesThatFit(
      addressed(list).map((field) => {
        const like = given.get(field.code);
        return { field, needed: field.isKey || field.isImportMandatory, ...(like !== undefined && { like }) };
      }),
    );
    if (list.fields.some((field) => (field.isKey || field.isImportMandatory) && !values.has(field.code))) return NONE;
    const keys = list.fields.filter(({ isKey }) => isKey).map(({ code }) => values.get(code)?.key ?? '');
    const row = sees(viewer, list) ? await this.listRows.findByKey(viewer, list.id, joinKeys(keys)) : null;
    return row ? asInRow(list, values, row) : values;
  }

  private async firstRow(viewer: Viewer, list: ValueList): Promise<ListRow | null> {
    if (!sees(viewer, list)) return null;
    const [row = null] = await this.listRows.page(viewer, list.id, 1, 1);
    return row;
  }

  /** Texts by field code that reference a row of the parent list; null when that is impossible. */
  private async givenByParent(viewer: Viewer, structure: ClientStructure, list: ValueList): Promise<ReadonlyMap<number, string> | null> {
    const parent = structure.lists.find(({ id }) => id === list.parentListId);
    if (!parent) return new Map();
    const row = await this.firstRow(viewer, parent);
    if (!row) return null;
    const given = new Map<number, string>();
    for (const key of parent.fields.filter(({ isKey }) => isKey)) {
      const field = list.fields.find((candidate) => fold(candidate.label) === fold(key.label));
      const text = row.texts.get(key.code);
      if (!field || !text) return null;
      given.set(field.code, text);
    }
    return given;
  }
}

/** As it may be sent to the level, where a point in it may mean something else. */
function textAt({ decimal }: Level, field: Field, { text, key }: ExampleValue): string {
  const reading = readFieldValue(field, text, { ...AS_STORED, decimal });
  return reading.ok && reading.value.key === key ? text : (canonicalText(field, text) ?? text);
}

function addressed(list: ValueList): ListField[] {
  const labels = list.fields.map(({ label }) => fold(label));
  return list.fields.filter(({ label }, index) => labels.indexOf(fold(label)) === index);
}

/** For an existing key the values must match the existing row. */
function asInRow(list: ValueList, values: Values, row: ListRow): Values {
  return new Map(
    list.fields.flatMap((field) => {
      const value = values.get(field.code);
      const text = row.texts.get(field.code) ?? '';
      const shown = value?.key === keyOfText(field, text) ? value : text === '' ? null : exampleValue(field, { like: text });
      return shown ? [[field.code, shown] as const] : [];
    }),
  );
}

function keyOfRow(list: ValueList, row: ListRow | null): Values {
  const keys = list.fields.filter(({ isKey }) => isKey);
  const found = new Map<number, ExampleValue>();
  for (const field of row ? keys : []) {
    const text = row?.texts.get(field.code);
    const value = text ? exampleValue(field, { like: text }) : null;
    if (value) found.set(field.code, value);
  }
  return found.size === keys.length ? found : NONE;
}

/** Field definitions of the archive (operation 5.2 gives their numbers on the wire). */
export const FIELD_TYPES = ['text', 'number', 'money', 'date', 'cpf', 'cnpj', 'cnpj-or-cpf', 'checkbox', 'options'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const PARENT_OPERATORS = ['=', '<>', '>', '<', '>=', '<='] as const;
export type ParentOperator = (typeof PARENT_OPERATORS)[number];

/** An indexer field: a custom field of levels, or a column of a list. */
export interface Field {
  code: number;
  id: string;
  label: string;
  type: FieldType;
  /** Of a text: characters; of a number or amount of money: the value itself. */
  min: number | null;
  max: number | null;
  /** A regular expression that the whole value must match. */
  pattern: string | null;
  /** `X` a letter, `9` a digit, anything else itself. */
  mask: string | null;
  /** The choices of an `options` field. */
  options: readonly string[];
  /** The field that must be filled first, and how this value must compare with it. */
  parentCode: number | null;
  parentOperator: ParentOperator | null;
}

/** Of a field that takes whatever its type takes. */
export const NO_RULES = {
  min: null,
  max: null,
  pattern: null,
  mask: null,
  options: [],
  parentCode: null,
  parentOperator: null,
} as const satisfies Partial<Field>;

export interface ListField extends Field {
  isKey: boolean;
  /** Needed when a row is added while filing; a key always is. */
  isImportMandatory: boolean;
  lockedAfterValue: boolean;
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

interface GivenField {
  label: string;
  value: string;
  list: string;
}

const fieldsOf = (caller: IExecuteFunctions, index: number) => caller.getNodeParameter('fields.field', index, []) as GivenField[];

/** As creates and searches take them. */
export const valuesOf = (caller: IExecuteFunctions, index: number) =>
  fieldsOf(caller, index).map(({ label, value, list }) => ({ label, valorCampo: value, ...(list && { nomeLista: list }) }));

/** As a change takes them. */
export const changesOf = (caller: IExecuteFunctions, index: number) =>
  fieldsOf(caller, index).map(({ label, value, list }) => ({ campo: label, valor: value, nomeLista: list }));

/** `{ "Número": "1024" }`; a field of a list stands under `List.Label`. */
export const byLabel = (fields: readonly { label: string; nomeLista?: string | null; valor: string }[]): IDataObject =>
  Object.fromEntries(fields.map(({ label, nomeLista, valor }) => [nomeLista ? `${nomeLista}.${label}` : label, valor]));

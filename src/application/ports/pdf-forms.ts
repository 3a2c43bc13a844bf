/** Of a tick: whether it is set. An empty text leaves a field as it is. */
export type FormValue = string | boolean;

/** What a fillable PDF is to show. */
export interface PdfValues {
  /** By names of the PDF's fields. */
  byName: ReadonlyMap<string, FormValue>;
  /** For PDF fields that are not named there: by label, compared loosely. */
  byLabel: readonly (readonly [label: string, value: FormValue])[];
}

/** A line of a sheet: a text of its own, or a field to be filled. */
export type SheetPart =
  | { kind: 'heading'; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'text'; label: string; value: string }
  | { kind: 'checkbox'; label: string; value: boolean }
  | { kind: 'options'; label: string; value: string; options: readonly string[] };

/** A form that is yet to be drawn. */
export interface Sheet {
  title: string;
  subtitle: string;
  parts: readonly SheetPart[];
}

/** Fillable PDFs (AcroForm). */
export abstract class PdfForms {
  /** Names of the fields; null: it is no PDF that could be filled. */
  abstract fieldNames(pdf: Uint8Array): Promise<readonly string[] | null>;
  /** Whatever a field cannot take is left as it is; the form can still be filled. */
  abstract fill(pdf: Uint8Array, values: PdfValues): Promise<Uint8Array>;
  /** A fillable PDF of pages in A4. */
  abstract draw(sheet: Sheet): Promise<Uint8Array>;
}

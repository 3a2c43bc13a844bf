/** For a check box: whether it is set. An empty text leaves a field unchanged. */
export type FormValue = string | boolean;

/** Values to fill into a PDF form. */
export interface PdfValues {
  /** By names of the PDF's fields. */
  byName: ReadonlyMap<string, FormValue>;
  /** For other PDF fields: by label, with loose matching. */
  byLabel: readonly (readonly [label: string, value: FormValue])[];
}

/** Part of a line of a sheet: fixed text, or a form field. */
export type SheetPart =
  | { kind: 'heading'; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'text'; label: string; value: string }
  | { kind: 'checkbox'; label: string; value: boolean }
  | { kind: 'options'; label: string; value: string; options: readonly string[] };

/** A form to be drawn. */
export interface Sheet {
  title: string;
  subtitle: string;
  parts: readonly SheetPart[];
}

/** Fillable PDFs (AcroForm). */
export abstract class PdfForms {
  /** Names of the fields; null: not a fillable PDF. */
  abstract fieldNames(pdf: Uint8Array): Promise<readonly string[] | null>;
  /** Values that a field cannot hold are skipped; the form stays fillable. */
  abstract fill(pdf: Uint8Array, values: PdfValues): Promise<Uint8Array>;
  /** Draws a fillable PDF with A4 pages. */
  abstract draw(sheet: Sheet): Promise<Uint8Array>;
}

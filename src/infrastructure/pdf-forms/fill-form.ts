import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  PDFHexString,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  StandardFonts,
  type PDFField,
  type PDFFont,
} from '@cantoo/pdf-lib';
import type { FormValue, PdfValues } from '#application/ports/workflows';
import { fold } from '#domain/text';
import { encodable } from './encodable';
import { wrapped } from './wrap';

/** Of a tick, in a field that is none. */
const TICK = 'X';
/** Of a widget, and what the library leaves free within them. */
const BORDERS = 10;

/** Names of the fields of a PDF that can be filled; null of any other. */
export async function fieldNames(pdf: Uint8Array): Promise<string[] | null> {
  try {
    const document = await PDFDocument.load(pdf);
    if (document.getPageCount() === 0) return null;
    const names = document
      .getForm()
      .getFields()
      .map((field) => field.getName());
    // What can be written once can be written again: with values, too.
    await fillForm(pdf, { byName: new Map(), byLabel: names.map((name) => [name, '1']) });
    return names;
  } catch {
    // Any error here means that the PDF cannot be filled: damaged, encrypted or not a PDF.
    return null;
  }
}

export async function fillForm(pdf: Uint8Array, { byName, byLabel }: PdfValues): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const form = document.getForm();
  const font = await document.embedFont(StandardFonts.Helvetica);
  // Of labels that are alike the first wins.
  const labelled = new Map([...byLabel].reverse().map(([label, value]) => [fold(label), value]));
  for (const field of form.getFields()) {
    const name = field.getName();
    const value = byName.get(name) ?? labelled.get(fold(name)) ?? '';
    if (value === '') continue;
    try {
      fill(field, value, font);
    } catch {
      // A field in a shape that the library does not know keeps what it holds; the others are filled.
    }
  }
  return document.save({ updateFieldAppearances: false });
}

function fill(field: PDFField, value: FormValue, font: PDFFont): void {
  const text = typeof value === 'string' ? value : value ? TICK : '';
  if (field instanceof PDFTextField) fillText(field, text, font);
  else if (field instanceof PDFCheckBox) {
    if (value === true) field.check();
    else field.uncheck();
    if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances();
  } else if (field instanceof PDFRadioGroup) {
    const option = alike(field.getOptions(), text);
    if (option !== undefined) field.select(option);
    if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances();
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const option = alike(field.getOptions(), text) ?? (field instanceof PDFDropdown ? text : undefined);
    if (option === undefined) return;
    field.select(option);
    field.defaultUpdateAppearances(font);
  }
}

/** The page shows what the font can; the field holds the text itself, which a reader shows as soon as it is edited. */
function fillText(field: PDFTextField, text: string, font: PDFFont): void {
  const most = field.getMaxLength() ?? Infinity;
  const whole = text.slice(0, most).toWellFormed();
  if (field.isRichFormatted()) field.disableRichFormatting();
  const shown = encodable(whole, font).slice(0, most);
  if (field.isMultiline()) {
    field.removeMaxLength();
    field.setText(broken(field, shown, font));
  } else field.setText(shown);
  field.defaultUpdateAppearances(font);
  if (most !== Infinity) field.setMaxLength(most);
  field.acroField.setValue(PDFHexString.fromText(whole));
}

/** Own line breaking: the library takes seconds for a long text. */
function broken(field: PDFTextField, text: string, font: PDFFont): string {
  const widgets = field.acroField.getWidgets();
  const appearance = widgets[0]?.getDefaultAppearance() ?? field.acroField.getDefaultAppearance() ?? '';
  const size = Number(/([\d.]+)\s+Tf\b/.exec(appearance)?.[1] ?? 0);
  const width = Math.min(...widgets.map((widget) => widget.getRectangle().width)) - BORDERS;
  return size > 0 && width > size ? wrapped(text, font, size, width).join('\n') : text;
}

function alike(options: readonly string[], text: string): string | undefined {
  return options.find((option) => fold(option) === fold(text));
}

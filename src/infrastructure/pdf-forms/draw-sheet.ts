import { PDFDocument, PDFHexString, PDFTextField, rgb, StandardFonts, type PDFDropdown, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import type { Sheet, SheetPart } from '#application/ports/workflows';
import { encodable } from './encodable';
import { wrapped } from './wrap';

/** A4, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56];
const INNER = WIDTH - 2 * MARGIN;
const TALLEST = HEIGHT - 2 * MARGIN - 40;
const [INK, PALE] = [rgb(0.13, 0.15, 0.19), rgb(0.62, 0.66, 0.72)];
const VALUE_SIZE = 10;
const LINE = 1.35;

type Part<Kind extends SheetPart['kind']> = Extract<SheetPart, { kind: Kind }>;

/** A form as a fillable PDF: one field under the other, as many pages as it takes. */
export async function drawSheet(sheet: Sheet): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(sheet.title, { showInWindowTitleBar: true });
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)];
  const drawing = new Drawing(document, plain, bold);
  drawing.text(sheet.title, bold, 16);
  drawing.text(sheet.subtitle, plain, 10);
  drawing.rule();
  for (const part of sheet.parts) drawing.part(part);
  drawing.pageNumbers();
  return document.save({ updateFieldAppearances: false });
}

class Drawing {
  private page: PDFPage;
  /** Where the next thing begins, from below. */
  private y = HEIGHT - MARGIN;
  private readonly names = new Set<string>();

  constructor(
    private readonly document: PDFDocument,
    private readonly plain: PDFFont,
    private readonly bold: PDFFont,
  ) {
    this.page = document.addPage([WIDTH, HEIGHT]);
  }

  part(part: SheetPart): void {
    if (part.kind === 'heading') {
      this.room(60);
      this.y -= 10;
      this.text(part.text, this.bold, 12);
    } else if (part.kind === 'line') this.text(part.text, this.plain, VALUE_SIZE);
    else if (part.kind === 'checkbox') this.tick(part);
    else this.field(part);
  }

  text(text: string, font: PDFFont, size: number): void {
    for (const line of wrapped(encodable(text, font), font, size, INNER)) {
      this.room(size * LINE);
      this.y -= size * LINE;
      this.page.drawText(line, { x: MARGIN, y: this.y + size * 0.3, size, font, color: INK });
    }
  }

  rule(): void {
    this.y -= 8;
    this.page.drawLine({ start: { x: MARGIN, y: this.y }, end: { x: WIDTH - MARGIN, y: this.y }, thickness: 0.7, color: PALE });
    this.y -= 4;
  }

  pageNumbers(): void {
    const pages = this.document.getPages();
    for (const [index, page] of pages.entries()) {
      const text = `${index + 1}/${pages.length}`;
      const x = WIDTH - MARGIN - this.plain.widthOfTextAtSize(text, 8);
      page.drawText(text, { x, y: MARGIN / 2, size: 8, font: this.plain, color: PALE });
    }
  }

  /** The label and its field stay together. */
  private field(part: Part<'text' | 'options'>): void {
    const lines = wrapped(encodable(part.value, this.plain), this.plain, VALUE_SIZE, INNER - 8);
    const height = Math.min(lines.length * VALUE_SIZE * LINE + 8, TALLEST);
    this.room(9 * LINE * wrapped(encodable(part.label, this.plain), this.plain, 9, INNER).length + height + 10);
    this.y -= 4;
    this.text(part.label, this.plain, 9);
    this.y -= height;
    const place = { x: MARGIN, y: this.y, width: INNER, height, borderWidth: 0.7, borderColor: PALE, textColor: INK, font: this.plain };
    const field = part.kind === 'options' ? this.choice(part) : this.document.getForm().createTextField(this.nameOf(part.label));
    field.addToPage(this.page, place);
    field.setFontSize(VALUE_SIZE);
    if (field instanceof PDFTextField) {
      // Lines are broken here: the library takes seconds for a long text.
      if (lines.length > 1) field.enableMultiline();
      if (part.value !== '') field.setText(lines.join('\n'));
      field.updateAppearances(this.plain);
      if (part.value !== '') field.acroField.setValue(PDFHexString.fromText(part.value));
    } else if (part.value !== '') {
      field.select(part.value);
      if (lines.join('\n') === part.value) field.updateAppearances(this.plain);
    }
    this.y -= 4;
  }

  private choice({ label, options }: Part<'options'>): PDFDropdown {
    const choice = this.document.getForm().createDropdown(this.nameOf(label));
    choice.addOptions([...options]);
    return choice;
  }

  private tick({ label, value }: Part<'checkbox'>): void {
    const size = 12;
    const lines = wrapped(encodable(label, this.plain), this.plain, VALUE_SIZE, INNER - size - 8);
    const height = Math.max(size, lines.length * VALUE_SIZE * LINE);
    this.room(height + 10);
    this.y -= 6;
    const box = this.document.getForm().createCheckBox(this.nameOf(label));
    box.addToPage(this.page, {
      x: MARGIN,
      y: this.y - size,
      width: size,
      height: size,
      borderWidth: 0.7,
      borderColor: PALE,
      textColor: INK,
    });
    if (value) box.check();
    for (const [index, line] of lines.entries()) {
      const y = this.y - size + 2.5 - index * VALUE_SIZE * LINE;
      this.page.drawText(line, { x: MARGIN + size + 6, y, size: VALUE_SIZE, font: this.plain, color: INK });
    }
    this.y -= height + 4;
  }

  private room(height: number): void {
    if (this.y - height >= MARGIN) return;
    this.page = this.document.addPage([WIDTH, HEIGHT]);
    this.y = HEIGHT - MARGIN;
  }

  /** A dot would stand between a group of fields and its members. */
  private nameOf(label: string): string {
    const stem = label.replaceAll('.', ' ').trim() || '-';
    let name = stem;
    for (let number = 2; this.names.has(name); number++) name = `${stem} (${number})`;
    this.names.add(name);
    return name;
  }
}

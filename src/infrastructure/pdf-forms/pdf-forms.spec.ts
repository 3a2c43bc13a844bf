import { PDFCheckBox, PDFDocument, PDFDropdown, PDFOptionList, PDFRadioGroup, PDFTextField, type PDFForm } from '@cantoo/pdf-lib';
import type { FormValue, SheetPart } from '#application/ports/workflows';
import { drawSheet } from './draw-sheet';
import { fieldNames, fillForm } from './fill-form';

const place = (index: number) => ({ x: 20, y: 20 + 30 * index, width: 200, height: 24 });

async function made(draw: (form: PDFForm, document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  draw(document.getForm(), document);
  return document.save();
}

async function withText(change: (field: PDFTextField) => void): Promise<Uint8Array> {
  return made((form, document) => {
    const field = form.createTextField('a');
    field.addToPage(document.addPage(), place(0));
    change(field);
  });
}

const filled = async (pdf: Uint8Array, byName: Record<string, FormValue>, byLabel: [string, FormValue][] = []) =>
  (await PDFDocument.load(await fillForm(pdf, { byName: new Map(Object.entries(byName)), byLabel }))).getForm();

const LONG = {
  words: 'Cláusula primeira: o contratado obriga-se. '.repeat(95).slice(0, 4000),
  letters: 'y'.repeat(4000),
  lines: 'ab\n'.repeat(1300),
};

describe('a fillable PDF', () => {
  it.each<[string, FormValue, string, (field: PDFTextField) => void]>([
    ['a text', 'Ação — €', 'Ação — €', () => undefined],
    ['letters that the font lacks', 'Łódź 你好 😀', 'Łódź 你好 😀', () => undefined],
    ['half a letter', 'a\ud800', 'a\ufffd', () => undefined],
    ['a text that is no tick', 'true', 'true', () => undefined],
    ['a text that is called like a part of every object', 'constructor', 'constructor', () => undefined],
    ['a tick', true, 'X', () => undefined],
    ['more than fits', 'abcdefgh', 'abcde', (field) => field.setMaxLength(5)],
    ['more than fits in places of their own', 'abcdefgh', 'abcde', (field) => { field.setMaxLength(5); field.enableCombing(); }],
    ['more than fits in many lines', LONG.words, LONG.words.slice(0, 3000), (field) => { field.enableMultiline(); field.setFontSize(9); field.setMaxLength(3000); }],
    ['many words', LONG.words, LONG.words, (field) => { field.enableMultiline(); field.setFontSize(10); }],
    ['many words of any size', LONG.words, LONG.words, (field) => field.enableMultiline()],
    ['one long word', LONG.letters, LONG.letters, (field) => { field.enableMultiline(); field.setFontSize(10); }],
    ['many lines', LONG.lines, LONG.lines, (field) => { field.enableMultiline(); field.setFontSize(10); }],
    ['many lines in one', LONG.lines, LONG.lines, () => undefined],
  ])('accepts %s', async (_, text, expected, change) => {
    const form = await filled(await withText(change), { a: text });
    expect(form.getTextField('a').getText()).toBe(expected);
    const [widget] = form.getTextField('a').acroField.getWidgets();
    expect(widget?.getAppearances()?.normal).toBeDefined();
  }); // prettier-ignore

  it('fills the field with the same name, ignoring accents, unless another is configured', async () => {
    const pdf = await made((form, document) => {
      const page = document.addPage();
      for (const [index, name] of ['TITULO', 'said', 'Other', 'empty'].entries()) form.createTextField(name).addToPage(page, place(index));
      form.getTextField('empty').setText('kept');
    });
    const form = await filled(pdf, { said: 'by name' }, [['Título', 'first'], ['titulo', 'second'], ['said', 'by label'], ['empty', '']]); // prettier-ignore
    expect(['TITULO', 'said', 'Other', 'empty'].map((name) => form.getTextField(name).getText())).toEqual([
      'first',
      'by name',
      undefined,
      'kept',
    ]);
  });

  it('fills checkboxes and options, and ignores unknown options', async () => {
    const pdf = await made((form, document) => {
      const page = document.addPage();
      for (const [index, name] of ['yes', 'no'].entries()) form.createCheckBox(name).addToPage(page, place(index));
      form.getCheckBox('no').check();
      for (const [index, name] of ['radio', 'other radio'].entries()) {
        const group = form.createRadioGroup(name);
        group.addOptionToPage('Um', page, place(2 + 2 * index));
        group.addOptionToPage('Dois', page, place(3 + 2 * index));
      }
      for (const [index, name] of ['drop', 'other drop'].entries()) {
        form.createDropdown(name).addToPage(page, place(6 + index));
        form.getDropdown(name).addOptions(['Serviço', 'Locação']);
      }
      for (const [index, name] of ['list', 'other list'].entries()) {
        form.createOptionList(name).addToPage(page, place(8 + index));
        form.getOptionList(name).addOptions(['Serviço', 'Locação']);
      }
    });
    const form = await filled(pdf, {
      ...{ yes: true, no: false, radio: 'DOIS', 'other radio': 'Três', drop: 'servico' },
      ...{ 'other drop': 'Łódź', list: 'locação', 'other list': 'Compra' },
    });
    const held = form.getFields().map((field) => {
      if (field instanceof PDFCheckBox) return field.isChecked();
      if (field instanceof PDFRadioGroup) return field.getSelected();
      return field instanceof PDFDropdown || field instanceof PDFOptionList ? field.getSelected().join() : null;
    });
    expect(held).toEqual([true, false, 'Dois', undefined, 'Serviço', 'Łódź', 'Locação', '']);
  });

  it('keeps field names that are names of object members', async () => {
    const pdf = await made((form, document) => {
      for (const name of ['__proto__', 'constructor']) form.createTextField(name).addToPage(document.addPage(), place(0));
    });
    const form = await filled(pdf, {});
    expect(form.getFields().map((field) => [field.getName(), (field as PDFTextField).getText()])).toEqual([
      ['__proto__', undefined],
      ['constructor', undefined],
    ]);
  });

  it('is recognised by its fields', async () => {
    expect(await fieldNames(await withText(() => undefined))).toEqual(['a']);
    expect(await fieldNames(await made((_, document) => document.addPage()))).toEqual([]);
  });

  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['no PDF', () => Buffer.from('Olá')],
    ['a PDF of which the half is missing', async () => (await withText(() => undefined)).slice(0, 200)],
    ['an encrypted PDF', async () => {
      const document = await PDFDocument.load(await withText(() => undefined));
      document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
      return document.save();
    }],
  ])('is not %s', async (_, pdf) => expect(await fieldNames(await pdf())).toBeNull()); // prettier-ignore
});

describe('a generated form', () => {
  const drawn = async (parts: SheetPart[], title = 'Dados') => PDFDocument.load(await drawSheet({ title, subtitle: 'Fluxo · 1', parts }));

  it('has a labelled field with its value for each part', async () => {
    const document = await drawn([
      { kind: 'text', label: 'Nº. do pedido', value: 'Łódź 你好' },
      { kind: 'text', label: 'Nº. do pedido', value: '' },
      { kind: 'checkbox', label: 'Sim', value: true },
      { kind: 'checkbox', label: '...', value: false },
      { kind: 'heading', text: 'Lista' },
      { kind: 'line', text: 'Uma linha\u0007' },
      { kind: 'options', label: 'Tipo', value: '你好', options: ['Um', '你好'] },
      { kind: 'options', label: 'Outro', value: '', options: ['Um'] },
    ]);
    const held = document.getForm().getFields().map((field) => {
      if (field instanceof PDFCheckBox) return [field.getName(), field.isChecked()];
      return [field.getName(), field instanceof PDFDropdown ? field.getSelected() : (field as PDFTextField).getText()];
    }); // prettier-ignore
    expect(held).toEqual([
      ['Nº  do pedido', 'Łódź 你好'],
      ['Nº  do pedido (2)', undefined],
      ['Sim', true],
      ['-', false],
      ['Tipo', ['你好']],
      ['Outro', []],
    ]);
    expect(document.getTitle()).toBe('Dados');
    expect([document.getPageCount(), document.getPage(0).getSize()]).toEqual([1, { width: 595.28, height: 841.89 }]);
  });

  it('has enough pages for all fields', async () => {
    const texts = [...Object.values(LONG), ...Array.from({ length: 60 }, (_, index) => String(index))];
    const document = await drawn(texts.map((value, index) => ({ kind: 'text', label: `${'x'.repeat(index * 4)} ${index}`, value })), 'T'.repeat(250)); // prettier-ignore
    expect(document.getPageCount()).toBeGreaterThan(5);
    const fields = document.getForm().getFields() as PDFTextField[];
    expect(fields.map((field) => field.getText())).toEqual(texts);
    for (const field of fields) {
      const { x, y, width, height } = field.acroField.getWidgets()[0]!.getRectangle();
      expect([x > 0, y > 0, x + width < 595, y + height < 842]).toEqual([true, true, true, true]);
    }
  });
});

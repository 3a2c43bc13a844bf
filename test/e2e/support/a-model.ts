import { PDFDocument } from '@cantoo/pdf-lib';

/** A PDF with a field of every kind: by labels of the demo archive's form, and by names of its own. */
export async function aModel(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const form = document.getForm();
  const texts = ['Título', 'de novo', 'Vigência', 'valor', 'cnpj', 'nome', 'livre'].map((name, index) => {
    const field = form.createTextField(name);
    field.addToPage(page, { x: 60, y: 760 - 40 * index, width: 300, height: 24 });
    return field;
  });
  texts[1]!.setMaxLength(10);
  texts[6]!.setText('já estava aqui');
  const choice = form.createDropdown('Modalidade');
  choice.addOptions(['Serviço', 'Fornecimento', 'Locação']);
  choice.addToPage(page, { x: 60, y: 440, width: 300, height: 24 });
  form.createCheckBox('Dispensa Assinatura').addToPage(page, { x: 60, y: 400, width: 16, height: 16 });
  return Buffer.from(await document.save());
}

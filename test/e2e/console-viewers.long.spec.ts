import { PDFDocument } from '@cantoo/pdf-lib';
import { pdfOf } from '../support/sample-documents';
import { IDS } from './support/api';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';
import { brokenDocx, sampleDocx, swollenDocx } from './support/sample-docx';

describeConsole('viewers of the console, in a real browser', ({ demo: api, open, expectSound }) => {
  /** Opens a document with this one file. */
  const shown = async (extension: string, content: Buffer) => {
    const { code } = await filed(api, { files: [{ name: 'Contrato', extension, content }] });
    await open.console.enter(`/documentos/${IDS.client}/${code}`);
  };
  /** Width and height of what comes out on paper. Without a window there is no dialog: who prints then gets the pages alone, and nothing of them stays. */
  const printed = async () => {
    const { console, page } = open;
    await page.value('window.print = () => void (window.isPrinting = true)');
    await console.click('Imprimir');
    await page.until('window.isPrinting');
    const { data } = await page.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: true });
    const paper = await PDFDocument.load(Buffer.from(data as string, 'base64'));
    await page.value('void window.dispatchEvent(new Event("afterprint"))');
    expect(await page.value('[document.querySelector(".printed"), document.adoptedStyleSheets.length]')).toEqual([null, 0]);
    return paper.getPages().map((each) => [Math.round(each.getWidth()), Math.round(each.getHeight())]);
  };

  it('shows a Word document with its pictures, and nothing in it is active or reaches beyond it', async () => {
    const { page } = open;
    await shown('docx', await sampleDocx());
    const within = (expression: string) =>
      `((root) => ${expression})([...document.querySelectorAll('.word *')].find(({ shadowRoot }) => shadowRoot).shadowRoot)`;
    await page.until(within(`root.querySelector('img').naturalWidth === 24`));
    expect(await open.console.texts('.viewer-bar .small')).toEqual(['Visualização aproximada']);
    const text = await page.value<string>(within(`root.querySelector('.docx').textContent`));
    for (const words of ['Contrato de limpeza', 'Do objeto', 'R$ 1.200,00', '<script>']) expect(text).toContain(words);
    expect(await page.value(within(`getComputedStyle(root.querySelector('.docx p span')).color`))).toBe('rgb(31, 78, 121)');
    expect(
      await page.value(
        within(`[...root.querySelectorAll('a')].map(({ textContent, href, target, rel }) => [textContent, href, target, rel])`),
      ),
    ).toEqual([['um site', 'https://example.org/contrato', '_blank', 'noopener noreferrer']]);
    expect(await page.value(within(`root.querySelectorAll('script, style, iframe, [onclick]').length`))).toBe(0);
    expect(await page.value(`document.title`)).not.toMatch(/ran/);
    // Its styles would cover the page.
    const top = `(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).closest('.omnibox') !== null)(document.querySelector('.omnibox').getBoundingClientRect())`;
    expect(await page.value(top)).toBe(true);
    expect(page.requests.filter((url) => url.includes('example.org') || url.endsWith('/null'))).toEqual([]);
    await expectSound();
  });

  it('finds words in a Word document, and prints it on paper of its size', async () => {
    const { console, page } = open;
    await shown('docx', await sampleDocx());
    await console.click('Localizar no texto', '.viewer-bar button:not(:disabled)');
    const find = async (words: string, answer: string) => {
      await console.fill('input[name=words]', words);
      await console.click('Próxima ocorrência');
      await page.until(`document.querySelector('.viewer-find [role=status]').textContent === ${JSON.stringify(answer)}`);
    };
    const marked = (name: string) => page.value(`[...CSS.highlights.get(${JSON.stringify(name)})].map(String)`);
    await find('UM S', '1 de 2');
    await find('UM S', '2 de 2');
    await find('UM S', '1 de 2');
    expect([await marked('found'), await marked('found-now')]).toEqual([['um s', 'um s'], ['um s']]);
    // Over the bounds of what is a link and what is not.
    await find('siteúm scrípt', '1 de 1');
    expect(await marked('found-now')).toEqual(['siteum script']);
    await find('pintura', 'Não está no texto deste arquivo');
    expect(await marked('found')).toEqual([]);
    await expectSound();
    await console.click('Localizar no texto');
    await page.until('!CSS.highlights.has("found")');
    expect(await printed()).toEqual([[595, 842]]);
    await expectSound();
  });

  it.each([
    ['is broken', brokenDocx, 'O arquivo não pôde ser lido'],
    ['unpacks to too much', swollenDocx, 'Este arquivo é grande demais para a visualização'],
  ])('offers to download a Word document that %s', async (_, make, why) => {
    const { console, page } = open;
    await shown('docx', await make());
    await page.until('document.querySelector(".viewer [role=alert]")');
    expect(await console.texts('.viewer [role=alert] p')).toEqual([why, 'Baixe o arquivo para abri-lo.']);
    // How Chromium says that XML is broken has inline styles, which the policy refuses.
    page.complaints.splice(0, page.complaints.length, ...page.complaints.filter((text) => !text.startsWith('Applying inline style')));
    await expectSound();
  });

  it('shows the pages of a PDF at the side, and prints all of them on paper of their size', async () => {
    const { console, page } = open;
    await shown('pdf', await pdfOf(['Primeira', 'Segunda', 'Terceira', 'Quarta']));
    await page.until('document.querySelector(".words span")');
    await console.click('Páginas');
    await page.until('document.querySelectorAll(".thumb").length === 4');
    const drawn = (thumb: number) => page.until(`document.querySelectorAll('.thumb canvas')[${thumb - 1}].height > 100`);
    await drawn(4);
    await expectSound();
    await page.value('document.querySelector(".thumb[aria-current]").focus()');
    await page.press('ArrowDown');
    await page.press('ArrowDown');
    await page.press('Enter');
    await page.until('document.querySelector(".thumb[aria-current]").getAttribute("aria-label") === "Página 3"');
    expect(await console.address()).toMatch(/pagina=3$/);
    expect(await printed()).toEqual(Array.from({ length: 4 }, () => [595, 842]));
    await expectSound();
  });
});

import { samplePdf, samplePng } from '#src/demo/sample-files';
import { until } from '../support/until';
import { IDS } from './support/api';
import { SCRIPT } from './support/console';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';
import { SAMPLE_NOTE, sampleTiff, scannedPdf } from './support/shown-files';

describeConsole('formats of files in the console, in a real browser', ({ demo: api, open, expectSound }) => {
  it('shows PDF, pictures, scans, invoices and text, and never active content', async () => {
    const { console, page } = open;
    const html = `<!doctype html><script>top.document.title='ran'</script>`;
    const files = [
      { name: 'Contrato', extension: 'pdf', content: samplePdf('Contrato de limpeza') },
      { name: 'Foto', extension: 'png', content: samplePng(24, [40, 90, 140]) },
      { name: 'Texto', extension: 'txt', content: SCRIPT },
      { name: 'Digitalizado', extension: 'tif', content: sampleTiff(0, 128, 255) },
      { name: 'NF-e', extension: 'xml', content: SAMPLE_NOTE },
      { name: 'Página', extension: 'html', content: html },
      { name: 'Desenho', extension: 'svg', content: `<svg xmlns="http://www.w3.org/2000/svg" onload="top.document.title='ran'"/>` },
    ];
    const { code } = await filed(api, { files });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    const view = async (name: string, selector: string) => {
      await console.click(name, '.file');
      await page.until(
        `document.querySelector('.viewer-bar span')?.textContent.startsWith(${JSON.stringify(name)}) && document.querySelector('.viewer ${selector}')`,
      );
    };
    // The first file is open.
    await page.until('document.querySelector(".words span")');
    expect((await console.texts('.words')).join()).toContain('Contrato de limpeza');
    expect(await console.texts('.viewer-bar .small')).toEqual(['Página 1 de 1']);
    await expectSound();
    await view('Foto', 'img[src^="blob:"]');
    await page.until('document.querySelector(".viewer img").naturalWidth === 24');
    await expectSound();
    await view('Texto', 'pre');
    expect(await page.value('document.querySelector(".viewer pre").textContent')).toBe(SCRIPT);
    await view('Digitalizado', 'canvas');
    const grey = `(() => {
      const copy = new OffscreenCanvas(8, 4).getContext('2d', { willReadFrequently: true });
      copy.drawImage(document.querySelector('.viewer canvas'), 0, 0);
      return copy.getImageData(1, 1, 1, 1).data[0];
    })()`;
    await page.until('document.querySelector(".viewer canvas").width === 8');
    expect([await page.value(grey), await console.texts('.viewer-bar .small')]).toEqual([0, ['Página 1 de 3']]);
    await console.click('Página 2');
    await page.until(`${grey} === 128`);
    expect(await console.address()).toMatch(/pagina=2$/);
    await expectSound();
    await view('NF-e', '.note');
    expect((await console.texts('.note')).join()).toMatch(
      /Nº 3419, série 1.*Mercado Boa Vista.*47\.960\.950\/0001-21.*Impressão de folders.*R\$ 811,29/,
    );
    await expectSound();
    await console.click('XML');
    await page.until('document.querySelector(".viewer pre")');
    for (const name of ['Página', 'Desenho']) await view(name, '.empty');
    expect(
      await page.value('[document.title.includes("ran"), document.querySelectorAll(".viewer :is(iframe, img, object)").length]'),
    ).toEqual([false, 0]);
    await console.click('Baixar');
    await until(
      () => page.downloads.length,
      (downloads) => downloads > 0,
    );
    expect(page.downloads).toEqual(['Desenho.svg']);
  });

  it('finds words in a PDF, whatever their signs and capitals, and marks them', async () => {
    const { console, page } = open;
    const { code } = await filed(api, { files: [{ name: 'Contrato', extension: 'pdf', content: samplePdf('Contrato de limpeza') }] });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await page.until('document.querySelector(".words span")');
    await console.click('Localizar no texto');
    await page.until('document.activeElement?.name === "words"');
    const find = async (words: string, answer: string) => {
      await console.fill('input[name=words]', words);
      await console.click('Próxima página');
      await page.until(`document.querySelector('.viewer-find [role=status]').textContent === '${answer}'`);
    };
    await find('LÍMPEZA', 'Na página 1');
    await page.until('[...CSS.highlights.get("found")].map(String).join() === "limpeza"');
    await expectSound();
    await find('pintura', 'Não está no texto deste arquivo');
    await page.until('CSS.highlights.get("found").size === 0');
  });

  it('shows scans within a PDF: CCITT, JBIG2 and JPEG 2000, all without WebAssembly', async () => {
    const { console, page } = open;
    const { code } = await filed(api, { files: [{ name: 'Scans', extension: 'pdf', content: scannedPdf() }] });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    for (const paper of [1, 2, 3]) {
      const drawn = `document.querySelector('[data-page="${paper}"] canvas')`;
      await page.until(drawn);
      await page.value(`${drawn}.scrollIntoView()`);
      // White at the left and black at the right, in the middle of each half.
      await page.until(`(({ width, height }, dotAt) => width > 0 && dotAt(width / 4, height / 2) === 255 && dotAt((width * 3) / 4, height / 2) === 0)(
        ${drawn}, (x, y) => {
          const copy = new OffscreenCanvas(1, 1).getContext('2d');
          copy.drawImage(${drawn}, x, y, 1, 1, 0, 0, 1, 1);
          return copy.getImageData(0, 0, 1, 1).data[0];
        })`);
    }
    expect(page.requests.filter((url) => url.endsWith('.wasm'))).toEqual([]);
    await expectSound();
  });

  it('says when a PDF cannot be read', async () => {
    const { console, page } = open;
    const { code } = await filed(api, { files: [{ name: 'Quebrado', extension: 'pdf', content: '%PDF-1.4\nnada' }] });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await page.until('document.querySelector(".viewer [role=alert]")');
    expect(await console.texts('.viewer [role=alert]')).toEqual(['O arquivo não pôde ser lido']);
  });
});

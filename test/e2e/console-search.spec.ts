import { describeInBrowser } from '../support/describe-in-browser';
import { IDS } from './support/api';
import { describeService } from './support/describe-service';
import { consoleInBrowser } from './support/in-browser';
import { filed } from './support/reading';
import { STORAGE } from './support/service';

/** On servers nothing about the page differs. */
const describeConsole = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

describeService.on(describeConsole)('searching in the console, in a real browser', ({ service, demo: api }) => {
  const { open, expectSound } = consoleInBrowser(service);
  const note = (number: string) => ({
    values: [
      { label: 'Número', valorCampo: number },
      { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    ],
  });

  it('filters by range, words and values that are there, and orders by any field, in the service', async () => {
    const { console, page } = open;
    const priced = (number: string, price: string, words: string) => {
      const { values } = note(number);
      return { values: [...values, { label: 'Valor Total', valorCampo: price }, { label: 'Observação', valorCampo: words }] };
    };
    await filed(api, priced('881', '900,00', 'Pintura da fachada'));
    await filed(api, priced('882', '10.000,00', 'Pintura do muro'));
    await filed(api, priced('883', '2.000,00', 'Reparo da fachada'));
    const numbers = async () => (await console.texts('.grid-body [role=gridcell]')).filter((text) => /^88\d$/.test(text));
    const at = (search: string) => page.open(`${service.url}/console/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}&${search}`);
    await console.enter(
      `/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}&em.campo.Número=881&em.campo.Número=882&em.campo.Número=883`,
    );
    await page.until('document.querySelectorAll(".grid-body [role=row]").length === 3');
    expect(await console.texts('.chip')).toEqual(['Número: 881, 882, 883']);
    await console.click('Valor Total');
    await page.until(
      `document.querySelector('[aria-sort=ascending]') && document.querySelector('.grid-body [role=row]').textContent.includes('881')`,
    );
    expect(await numbers()).toEqual(['881', '883', '882']);
    await console.click('Valor Total');
    await page.until(
      `document.querySelector('[aria-sort=descending]') && document.querySelector('.grid-body [role=row]').textContent.includes('882')`,
    );
    expect(await numbers()).toEqual(['882', '883', '881']);
    expect(await console.address()).toMatch(/ordem=-campo\.Valor\+?.?Total$/);
    await console.click('Filtrar');
    await console.fillLabelled('Campo', 'campo.Valor Total');
    await console.fillLabelled('Comparação', 'entre');
    await console.fillLabelled('De', '1.000,00');
    await console.click('Aplicar filtro');
    await page.until('document.querySelectorAll(".grid-body [role=row]").length === 2');
    expect(await numbers()).toEqual(['882', '883']);
    expect(await console.texts('.chip')).toContain('Valor Total: a partir de 1.000,00');
    await at('contem.campo.Observação=facha pint');
    await page.until('document.querySelectorAll(".grid-body [role=row]").length === 1');
    expect(await numbers()).toEqual(['881']);
    await expectSound();
  });
});

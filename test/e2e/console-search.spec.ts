import { stableId } from '#application/support/stable-id';
import { IDS } from './support/api';
import type { Console } from './support/console';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';

describeConsole('searching in the console, in a real browser', ({ service, demo: api, open, tab, expectSound }) => {
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

  it('keeps widths of columns and of the data beside a file, dragged or changed by keys; the open filter is sound', async () => {
    const { console, page } = open;
    await filed(api, { ...note('884'), files: [{ name: 'Nota', extension: 'txt', content: 'nota' }] });
    const grid = `/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`;
    await console.enter(grid);
    await page.until('document.querySelector(".grid-body [role=row]")');
    const width = (selector: string) => page.value<number>(`document.querySelector('${selector}').getBoundingClientRect().width`);
    const drag = async (selector: string, by: number) => {
      const [x, y] = await page.value<[number, number]>(
        `(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('${selector}').getBoundingClientRect())`,
      );
      for (const [type, at] of [
        ['mousePressed', x],
        ['mouseMoved', x + by],
        ['mouseReleased', x + by],
      ])
        await page.send('Input.dispatchMouseEvent', { type, x: at, y, button: 'left', buttons: 1, clickCount: 1 });
    };
    const key = (name: string, shiftKey = false) =>
      page.value(
        `void document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key: name, shiftKey, bubbles: true })}))`,
      );
    const second = '[role=columnheader]:nth-child(3)';
    const before = await width(second);
    await drag(`${second} .column-edge`, 60);
    await page.until(`Math.abs(document.querySelector('${second}').getBoundingClientRect().width - ${before + 60}) < 2`);
    // From the rows the arrows lead to the heads, and along them.
    await page.value('document.querySelector(".grid-body [tabindex=\\"0\\"]").focus()');
    await key('ArrowUp');
    await key('ArrowRight');
    await key('ArrowRight', true);
    await page.until(`Math.abs(document.querySelector('${second}').getBoundingClientRect().width - ${before + 76}) < 2`);
    await key('ArrowDown');
    await page.until('document.activeElement.dataset.index === "0"');
    expect(await page.value('document.querySelectorAll(".grid-head [tabindex=\\"0\\"], .grid-head button:not([tabindex])").length')).toBe(
      0,
    );
    await expectSound();
    await console.click('Filtrar');
    await page.until('document.querySelector(".filter-form")');
    await expectSound();
    await page.press('Escape');
    await console.open(grid);
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(Math.abs((await width(second)) - before - 76)).toBeLessThan(2);
    await console.openFirst();
    await page.until('document.querySelector(".viewer pre")');
    const aside = await width('.aside');
    await drag('.splitter', 90);
    await page.until(`Math.abs(document.querySelector('.aside').getBoundingClientRect().width - ${aside + 90}) < 8`);
    const dragged = await width('.aside');
    await page.value('document.querySelector(".splitter").focus()');
    await key('ArrowLeft');
    await page.until(`Math.abs(document.querySelector('.aside').getBoundingClientRect().width - ${dragged - 16}) < 2`);
    await expectSound();
  });

  it('keeps filters and order under a name, for the person', async () => {
    const { console, page } = open;
    await filed(api, {
      values: [
        { label: 'Número', valorCampo: '880' },
        { label: 'Data de Emissão', valorCampo: '15/08/2024' },
      ],
    });
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await console.filter('Número', '880');
    await console.click('Visões');
    await console.click('Salvar visão');
    await console.click('Salvar visão', '[role=dialog] button');
    await page.until('document.querySelector("[role=dialog] .field-error")');
    await expectSound();
    await console.fillLabelled('Nome da visão', 'Só a 880');
    await console.click('Salvar visão', '[role=dialog] button');
    await page.until('!document.querySelector("[role=dialog]")');
    await console.open('/documentos');
    await console.loaded();
    await console.click('Visões');
    await console.click('Só a 880');
    await page.until('document.querySelector(".chip")?.textContent.includes("880")');
    expect(await console.heading()).toMatch(/^Notas Fiscais/);
    await console.click('Visões');
    await console.click('Excluir visões');
    await console.click('Excluir a visão Só a 880');
    await page.until('document.querySelector("[role=dialog]").textContent.includes("Nenhuma visão salva.")');
    await expectSound();
  });

  it('keeps views of every tab and device: none overwrites those of another', async () => {
    const { console, page } = open;
    const path = `/api/Usuario/${stableId('user', 'demo')}/Visoes`;
    const names = async () => ((await api.get(path)).json as { nome: string }[]).map(({ nome }) => nome);
    expect((await api.call('PUT', path, { body: [] })).status).toBe(200);
    await console.enter(`/documentos?cliente=${IDS.client}`);
    const second = await tab();
    await second.open(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await second.loaded();
    const isRead = `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/Visoes') && responseEnd > 0)`;
    await second.page.until(isRead);
    const save = async (at: Console, name: string) => {
      await at.click('Visões');
      await at.click('Salvar visão');
      await at.fillLabelled('Nome da visão', name);
      await at.click('Salvar visão', '[role=dialog] button');
      await at.page.until('!document.querySelector("[role=dialog]")');
    };
    await save(console, 'Todos');
    // It has read the views before, and is refused first.
    await save(second, 'Notas');
    expect(second.page.complaints.join()).toContain('status of 412');
    expect(await names()).toEqual(['Notas', 'Todos']);
    // From another device.
    const elsewhere = (await api.get(path)).json as object[];
    expect((await api.call('PUT', path, { body: [...elsewhere, { nome: 'Agosto', consulta: '' }] })).status).toBe(200);
    await save(console, 'todos');
    expect(await names()).toEqual(['Agosto', 'Notas', 'todos']);
    await second.click('Visões');
    await second.click('Excluir visões');
    await second.click('Excluir a visão Notas');
    await second.until(`!named('[role=dialog] button', 'Excluir a visão Notas')`);
    expect(await names()).toEqual(['Agosto', 'todos']);
    // No more than a hundred.
    const many = Array.from({ length: 100 }, (_, index) => ({ nome: `v${index}`, consulta: '' }));
    expect((await api.call('PUT', path, { body: many })).status).toBe(200);
    await console.click('Visões');
    await console.click('Salvar visão');
    await console.fillLabelled('Nome da visão', 'uma a mais');
    await console.click('Salvar visão', '[role=dialog] button');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect(await console.texts('.field-error')).toEqual(['Um usuário tem no máximo 100 visões: exclua uma delas.']);
    await expectSound();
  });
});

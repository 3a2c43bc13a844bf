import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { until } from '../support/until';
import { IDS } from './support/api';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';

const FILES = stableId('level', DEMO_CLIENT, 'Recursos Humanos', 'Prontuários');

describeConsole('levels in the console, in a real browser', ({ demo: api, open, expectSound }) => {
  const press = (key: string, selector: string) =>
    open.page.value(
      `document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, altKey: true, bubbles: true, cancelable: true }))`,
    );

  const PATH = `/api/Acervo/${IDS.client}`;
  const levels = async () => JSON.stringify((await api.get(PATH)).json.clients[0].levels);
  const planned = async () => {
    await open.console.click('Revisar alterações');
    await open.page.until('document.querySelector(".planned, [role=dialog] .notice")');
    // Counts come after the plan.
    await open.page.until('!document.querySelector(".plan")?.textContent.includes("…")');
    return open.console.texts('.planned li');
  };

  it('get a field and a level: nothing is stored before the plan is applied', async () => {
    const { console, page } = open;
    await filed(api, {
      values: [
        { label: 'Número', valorCampo: '771' },
        { label: 'Data de Emissão', valorCampo: '15/08/2024' },
      ],
    });
    const before = await levels();
    await console.enter();
    await console.click('Níveis e campos');
    await page.until('document.querySelector(".tree-editor [role=row]")');
    await expectSound();
    await console.click('Notas Fiscais', '.tree-editor [role=row] .ellipsis');
    await page.until('document.querySelectorAll(".field-row").length === 5');
    await console.click('Adicionar campo');
    await page.until('document.activeElement.closest(".field-row:nth-of-type(6)")');
    await page.type('Centro de Custo');
    await press('ArrowUp', '.field-row:nth-of-type(6) input');
    expect(await page.value('document.activeElement.closest(".field-row:nth-of-type(5)") !== null && document.activeElement.value')).toBe(
      'Centro de Custo',
    );
    await expectSound();
    await console.click('Novo nível');
    await page.until(
      'document.activeElement === document.querySelector(".level-form input")?.closest(".level-form:not(:has(.field-row))")?.querySelector("input")',
    );
    await page.type('Jurídico');
    expect(await levels()).toBe(before);
    // A reload loses nothing.
    await console.open(await page.value(`location.href.split('/console')[1]`));
    await page.until('document.querySelector(".level-form input")?.value === "Jurídico"');
    expect(await planned()).toEqual([
      'nível Jurídico',
      'campo Financeiro > Notas Fiscais / Centro de Custo',
      'campo Financeiro > Notas Fiscais / Observação ordem: de 5 para 6',
    ]);
    expect(await console.texts('.plan > ul li')).toEqual([expect.stringMatching(/^Financeiro > Notas Fiscais: \d+ documento/)]);
    await expectSound();
    expect(await levels()).toBe(before);
    // Coming back to the window asks nothing again.
    const asked = () => page.requests.filter((url) => url.includes('simular=true')).length;
    const askedOnce = asked();
    await page.value(`window.dispatchEvent(new Event('visibilitychange'))`);
    expect(await console.texts('.planned li')).toHaveLength(3);
    // What was changed stays until the new version is there.
    let letThrough: (() => void) | undefined;
    await page.intercept((url, method) =>
      method === 'GET' && url.includes(PATH) ? new Promise((resolve) => (letThrough = () => resolve(null))) : null,
    );
    await console.click('Aplicar');
    await until(
      () => letThrough,
      (held) => held !== undefined,
    );
    expect(
      await page.value('[JSON.stringify(sessionStorage).includes("Centro de Custo"), document.querySelector("[role=dialog]") !== null]'),
    ).toEqual([true, true]);
    letThrough!();
    await page.until('!document.querySelector("[role=dialog]")');
    expect([asked(), await page.value('JSON.stringify(sessionStorage).includes("Centro de Custo")')]).toEqual([askedOnce, false]);
    expect(await console.texts('.toast')).toEqual(['Alterações aplicadas.']);
    expect(await levels()).toMatch(/"Valor Total".*"Centro de Custo".*"Observação".*"Jurídico"/);
    await page.until('[...document.querySelectorAll("nav .levels [role=row]")].some(({ textContent }) => textContent === "Jurídico")');
  });

  it('are refused as a whole: beside what is wrong, by a rule, or because somebody was faster', async () => {
    const { console, page } = open;
    const before = await levels();
    await console.enter(`/niveis/${IDS.invoices}?cliente=${IDS.client}`);
    await page.until('document.querySelector(".field-row")');
    await console.click('Adicionar campo');
    await console.click('Revisar alterações');
    await page.until('!document.querySelector("[role=dialog]") && document.activeElement.getAttribute("aria-invalid") === "true"');
    await expectSound();
    await console.click('Remover sem nome');
    await console.click('Remover Número');
    expect(await planned()).toEqual([]);
    expect((await console.texts('[role=dialog] .notice')).join()).toMatch(/"Número" do nível "Financeiro > Notas Fiscais".*tem valores/);
    expect(await console.value(`named('button', 'Aplicar') === undefined`)).toBe(true);
    await console.click('Cancelar');
    await page.until('!document.querySelector("[role=dialog]")');
    const rows = await page.value<number>('document.querySelectorAll(".field-row").length');
    await console.click('Descartar');
    // Asked about first.
    await console.click('Cancelar', '[role=alertdialog] button');
    await page.until(`!document.querySelector("[role=alertdialog]") && document.querySelectorAll(".field-row").length === ${rows}`);
    await console.click('Descartar');
    await console.click('Descartar', '[role=alertdialog] button');
    await page.until(`document.querySelectorAll(".field-row").length === ${rows + 1}`);
    await console.fillLabelled('Nome do nível', 'Notas');
    const { json } = await api.get(PATH);
    json.clients[0].levels.push({ name: 'Arquivo Morto' });
    expect((await api.call('PUT', PATH, { body: json })).status).toBe(200);
    await console.click('Revisar alterações');
    await page.until('document.querySelector("[role=dialog] .notice")');
    expect((await console.texts('[role=dialog] .notice')).join()).toMatch(/^Outra pessoa alterou o acervo/);
    await expectSound();
    await console.click('Comparar com a versão atual');
    await page.until('document.querySelector(".planned.remove")');
    expect(await console.texts('.planned.remove li')).toEqual(['nível Arquivo Morto']);
    expect(await console.value(`named('button', 'Aplicar').disabled`)).toBe(true);
    expect(await console.texts('.toast')).toEqual([]);
    const { json: after } = await api.get(PATH);
    expect(JSON.stringify(after.clients[0].levels.filter(({ name }: { name: string }) => name !== 'Arquivo Morto'))).toBe(before);
  });

  it('move by Alt with the arrows, and by their menu', async () => {
    const { console, page } = open;
    await console.enter(`/niveis?cliente=${IDS.client}`);
    await page.until('document.querySelector(".tree-editor [role=row]")');
    const files = `.tree-editor [data-key="${FILES}"]`;
    await press('ArrowLeft', files);
    expect(await page.value(`[document.activeElement.dataset.key, document.activeElement.getAttribute('aria-level')]`)).toEqual([
      FILES,
      '1',
    ]);
    await press('ArrowRight', files);
    expect(await page.value(`document.activeElement.getAttribute('aria-level')`)).toBe('2');
    await console.click('Ações de Prontuários');
    await console.click('Mover para…');
    await console.fillLabelled('Dentro de', IDS.invoices);
    await expectSound();
    await console.click('Mover para cá');
    await page.until('!document.querySelector("[role=dialog]")');
    // It has documents: the page of the level says so.
    await console.click('Revisar alterações');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect(await console.texts('.field-error')).toEqual([
      expect.stringMatching(/"Recursos Humanos > Prontuários" não pode mudar de lugar/),
    ]);
    expect(await console.address()).toMatch(new RegExp(`/niveis/${FILES}`));
  });

  it('are dragged into another level or to the top, and never into one below them', async () => {
    const { console, page } = open;
    await console.enter(`/niveis?cliente=${IDS.client}`);
    const row = (name: string) =>
      `[...document.querySelectorAll('.tree-editor [role=row]')].find((row) => row.querySelector('.grow')?.textContent === '${name}')`;
    const level = (name: string) => page.value(`${row(name)}.getAttribute('aria-level')`);
    await page.until(row('Recursos Humanos'));
    await page.drag(row('Recursos Humanos'), row('Prontuários'));
    await page.drag(row('Recursos Humanos'), row('Financeiro'));
    await page.until(`${row('Recursos Humanos')}.getAttribute('aria-level') === '2'`);
    expect(await level('Prontuários')).toBe('3');
    expect(await console.texts('.tree-editor [role=status]')).toEqual(['Recursos Humanos: agora em Financeiro']);
    await page.drag(row('Recursos Humanos'), 'document.querySelector(".tree-top")');
    await page.until(`${row('Recursos Humanos')}.getAttribute('aria-level') === '1'`);
    expect(await level('Prontuários')).toBe('2');
    expect(await page.value('document.querySelector(".tree-top")')).toBeNull();
    await expectSound();
  });

  it('are dragged with the keyboard alone, or left where they are', async () => {
    const { console, page } = open;
    await console.enter(`/niveis?cliente=${IDS.client}`);
    const row = (name: string) => `document.querySelector('.tree-editor [role=row][aria-label="${name}"]')`;
    const focused = (name: string) => page.until(`document.activeElement.getAttribute('aria-label') === '${name}'`);
    const level = (name: string) => page.value(`${row(name)}.getAttribute('aria-level')`);
    /** From the level's row to its grip, and there until the first place for it has the focus. */
    const take = async () => {
      await page.value(`${row('Recursos Humanos')}.focus()`);
      await page.press('ArrowRight');
      await focused('Arrastar Recursos Humanos');
      await page.press('Enter');
      await page.until(`/^Soltar/.test(document.activeElement.getAttribute('aria-label'))`);
    };
    const dropOn = async (key: 'ArrowDown' | 'Tab', isThere: string) => {
      for (let presses = 0; !(await page.value(isThere)); presses++) {
        if (presses > 10) throw new Error(`no place for it: ${isThere}`);
        await page.press(key);
      }
      await page.press('Enter');
    };
    await page.until(row('Recursos Humanos'));
    await take();
    await page.press('Escape');
    await focused('Arrastar Recursos Humanos');
    expect(await level('Recursos Humanos')).toBe('1');
    await take();
    await dropOn('ArrowDown', `document.activeElement.getAttribute('aria-label') === 'Soltar em Financeiro'`);
    await page.until(`${row('Recursos Humanos')}?.getAttribute('aria-level') === '2'`);
    expect(await console.texts('.tree-editor [role=status]')).toEqual(['Recursos Humanos: agora em Financeiro']);
    await focused('Financeiro');
    await take();
    await dropOn('Tab', `document.activeElement.closest('.tree-top') !== null`);
    await page.until(`${row('Recursos Humanos')}?.getAttribute('aria-level') === '1'`);
    expect(await level('Prontuários')).toBe('2');
    await page.until(`document.activeElement.closest('.tree-editor')`);
  });

  it('are for administrators', async () => {
    const { console } = open;
    await console.enter('/niveis', 'leitor');
    await console.until(`document.querySelector('main .empty')`);
    expect(await console.texts('.empty-title')).toEqual(['Seu usuário não tem permissão para ver isto']);
    expect(await console.value(`named('a', 'Níveis e campos') === undefined`)).toBe(true);
    await expectSound();
  });
});

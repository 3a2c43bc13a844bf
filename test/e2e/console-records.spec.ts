import { describeInBrowser } from '../support/describe-in-browser';
import { until } from '../support/until';
import { IDS } from './support/api';
import { consoleInBrowser } from './support/in-browser';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';
import { STORAGE } from './support/service';

/** On servers nothing about the page differs. */
const describeConsole = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

describeService.on(describeConsole)('reports, bills, webhooks and receipts in the console, in a real browser', ({ service, demo: api }) => {
  const { open, expectSound } = consoleInBrowser(service);

  it('runs a report: parameters in the address, refusals beside them, rows that lead to documents, and files', async () => {
    const { console, page } = open;
    const { code } = await filed(api);
    await console.enter(`/relatorios?cliente=${IDS.client}`);
    expect(await console.texts('main h2')).toEqual(['Empresa Exemplo', 'Clientes da unidade Unidade Central']);
    await expectSound();
    await console.click('Documentos por nível e período');
    await console.click('Mostrar relatório');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect(await console.texts('.field-error')).toHaveLength(2);
    await expectSound();
    await console.fillLabelled('Data inicial', '2020-01-01');
    await console.fillLabelled('Data final', '2099-12-31');
    await console.fillLabelled('Nível', IDS.invoices);
    await console.click('Mostrar relatório');
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await console.address()).toMatch(/p\.[\w-]+=2020-01-01&p\.[\w-]+=2099-12-31.*&mostrar=sim$/);
    expect((await console.texts('main p[role=status]')).join()).toMatch(/^\d+ linhas?$/);
    await expectSound();
    for (const [name, ending] of [
      ['CSV', 'csv'],
      ['Planilha', 'xlsx'],
    ]) {
      await console.click(name!);
      await until(
        () => page.downloads.at(-1),
        (saved) => saved?.endsWith(`.${ending}`) ?? false,
      );
    }
    expect(page.downloads[0]).toMatch(/^Documentos por nível e período \d{4}-\d\d-\d\d\.csv$/);
    // Back undoes one step: the form without its result.
    await page.value('history.back()');
    await page.until('!document.querySelector(".grid")');
    await page.value('history.forward()');
    await console.value(`void [...document.querySelectorAll('.grid-body a')].find((link) => link.pathname.endsWith('/${code}')).click()`);
    await console.documentShown();
  });

  it('lists bills by period and shows one', async () => {
    const { console, page } = open;
    await console.enter('/faturas');
    await page.until('document.querySelector(".bars tbody tr")');
    const [first] = await console.texts('.bars tbody tr');
    expect(first).toMatch(/\d{4}\/\d+.*R\$\s[\d.]+,\d\d$/);
    await expectSound();
    await page.value('void document.querySelector(".bars tbody a").click()');
    await page.until('document.querySelector(".bars tfoot")');
    expect(await console.heading()).toMatch(/^Fatura de /);
    expect(first).toContain((await console.texts('.bars tfoot td')).join());
    await expectSound();
    await page.value('history.back()');
    await console.fillLabelled('Até', '2001-01-31');
    await page.until('document.querySelector("main .notice, main .empty")');
    // From a year ago until 2001: the service says what is wrong with that.
    expect((await console.texts('main .notice')).join()).not.toBe('');
    await console.fillLabelled('De', '2001-01-01');
    await page.until('document.querySelector("main .empty")');
    expect(await console.texts('.empty-title')).toEqual(['Nenhuma fatura neste período']);
    await console.open(`/faturas/${IDS.unit}?cliente=${IDS.client}`);
    await page.until('document.querySelector("main .empty")');
    expect(await console.texts('.empty-title')).toEqual(['Esta fatura não existe ou não está ao seu alcance']);
    await expectSound();
  });
});

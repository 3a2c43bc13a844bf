import { until } from '../support/until';
import { IDS } from './support/api';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';
import { Deliveries, LOOPBACK, Receiver } from './support/receivers';

describeConsole(
  'reports, bills, webhooks and receipts in the console, in a real browser',
  LOOPBACK,
  ({ service, demo: api, open, expectSound }) => {
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
      const link = `[...document.querySelectorAll('.grid-body a')].find((link) => link.pathname.endsWith('/${code}'))`;
      await page.until(link);
      await console.value(`void ${link}.click()`);
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

    it('creates a webhook whose address proves itself, shows its secret once, its log, and sends again', async () => {
      const { console, page } = open;
      const receiver = await Receiver.open();
      const deliveries = new Deliveries(service);
      const inDialog = '[role=dialog] button, [role=alertdialog] button';
      await console.enter('/webhooks');
      expect(await console.texts('.empty-title')).toEqual(['Nenhum webhook neste cliente']);
      await expectSound();
      receiver.answers(500);
      await console.click('Novo webhook');
      await console.fillLabelled('Endereço', receiver.url);
      await console.fillLabelled('Descrição', 'ERP');
      await console.value(`void named('label', 'Documentos').click()`);
      await console.click('Novo webhook', inDialog);
      await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
      expect(await page.value('document.activeElement.name')).toBe('url');
      await expectSound();
      receiver.accepts();
      await console.click('Novo webhook', inDialog);
      await console.until(`labelled('Segredo')`);
      expect(await console.value(`labelled('Segredo').value`)).toMatch(/^whsec_/);
      await expectSound();
      await console.click('Segredo guardado');
      await console.until(`document.querySelector('h1 .status')`);
      expect(await console.heading()).toBe('ERP Ativo');
      expect((await console.texts('.facts dd')).slice(0, 3)).toEqual([receiver.url, 'Documentos', 'Todos os níveis']);
      await console.click('Enviar teste');
      await page.until('document.querySelector("main p[role=status]")');
      expect((await console.texts('main p[role=status]')).join()).toMatch(/^Teste: Aceito HTTP 204, \d+ ms$/);
      await filed(api);
      await deliveries.run();
      await console.click('Atualizar');
      await page.until('document.querySelector(".bars tbody tr")');
      expect((await console.texts('.bars tbody tr'))[0]).toMatch(/Aceito/);
      await expectSound();
      receiver.forget();
      await page.value(`void document.querySelector('.bars tbody button').click()`);
      await console.click('Reenviar eventos', inDialog);
      await page.until('!document.querySelector("[role=dialog]")');
      await deliveries.run();
      expect(receiver.events.map(({ type }) => type)).toEqual(['documento.criado']);
      await console.click('Trocar segredo');
      await console.click('Trocar segredo', inDialog);
      await console.click('Segredo guardado');
      await console.click('Trocar segredo');
      await console.click('Trocar segredo', inDialog);
      // The former one still signs along: that is asked about.
      await page.until('document.querySelector("[role=alertdialog]")?.textContent.includes("deixa de valer")');
      await console.click('Cancelar', inDialog);
      await page.until('!document.querySelector("[role=alertdialog]")');
      receiver.answers(410);
      await filed(api);
      await deliveries.run();
      await console.open('/webhooks');
      await page.until('document.querySelector(".bars .status.bad")');
      expect(await console.texts('.bars .status')).toEqual(['Desativado']);
      await expectSound();
      await console.click('ERP');
      await console.click('Retomar');
      await console.click('Pular para agora', inDialog);
      await page.until('document.querySelector("h1 .status.good")');
      await console.click('Excluir');
      await console.click('Excluir webhook', inDialog);
      await page.until('document.querySelector(".empty-title")?.textContent === "Nenhum webhook neste cliente"');
      receiver.close();
    });

    it('saves the receipt of a file, from the document and from the event', async () => {
      const { console, page } = open;
      const { code } = await filed(api, { files: [{ name: 'Prova', extension: 'txt', content: 'prova' }] });
      await console.enter(`/documentos/${IDS.client}/${code}`);
      await page.until('document.querySelector(".viewer pre")');
      await console.click('Comprovante');
      const saved = () =>
        until(
          () => page.downloads.length,
          (count) => count > 0,
        );
      await saved();
      expect(page.downloads.splice(0)).toEqual(['Prova.txt - comprovante.json']);
      await console.open(`/auditoria?cliente=${IDS.client}&acao=documento.incluir`);
      await page.until('document.querySelector(".events button")');
      await expectSound();
      await console.click('Comprovante');
      await saved();
      expect(page.downloads[0]).toMatch(/^[\w-]{36} - comprovante\.json$/);
    });
  },
);

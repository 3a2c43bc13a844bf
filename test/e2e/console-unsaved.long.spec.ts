import { stableId } from '#application/support/stable-id';
import { IDS } from './support/api';
import { AWAY } from './support/console';
import { activated, FLOW } from './support/flows';
import { describeConsole } from './support/in-browser';
import { filed, texts } from './support/reading';

const ASKED = `document.querySelector('[role=alertdialog]')?.textContent.includes('Sair sem salvar?')`;

describeConsole('what was typed in the console, in a real browser', ({ demo: api, open, expectSound }) => {
  /** The form of a document of its own, with one field changed. */
  async function editing(): Promise<string> {
    const values = [{ label: 'Título', valorCampo: 'Antes' }];
    const { code } = await filed(api, { values, files: texts('Minuta') }, IDS.contracts);
    const address = `/documentos/${IDS.client}/${code}`;
    await open.console.enter(address);
    await open.console.documentShown();
    await open.console.click('Editar');
    await open.console.fillLabelled('Título', 'Depois');
    return address;
  }
  const title = () => open.console.value<string | undefined>(`labelled('Título')?.value`);

  it('stays when the files of the document cannot be read again', async () => {
    const { console, page } = open;
    await editing();
    await page.intercept(() => AWAY);
    await console.drop({ name: 'um.txt', size: 5 });
    await console.uploads('O serviço está temporariamente indisponível');
    await page.value(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.intercept((url) => (/Arquivo|Pesquisar|Estrutura/.test(url) ? AWAY : null));
    await console.click('Tentar de novo', '.upload button');
    await console.uploads('O serviço está temporariamente indisponível');
    // Every query of the page is asked again, and fails.
    await console.click('Links', '[role=tab]');
    await console.click('Dados', '[role=tab]');
    expect(await title()).toBe('Depois');
    await page.intercept(() => null);
    await console.click('Salvar');
    await page.until(`!document.querySelector('#edit')`);
    expect((await console.texts('.facts dd')).join()).toContain('Depois');
  });

  it('is asked about before cancelling, following a link, going back or leaving; what was agreed to is done', async () => {
    const { console, page } = open;
    const address = await editing();
    await console.click('Cancelar', '#edit button');
    await page.until(ASKED);
    await expectSound();
    await console.click('Cancelar', '[role=alertdialog] button');
    await page.until(`!(${ASKED})`);
    expect(await title()).toBe('Depois');
    // A tab of the same page is no leave.
    await console.click('Links', '[role=tab]');
    await console.click('Dados', '[role=tab]');
    expect(await page.value(ASKED)).toBeFalsy();
    for (const leave of [`void document.querySelector('.crumbs a').click()`, 'history.back()']) {
      await page.value(leave);
      await page.until(ASKED);
      expect(await console.address()).toContain(`/console${address}/editar`);
      await console.click('Cancelar', '[role=alertdialog] button');
      await page.until(`!(${ASKED})`);
      expect(await title()).toBe('Depois');
    }
    expect(await page.value(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true);
    await page.value('history.back()');
    await page.until(ASKED);
    await console.click('Descartar', '[role=alertdialog] button');
    await page.until(`!location.pathname.endsWith('/editar') && document.querySelector('.facts')`);
    expect(await page.value(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
    // Nothing is asked where nothing was typed, nor after it was saved.
    await console.click('Editar');
    await console.click('Cancelar', '#edit button');
    await page.until(`document.querySelector('.facts')`);
    await console.click('Editar');
    await console.fillLabelled('Título', 'Salvo');
    await console.click('Salvar');
    await page.until(`document.querySelector('.facts')?.textContent.includes('Salvo')`);
    expect(await page.value(ASKED)).toBeFalsy();
  });

  it('is asked about in a dialog and in the step of a workflow', async () => {
    const { console, page } = open;
    await console.enter(`/listas/${stableId('list', 'Empresa Exemplo', 'Fornecedores')}?cliente=${IDS.client}`);
    await console.click('Adicionar item');
    await console.fillLabelled('Razão Social', 'Fornecedora');
    await page.press('Escape');
    await page.until(ASKED);
    await console.click('Cancelar', '[role=alertdialog] button');
    expect(await console.value(`labelled('Razão Social').value`)).toBe('Fornecedora');
    await console.click('Cancelar', '[role=dialog] button');
    await page.until(ASKED);
    await console.click('Descartar', '[role=alertdialog] button');
    await page.until(`!document.querySelector('[role=dialog]')`);
    const started = await activated(api);
    const { json } = await api.get(`/api/ConfWorkflow/${FLOW.approval}/Cliente/${IDS.client}/fluxos-ativados`);
    const { IdWorkflow } = json.Dados.find(({ CodigoWorkflow }: { CodigoWorkflow: number }) => CodigoWorkflow === started);
    await page.open(`${console.url}/console/fluxos/${FLOW.approval}/${IdWorkflow}?cliente=${IDS.client}`);
    await console.fillLabelled('Comentário', 'Escrito com cuidado');
    await page.value(`void document.querySelector('a[href$="/fluxos/tarefas"], .crumbs a').click()`);
    await page.until(ASKED);
    await console.click('Cancelar', '[role=alertdialog] button');
    expect(await console.value(`labelled('Comentário').value`)).toBe('Escrito com cuidado');
  });
});

import { samplePdf } from '#src/demo/sample-files';
import type { Page } from '../support/browser';
import { IDS, invoiceValues } from './support/api';
import { AWAY } from './support/console';
import { describeConsole } from './support/in-browser';
import { ACTIVATE, activated, approval, complete, contract, FLOW, MAIL, open as openTasks, USER } from './support/flows';
import { filed, texts } from './support/reading';

const pressN = (page: Page) =>
  page.value(`void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))`);

describeConsole('workflows, signatures and boxes in the console, in a real browser', ({ demo: api, open, expectSound }) => {
  describe('workflows', () => {
    const addressOf = async (flow: number) => {
      const { json } = await api.get(`/api/ConfWorkflow/${FLOW.approval}/Cliente/${IDS.client}/fluxos-ativados`);
      const { IdWorkflow } = json.Dados.find(({ CodigoWorkflow }: { CodigoWorkflow: number }) => CodigoWorkflow === flow);
      return `/fluxos/${FLOW.approval}/${IdWorkflow}?cliente=${IDS.client}`;
    };

    it('are started from a document, come to the tasks, and go on when a step is completed', async () => {
      const { console, page } = open;
      const values = [{ label: 'Título', valorCampo: 'Contrato de vigia' }];
      const { code } = await filed(api, { values, files: texts('Minuta') }, IDS.contracts);
      await console.enter(`/documentos/${IDS.client}/${code}`);
      await console.documentShown();
      await console.click('Fluxos', '[role=tab]');
      await console.click('Iniciar fluxo');
      // What the document says already stands in the form.
      await console.until(`labelled('Título')?.value === 'Contrato de vigia'`);
      await console.click('Iniciar');
      await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
      expect((await console.texts('[role=dialog] .field-error')).join()).toMatch(/Solicitação/);
      await expectSound();
      await console.fillLabelled('Comentário', 'Peço a revisão.');
      await page.value('document.querySelector("[role=dialog] details").open = true');
      await console.fillLabelled('Usuário', USER.demo);
      await console.fillLabelled('E-mails de fora', MAIL);
      // Begun once, however often it is sent: what is left to do is said.
      let isAway = true;
      await page.intercept((url) => (isAway && url.endsWith('/associar-documentos') ? AWAY : null));
      await console.click('Iniciar');
      await console.until(`named('button', 'Incluir o documento')`);
      expect((await console.texts('[role=dialog] form > p')).join()).toMatch(/^Aprovação de Contrato \d+ já foi iniciado/);
      await expectSound();
      isAway = false;
      await console.click('Incluir o documento');
      await page.until('!document.querySelector("[role=dialog]") && document.querySelector(".flows > li")');
      expect(page.requests.filter((url) => url.endsWith(ACTIVATE))).toHaveLength(2);
      expect((await console.texts('.toast')).join()).toMatch(/^Aprovação de Contrato \d+ iniciado\.$/);
      await console.click('Minhas tarefas');
      await page.until('document.querySelector(".tasks")');
      await expectSound();
      expect((await console.texts('.tasks li')).join()).toMatch(/Revisão Aprovação de Contrato \d+/);
      await console.value(
        `void [...document.querySelectorAll('.tasks a')].find(({ textContent }) => /^Revisão/.test(textContent)).click()`,
      );
      await page.until('document.querySelectorAll(".track-step").length === 3 && document.querySelector("form")');
      const track = () => console.texts('.track-step');
      expect(await track()).toEqual(['Solicitaçãoconcluída', expect.stringMatching(/^Revisãoagora · até/), 'Assinaturadepois']);
      expect(await console.texts('.comments .lines')).toEqual(['Peço a revisão.']);
      await page.until('document.querySelector(".viewer")');
      await expectSound();
      expect(await page.value('document.querySelector(".viewer").getBoundingClientRect().width')).toBeGreaterThan(400);
      await console.fillLabelled('Vigência', 'amanhã');
      await console.click('Concluir etapa');
      await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
      expect(await console.texts('.field-error')).toEqual([expect.stringMatching(/data/i)]);
      await console.fillLabelled('Vigência', '31/12/2027');
      await console.fillLabelled('Comentário', 'Revisto.');
      await console.click('Concluir etapa');
      await page.until('document.querySelector(".track-step.now b")?.textContent === "Assinatura"');
      await page.until('document.querySelectorAll(".comments li").length === 2');
      expect(await console.value(`[labelled('Vigência').value, labelled('Comentário').value]`)).toEqual(['31/12/2027', '']);
      expect(await track()).toEqual(['Solicitaçãoconcluída', 'Revisãoconcluída', expect.stringMatching(/^Assinaturaagora/)]);
      await console.click('Concluir etapa');
      await page.until('!document.querySelector("form") && document.querySelector(".track-step.done")');
      expect(await console.heading()).toBe('Aprovação de Contrato concluído');
      await expectSound();
      await console.click('Aprovação de Contrato');
      await page.until('document.querySelector(".bars tbody tr")');
      expect((await console.texts('.bars tbody tr'))[0]).toMatch(/^\d+concluído/);
      await console.fillLabelled('Situação', '3');
      await page.until('document.querySelector("main .empty")');
      await expectSound();
      expect(await console.texts('.empty-title')).toEqual(['Nenhum fluxo aqui ainda']);
    });

    it('stay with the task that they were opened for, when somebody else completes it', async () => {
      const { console, page } = open;
      const flow = await activated(api, approval({ documentos: [contract()] }));
      await console.enter(await addressOf(flow));
      await page.until('document.querySelector("form") && document.querySelectorAll(".track-step").length === 3');
      await console.fillLabelled('Comentário', 'Quase pronto');
      const [task] = await openTasks(api, flow);
      expect((await complete(api, task!.id)).status).toBe(200);
      // A minute later the person comes back to the window.
      await page.value('{ const { now } = Date; Date.now = () => now() + 60_000; window.dispatchEvent(new Event("visibilitychange")); }');
      await page.until('document.querySelector("form .notice")');
      expect([await console.texts('form .small-head'), await console.value(`labelled('Comentário').value`)]).toEqual([
        [expect.stringMatching(/^Revisão/)],
        'Quase pronto',
      ]);
      expect(await console.value(`named('button', 'Concluir etapa') === undefined`)).toBe(true);
      await expectSound();
      await console.click('Ir para onde o fluxo está');
      await page.until('/^Assinatura/.test(document.querySelector("form .small-head").textContent)');
      expect(await console.value(`named('button', 'Concluir etapa') !== undefined`)).toBe(true);
    });

    it('are only looked at by who may not act in them', async () => {
      const { console, page } = open;
      const flow = await activated(api, approval({ documentos: [contract()] }));
      await console.enter(await addressOf(flow), 'leitor');
      await page.until('document.querySelectorAll(".track-step").length === 3');
      expect(await console.value(`[named('button', 'Concluir etapa') === undefined, labelled('Título').readOnly]`)).toEqual([true, true]);
      await console.click('Minhas tarefas');
      await page.until('document.querySelector("main .empty")');
      expect(await console.texts('.empty-title')).toEqual(['Nenhuma tarefa espera por você']);
      await expectSound();
      await console.open(`/fluxos/${FLOW.approval}/${IDS.client}?cliente=${IDS.client}`);
      await page.until('document.querySelector("main .empty")');
      expect(await console.texts('.empty-title')).toEqual(['Este fluxo não existe ou não está ao seu alcance']);
    });
  });

  describe('signatures', () => {
    it('are made of the file that is open, and stand beside it with their code', async () => {
      const { console, page } = open;
      const { code, files } = await filed(api, {
        values: invoiceValues('881'),
        files: [{ name: 'Contrato', extension: 'pdf', content: samplePdf('Contrato') }, ...texts('Nota')],
      });
      await console.enter(`/documentos/${IDS.client}/${code}`);
      await console.documentShown();
      await console.click('Assinar');
      await page.until('document.querySelector("form.sign")');
      await console.fillLabelled('Número do documento', '111.111.111-11');
      await console.until(`named('button', 'Assinar arquivo') && !named('button', 'Assinar arquivo').disabled`);
      await console.click('Assinar arquivo');
      await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
      expect((await console.texts('.field-error')).join()).toMatch(/CPF/);
      await expectSound();
      await console.fillLabelled('Número do documento', '529.982.247-25');
      await console.click('Assinar arquivo');
      await page.until('document.querySelector(".signed code")');
      const [made] = await console.texts('.signed code');
      expect((await api.get(`/verificar/${made}`)).json).toMatchObject({ codigo: made, situacao: 'atual' });
      expect(await page.value('document.querySelector(".signed a").getAttribute("href")')).toMatch(new RegExp(`/verificar/${made}$`));
      await expectSound();
      await console.click('Voltar ao documento');
      await console.documentShown();
      await console.click('1 assinatura');
      await page.until('document.querySelector(".signatures code")');
      expect([await console.texts('.signatures code'), await console.texts('.signatures b')]).toEqual([
        [made],
        [expect.stringMatching(/^Signatário: Usuário de Demonstração; CPF/)],
      ]);
      await expectSound();
      // What is no PDF is shown, and left out.
      await console.open(`/assinar?cliente=${IDS.client}&arquivos=${files[1]!.id}`);
      await page.until('document.querySelector(".sign .field-error")');
      expect(await console.value(`named('button', 'Assinar 0 arquivos').disabled`)).toBe(true);
    });

    it('of several documents are asked for once; each refusal is named, and those alone are tried again', async () => {
      const { console, page } = open;
      const signable = { files: [{ name: 'Contrato', extension: 'pdf', content: samplePdf('Contrato') }, ...texts('Nota')] };
      const without = await filed(api, { values: invoiceValues('886'), files: texts('Nota') });
      const first = await filed(api, { values: invoiceValues('886'), ...signable });
      const second = await filed(api, { values: invoiceValues('886'), ...signable });
      await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}&campo.Número=886`);
      await page.until('document.querySelectorAll(".grid-body [role=row]").length === 3');
      await page.value(`void document.querySelector('.grid-head input').click()`);
      await console.click('Assinar');
      await page.until('document.querySelector("[role=dialog] form")');
      const confirm = () => console.click('Assinar', '[role=dialog] button');
      await confirm();
      await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
      // The signer is refused once, with the first document.
      expect(await console.texts('[role=dialog] .notice')).toEqual([]);
      await expectSound();
      await console.fillLabelled('Número do documento', '529.982.247-25');
      await confirm();
      await page.until('document.querySelector("[role=dialog] .notice li")');
      expect(await console.texts('[role=dialog] .notice li')).toEqual([`Documento ${without.code}: Nenhum arquivo PDF.`]);
      expect(await console.texts('.toast')).toEqual(['2 arquivos assinados']);
      for (const { id } of [first, second]) {
        const { arquivos } = (await api.get(`/api/Documento/${id}/cliente/${IDS.client}`)).json;
        expect(arquivos.map(({ assinado }: { assinado: boolean }) => assinado)).toEqual([true, false]);
      }
      await expectSound();
      await console.click('Cancelar', '[role=dialog] button');
      await page.until('!document.querySelector("[role=dialog]")');
      expect(await console.texts('.toolbar strong')).toEqual(['1 selecionado']);
      await console.document(second.code, IDS.client);
      await console.click('1 assinatura');
      await page.until('document.querySelector(".signatures code")');
    });

    it('are not offered to who may not sign', async () => {
      const { console, page } = open;
      await console.enter(`/assinar?cliente=${IDS.client}&arquivos=${IDS.client}`, 'leitor');
      await page.until('document.querySelector("main .empty")');
      expect(await console.texts('.empty-title')).toEqual(['Seu usuário não tem permissão para ver isto']);
      await expectSound();
    });
  });

  it('boxes are created, and their labels printed', async () => {
    const { console, page } = open;
    await console.enter(`/caixas?cliente=${IDS.client}`);
    await page.until('document.querySelector(".bars tbody tr")');
    await pressN(page);
    await console.fillLabelled('Código', '5001');
    await console.click('Criar caixa');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect([await page.value('document.activeElement.name'), (await console.texts('.field-error')).join()]).toEqual([
      'codigoCaixa',
      expect.stringContaining('5001'),
    ]);
    await expectSound();
    await console.fillLabelled('Código', '');
    await console.fillLabelled('Dentro da caixa', '4999');
    expect(await console.value(`[labelled('Tipo').disabled, labelled('Tipo').value]`)).toEqual([true, '']);
    await console.click('Criar caixa');
    await page.until('document.activeElement?.name === "codigoCaixaExterna"');
    await console.fillLabelled('Dentro da caixa', '');
    await console.fillLabelled('Guarda', IDS.unit);
    // What had no answer is sent again as the same call; other content is another one.
    await page.value(`void (({ fetch: send }) => {
      window.keys = [];
      window.fetch = (address, request) => (request.method === 'POST' && window.keys.push(request.headers['Idempotency-Key']), send(address, request));
    })(window)`);
    let isAway = true;
    await page.intercept((_, method) => (isAway && method === 'POST' ? AWAY : null));
    await console.fillLabelled('Número provisório', 'P-76');
    for (const sent of [1, 2]) {
      await console.click('Criar caixa');
      await page.until(`keys.length === ${sent}`);
    }
    await console.until(`named('button', 'Criar caixa')?.dataset.pending === undefined`);
    isAway = false;
    await console.fillLabelled('Número provisório', 'P-77');
    await console.click('Criar caixa');
    await page.until('keys.length === 3');
    const [first, again, other] = await page.value<string[]>('keys');
    expect([first, again === first, other === first]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), true, false]);
    await page.until('document.querySelector(".box-label")');
    expect([await console.heading(), await console.texts('.toast'), await console.texts('.box-label dd')]).toEqual([
      'Caixa 5003',
      ['Caixa 5003 criada.'],
      ['Caixa Arquivo', 'Guarda Terceirizada', 'Unidade Central', 'P-77'],
    ]);
    expect(await console.value(`named('button', 'Imprimir etiqueta') !== undefined`)).toBe(true);
    await console.click('Caixas', '.crumbs a');
    await page.until('document.querySelectorAll(".bars tbody tr").length === 3');
  });

  it('boxes are not created by who may not file documents', async () => {
    const { console, page } = open;
    await console.enter(`/caixas?cliente=${IDS.client}`, 'leitor');
    await page.until('document.querySelector(".bars tbody tr")');
    await pressN(page);
    expect(await console.value(`[named('button', 'Nova caixa') === undefined, document.querySelector('[role=dialog]')]`)).toEqual([
      true,
      null,
    ]);
    await expectSound();
  });

  it('boxes are listed, with what is in them and a label to print', async () => {
    const { console, page } = open;
    const { code } = await filed(api, { box: 5001, values: invoiceValues('882') });
    await console.enter(`/caixas?cliente=${IDS.client}`);
    await page.until('document.querySelector(".bars tbody tr")');
    expect((await console.texts('.bars tbody tr'))[0]).toMatch(/^5001.*Guarda/);
    await expectSound();
    await console.click('5001', 'tbody a');
    await page.until('document.querySelector(".box-label") && document.querySelector(".bars tbody tr")');
    expect([await console.heading(), await console.texts('.box-code')]).toEqual(['Caixa 5001', ['5001']]);
    expect((await console.texts('.bars tbody tr')).join()).toContain(`${code}Financeiro > Notas Fiscais882`);
    await expectSound();
    await page.send('Emulation.setEmulatedMedia', { media: 'print' });
    expect(
      await console.value(`[...document.querySelectorAll('.topbar, .bars, .box-label')].filter(seen).map(({ className }) => className)`),
    ).toEqual(['card box-label']);
    await page.send('Emulation.setEmulatedMedia', { media: '' });
    await console.open(`/caixas/999?cliente=${IDS.client}`);
    await page.until('document.querySelector("main .empty")');
    expect(await console.texts('.empty-title')).toEqual(['Esta caixa não existe ou não está ao seu alcance']);
  });
});

import { stableId } from '#application/stable-id';
import { DEMO_CLIENT } from '#src/cli/demo/demo-archive';
import { samplePdf } from '#src/cli/demo/sample-files';
import { describeInBrowser } from '../support/describe-in-browser';
import { IDS, invoiceValues } from './support/api';
import { describeService } from './support/describe-service';
import { consoleInBrowser } from './support/in-browser';
import { activated, approval, contract, FLOW, MAIL, USER } from './support/flows';
import { filed, texts } from './support/reading';
import { STORAGE } from './support/service';

const FILES = stableId('level', DEMO_CLIENT, 'Recursos Humanos', 'Prontuários');

/** On servers nothing about the page differs. */
const describeConsole = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

describeService.on(describeConsole)(
  'levels, workflows, signatures and boxes in the console, in a real browser',
  ({ service, demo: api }) => {
    const { open, expectSound } = consoleInBrowser(service);
    const press = (key: string, selector: string) =>
      open.page.value(
        `document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, altKey: true, bubbles: true, cancelable: true }))`,
      );

    describe('the levels', () => {
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
        expect(
          await page.value('document.activeElement.closest(".field-row:nth-of-type(5)") !== null && document.activeElement.value'),
        ).toBe('Centro de Custo');
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
        await console.click('Aplicar');
        await page.until('!document.querySelector("[role=dialog]")');
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
        expect((await console.texts('[role=dialog] .notice')).join()).toMatch(
          /"Número" do nível "Financeiro > Notas Fiscais".*tem valores/,
        );
        expect(await console.value(`named('button', 'Aplicar') === undefined`)).toBe(true);
        await console.click('Cancelar');
        await page.until('!document.querySelector("[role=dialog]")');
        await console.click('Descartar');
        await page.until('document.querySelectorAll(".field-row").length >= 5');
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

      it('are for administrators', async () => {
        const { console } = open;
        await console.enter('/niveis', 'leitor');
        await console.until(`document.querySelector('main .empty')`);
        expect(await console.texts('.empty-title')).toEqual(['Seu usuário não tem permissão para ver isto']);
        expect(await console.value(`named('a', 'Níveis e campos') === undefined`)).toBe(true);
        await expectSound();
      });
    });

    describe('workflows', () => {
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
        await console.click('Iniciar');
        await page.until('!document.querySelector("[role=dialog]") && document.querySelector(".flows > li")');
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

      it('are only looked at by who may not act in them', async () => {
        const { console, page } = open;
        const flow = await activated(api, approval({ documentos: [contract()] }));
        const { json } = await api.get(`/api/ConfWorkflow/${FLOW.approval}/Cliente/${IDS.client}/fluxos-ativados`);
        const { IdWorkflow } = json.Dados.find(({ CodigoWorkflow }: { CodigoWorkflow: number }) => CodigoWorkflow === flow);
        await console.enter(`/fluxos/${FLOW.approval}/${IdWorkflow}?cliente=${IDS.client}`, 'leitor');
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

      it('are not offered to who may not sign', async () => {
        const { console, page } = open;
        await console.enter(`/assinar?cliente=${IDS.client}&arquivos=${IDS.client}`, 'leitor');
        await page.until('document.querySelector("main .empty")');
        expect(await console.texts('.empty-title')).toEqual(['Seu usuário não tem permissão para ver isto']);
        await expectSound();
      });
    });
  },
);

import { samplePdf } from '#src/demo/sample-files';
import { IDS, type Api } from '../e2e/support/api';
import { Console } from '../e2e/support/console';
import { create, createdBy } from '../e2e/support/creates';
import { activate, approval, contract, USER } from '../e2e/support/flows';
import { remove } from '../e2e/support/reading';
import type { Page } from '../support/browser';

/** Writes a picture of the page as it is. */
type Take = (page: Page, name: string) => Promise<void>;

const NOTES = 10;

async function fileNotes(console: Console, take: Take): Promise<void> {
  for (let number = 1; number <= NOTES; number += 1) {
    await console.level('Notas Fiscais');
    await console.click('Novo documento', 'main a');
    await console.fillLabelled('Número', String(3100 + number));
    await console.fillLabelled('Data de Emissão', `2026-10-${String(number).padStart(2, '0')}`);
    await console.fillLabelled('Valor Total', `${number}50,00`);
    await console.fillLabelled('Observação', 'Energia elétrica');
    if (number === 1) await take(console.page, 'task-file');
    await console.click('Criar documento');
    await console.documentShown();
  }
}

async function between(console: Console, field: string, from: string, to: string): Promise<void> {
  await console.click('Filtrar');
  await console.until(`labelled('Campo')`);
  await console.fillLabelled('Campo', `campo.${field}`);
  await console.fillLabelled('Comparação', 'entre');
  await console.fillLabelled('De', from);
  await console.fillLabelled('Até', to);
  await console.click('Aplicar filtro');
  await console.until(`!named('button', 'Aplicar filtro')`);
  await console.loaded();
}

async function find(console: Console, take: Take): Promise<void> {
  await console.level('Notas Fiscais');
  await between(console, 'Valor Total', '300,00', '500,00');
  await between(console, 'Data de Emissão', '2026-10-01', '2026-10-31');
  await take(console.page, 'task-find');
}

/** The first page of the file that is open, with its letters. */
const DRAWN = `((canvas) => canvas.width > 0 && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part, at, all) => at % 4 === 0 && part < 100 && all[at + 3] === 255))(document.querySelector('.viewer canvas'))`;

async function share(console: Console, take: Take): Promise<void> {
  await console.click('Links', '[role=tab]');
  await console.click('Criar link');
  await console.until(`document.querySelector('.link-of input')`);
  await console.until(DRAWN);
  await take(console.page, 'task-share');
  await console.click('Remover link');
  await console.until(`named('button', 'Criar link')`);
}

async function sign(console: Console, take: Take): Promise<void> {
  await console.click('Assinar');
  await console.fillLabelled('Número do documento', '529.982.247-25');
  await console.until(`named('button', 'Assinar arquivo') && !named('button', 'Assinar arquivo').disabled`);
  await take(console.page, 'task-sign');
  await console.click('Assinar arquivo');
  await console.until(`document.querySelector('.signed code')`);
  await take(console.page, 'task-signed');
}

async function completeStep(console: Console, take: Take): Promise<void> {
  await console.click('Minhas tarefas', 'nav a');
  await console.until(`document.querySelector('.tasks a')`);
  await console.value(`void [...document.querySelectorAll('.tasks a')].find(({ textContent }) => /^Revisão/.test(textContent)).click()`);
  await console.fillLabelled('Comentário', 'Revisto: pode seguir.');
  await console.until(`document.querySelectorAll('.track-step').length === 3 && ${DRAWN}`);
  await take(console.page, 'task-step');
  await console.click('Concluir etapa');
  await console.until(`document.querySelector('.track-step.now b')?.textContent === 'Assinatura'`);
}

async function createUser(console: Console, take: Take): Promise<void> {
  await console.click('Usuários');
  await console.click('Criar usuário');
  await console.fillLabelled('Nome', 'Ana Souza');
  await console.fillLabelled('Login', 'ana.souza');
  await console.fillLabelled('E-mail', 'ana.souza@exemplo.com.br');
  await console.click('Criar usuário', '[role=dialog] button');
  await console.click('Já anotei');
  await console.until(`document.querySelector('main h1')?.textContent.startsWith('Ana Souza')`);
  await console.fillLabelled('Nível', IDS.contracts);
  await console.click('Adicionar lugar');
  await console.until(`document.querySelector('.matrix tbody')?.textContent.includes('Contratos')`);
  await console.value(
    `void [...document.querySelectorAll('.matrix input')].find((input) => /^Leitor: Financeiro . Contratos/.test(nameOf(input))).click()`,
  );
  await take(console.page, 'task-user');
  await console.click('Salvar permissões');
  await console.until(`document.querySelector('.toasts').textContent.includes('Permissões salvas')`);
}

async function addField(console: Console, take: Take): Promise<void> {
  await console.click('Níveis e campos');
  await console.click('Notas Fiscais', '.tree-editor [role=row] .ellipsis');
  await console.until(`document.querySelector('.field-row')`);
  await console.click('Adicionar campo');
  await console.page.type('Centro de Custo');
  await console.click('Revisar alterações');
  await console.until(`document.querySelector('.planned') && !document.querySelector('.plan').textContent.includes('…')`);
  await take(console.page, 'task-field');
  await console.click('Aplicar');
  await console.until(`!document.querySelector('[role=dialog]')`);
}

async function correctRow(console: Console, take: Take): Promise<void> {
  await console.click('Listas', 'nav a');
  await console.click('Fornecedores');
  await console.until(`document.querySelector('.bars tbody button')`);
  await console.value(`void document.querySelector('.bars tbody button').click()`);
  await console.fillLabelled('Cidade', 'Contagem');
  await take(console.page, 'task-list');
  await console.click('Salvar');
  await console.until(`!document.querySelector('[role=dialog]')`);
}

async function findOut(console: Console, take: Take): Promise<void> {
  await console.click('Auditoria');
  await console.fillLabelled('O que fez', 'documento.excluir');
  await console.until(`document.querySelector('.events tbody tr')`);
  await take(console.page, 'task-audit');
}

/** The ten tasks of docs/pt/tasks.md, done by the words on the screen; the month's use is a picture of its own. */
export async function takeTasks(page: Page, url: string, api: Api, takePicture: Take): Promise<void> {
  const console = new Console(page, url);
  const take: Take = async (shown, name) => {
    // What the task before had to say is gone.
    await console.until(`!document.querySelector('.toast')`);
    await takePicture(shown, name);
  };
  const values = [
    { label: 'Título', valorCampo: 'Contrato de limpeza' },
    { label: 'Vigência', valorCampo: '31/12/2027' },
  ];
  const files = [{ content: samplePdf('Contrato de limpeza'), extension: 'pdf', name: 'Contrato' }];
  const { code } = createdBy(await create(api, 'V2', { values, files }, IDS.contracts));
  const lost = createdBy(await create(api, 'V2'));
  await remove(api, lost.id);
  await activate(api, approval({ idUsuario: USER.demo, documentos: [contract({ arquivos: [pdfFile(files[0]!.content)] })] }));
  await console.enter('/documentos');
  await page.look({ width: 1180, height: 740 });
  await fileNotes(console, take);
  await find(console, take);
  await console.document(code, IDS.client);
  await share(console, take);
  await sign(console, take);
  await completeStep(console, take);
  await createUser(console, take);
  await addField(console, take);
  await correctRow(console, take);
  await findOut(console, take);
}

const pdfFile = (content: Uint8Array | string) => ({
  arquivo: Buffer.from(content).toString('base64'),
  extensao: 'pdf',
  assinar: true,
  versao: '1',
  nomeAmigavel: 'Contrato',
  compartilhado: true,
});

import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDS } from './support/api';
import { AWAY } from './support/console';
import { describeConsole, IS_THOROUGH } from './support/in-browser';
import { tryLogin } from './support/users';

/** As the service says it. */
const REFUSED = { status: 401, body: { codigo: 'SEM_PERMISSAO', mensagem: 'Usuário sem permissão para esta operação.', erros: [] } };
/** Where the person may be is known in each state. */
const isKnown = (url: string) => url.endsWith('/api/Estrutura');
const DENIED = 'Seu usuário não tem permissão para ver isto';
const AGAIN = 'Tentar de novo';

interface Screen {
  address: string;
  /** What it says to who may not see it, where that is something of its own. */
  denied?: string;
  /** What it says when the service is away, where nothing can be tried again. */
  broken?: string;
}
const at = (path: string, search = '') => `${path}?cliente=${IDS.client}${search}`;

/** Every screen of the console; what an address leads to need not exist. */
const SCREENS: readonly Screen[] = [
  { address: at('/') },
  { address: at('/documentos') },
  { address: `/documentos/${IDS.client}/1` },
  { address: `/documentos/${IDS.client}/1/editar` },
  {
    address: at('/documentos/novo', `&nivel=${IDS.invoices}`),
    denied: 'Nenhum nível em que seu usuário possa criar documentos',
    broken: 'Criar documento',
  },
  { address: at('/listas') },
  { address: at(`/listas/${IDS.client}`) },
  { address: at('/caixas') },
  { address: at('/caixas/5001') },
  { address: at('/fluxos') },
  { address: at('/fluxos/tarefas') },
  { address: at(`/fluxos/${IDS.client}`) },
  { address: at(`/fluxos/${IDS.client}/${IDS.client}`) },
  { address: at('/niveis') },
  { address: at(`/niveis/${IDS.invoices}`) },
  { address: at('/assinar', `&arquivos=${IDS.client}`), broken: 'temporariamente indisponível' },
  { address: at('/relatorios') },
  { address: at(`/relatorios/${IDS.client}`) },
  { address: at('/faturas') },
  { address: at(`/faturas/${IDS.client}`) },
  { address: at('/uso'), denied: 'Seu usuário não tem permissão para ver o uso deste cliente' },
  { address: at('/usuarios') },
  { address: at(`/usuarios/${IDS.client}`) },
  { address: at('/webhooks') },
  { address: at(`/webhooks/${IDS.client}`) },
  { address: at('/auditoria') },
  { address: '/conta' },
];
interface Nothing {
  address: string;
  says: string;
  /** Where the demo archive has something: this answers it. */
  call?: string;
  body?: unknown;
}
const elsewhere = (path: string, search = '') => `${path}?cliente=${IDS.otherClient}${search}`;
const ALONE = { id: IDS.otherClient, name: 'Outra Empresa', units: [{ id: IDS.otherUnit, name: 'Unidade Sul' }], levels: [] };

/** What has a list, and nothing in it yet, or nothing that fits. */
const WITHOUT_ANYTHING: readonly Nothing[] = [
  { address: elsewhere('/'), says: 'Nenhuma tarefa espera por você' },
  { address: elsewhere('/documentos'), says: 'Nenhum documento aqui ainda' },
  { address: elsewhere('/documentos', `&nivel=${IDS.otherLevel}`), says: 'Crie o primeiro documento deste nível' },
  { address: elsewhere('/documentos', `&nivel=${IDS.otherLevel}&campo.Assunto=Nada`), says: 'Nada com estes filtros' },
  { address: elsewhere('/listas'), says: 'Este cliente não tem listas' },
  {
    address: elsewhere('/caixas'),
    says: 'Este cliente não tem caixas',
    call: '/api/Caixa/',
    body: { TotalPaginas: 0, Caixas: [], Tipos: [] },
  },
  { address: elsewhere('/caixas/5003'), says: 'Nenhum documento nesta caixa ao seu alcance' },
  { address: elsewhere('/fluxos'), says: 'Este cliente não tem fluxos' },
  { address: elsewhere('/fluxos/tarefas'), says: 'Nenhuma tarefa espera por você' },
  { address: elsewhere('/niveis'), says: 'Nenhum nível ainda', call: '/api/Acervo/', body: { clients: [ALONE] } },
  { address: elsewhere('/assinar'), says: 'Nenhum arquivo para assinar' },
  { address: elsewhere('/relatorios'), says: 'Nenhum relatório ao alcance do seu usuário', call: '/api/Relatorio', body: [] },
  { address: elsewhere('/faturas'), says: 'Nenhuma fatura neste período' },
  { address: elsewhere('/usuarios', '&q=ninguém'), says: 'Nenhum usuário com estes filtros' },
  { address: elsewhere('/webhooks'), says: 'Nenhum webhook neste cliente' },
  { address: elsewhere('/auditoria', '&de=2001-01-01&ate=2001-01-02'), says: 'Nenhum evento' },
];
/** `npm run test:console` looks at all. */
const some = <T>(all: readonly T[]) => (IS_THOROUGH ? all : all.filter((_, index) => index % 8 === 0));
const LOOKED_AT = some(SCREENS);

describeConsole('each screen of the console, in each of its states', ({ service, open, expectSound }) => {
  /** In the page before its scripts: somebody is logged in, and calls are tried again at once. */
  async function enter(address: string, login: string): Promise<void> {
    const { json } = await tryLogin(service.url, login, DEMO_PASSWORD);
    const source = `
{
      sessionStorage.setItem('acervo.session', ${JSON.stringify(JSON.stringify(json))});
      const { setTimeout: later } = window;
      window.setTimeout = (work, ms, ...rest) => later(work, ms >= 1000 && ms <= 4000 ? 0 : ms, ...rest);
    }`;
    await open.page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await open.console.open(address);
  }

  it('are those of every address that the console has', () => {
    const application = readFileSync(join(__dirname, '../../libs/console/src/app.tsx'), 'utf8');
    const routes = [...application.matchAll(/path="([^"]+)"/g)].map(([, path]) => path!);
    const isShown = (path: string) => {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
      return SCREENS.some(({ address }) => pattern.test(address.split('?')[0]!));
    };
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((path) => !isShown(path))).toEqual([]);
  });

  it.each(LOOKED_AT)('is refused to who may not see it: $address', async ({ address, denied = DENIED }) => {
    await open.page.intercept((url) => (isKnown(url) ? null : REFUSED));
    await enter(address, 'leitor');
    await open.page.until(`document.querySelector('main').textContent.includes(${JSON.stringify(denied)})`);
    await expectSound();
  });

  it.each(LOOKED_AT)('says that the service is away, and tries again: $address', async ({ address, broken }) => {
    let isAway = true;
    await open.page.intercept((url) => (isAway && !isKnown(url) ? AWAY : null));
    await enter(address, 'demo');
    await open.page.until(`document.querySelector('main').textContent.includes(${JSON.stringify(broken ?? AGAIN)})`);
    await expectSound();
    if (broken) return;
    isAway = false;
    await open.console.click(AGAIN);
    const isFine = `!named('button', ${JSON.stringify(AGAIN)})`;
    await open.console.until(isFine);
    await open.console.loaded();
    expect(await open.console.value(isFine)).toBe(true);
  });

  it.each(some(WITHOUT_ANYTHING))('says what would stand there: $address', async ({ address, says, call, body }) => {
    if (call) await open.page.intercept((url) => (url.includes(call) ? { status: 200, body } : null));
    await enter(address, 'outro');
    await open.page.until(`document.querySelector('main').textContent.includes(${JSON.stringify(says)})`);
    await open.console.loaded();
    await expectSound();
  });

  it.each(LOOKED_AT)('keeps its shape while it waits: $address', async ({ address }) => {
    await open.page.intercept((url) => (isKnown(url) ? null : new Promise(() => undefined)));
    await enter(address, 'demo');
    await open.page.until(`document.querySelector('main .skeleton')`);
    await expectSound();
  });
});

import { defineConfig } from 'vitepress';
import { anchor } from '../reference.mjs';
import { PAGES, pagesIn, SITE, titleOf } from '../pages.mjs';

const GROUPS = [
  {
    pt: 'Integração',
    en: 'Integration',
    pages: ['index', 'first-calls', 'authentication', 'keys', 'documents', 'search', 'files', 'workflows', 'signatures-and-reports', 'events', 'sdks', 'mcp', 'errors', 'limits', 'security', 'faq'], // prettier-ignore
  },
  { pt: 'Receitas', en: 'Recipes', pages: ['recipe-erp', 'recipe-scanning', 'recipe-hr', 'recipe-n8n'] },
  { pt: 'Uso do acervo', en: 'Using the archive', pages: ['console', 'tasks'] },
  {
    pt: 'Operação',
    en: 'Operation',
    pages: ['deploying', 'first-administrator', 'operating', 'configuration', 'backup', 'archive-file', 'import-export', 'billing', 'scaling', 'performance'], // prettier-ignore
  },
];
const PORTUGUESE = {
  docFooter: { prev: 'Página anterior', next: 'Próxima página' },
  outline: { label: 'Nesta página', level: [2, 3] },
  darkModeSwitchLabel: 'Aparência',
  lightModeSwitchTitle: 'Mudar para o tema claro',
  darkModeSwitchTitle: 'Mudar para o tema escuro',
  sidebarMenuLabel: 'Menu',
  returnToTopLabel: 'Voltar ao topo',
  langMenuLabel: 'Mudar o idioma',
  skipToContentLabel: 'Ir para o conteúdo',
  notFound: { title: 'PÁGINA NÃO ENCONTRADA', quote: 'Este endereço não existe.', linkText: 'Ir para o início' },
};
const PORTUGUESE_SEARCH = {
  button: { buttonText: 'Pesquisar', buttonAriaLabel: 'Pesquisar' },
  modal: {
    displayDetails: 'Mostrar detalhes',
    resetButtonTitle: 'Limpar a pesquisa',
    backButtonTitle: 'Fechar a pesquisa',
    noResultsText: 'Nenhum resultado para',
    footer: { selectText: 'selecionar', navigateText: 'navegar', closeText: 'fechar' },
  },
};

function navigation(language) {
  const item = (place) => ({ text: titleOf(`${place}.md`), link: `/${place.replace(/index$/, '')}` });
  const listed = GROUPS.flatMap(({ pages }) => pages);
  const forgotten = pagesIn(language).filter((name) => !listed.includes(name.replace(/\.md$/, '')));
  if (forgotten.length > 0) throw new Error(`not in the navigation of the site: ${forgotten.join(', ')}`);
  const groups = GROUPS.map((group) => ({ text: group[language], collapsed: false, items: group.pages.map((name) => item(`${language}/${name}`)) })); // prettier-ignore
  const api = ['index', ...pagesIn(`${language}/api`).map((name) => name.replace(/\.md$/, '')).filter((name) => name !== 'index')].map((name) => item(`${language}/api/${name}`)); // prettier-ignore
  return {
    nav: [{ text: groups[0].items[0].text, link: `/${language}/` }, api[0]],
    sidebar: { [`/${language}/`]: [...groups, { text: api[0].text, collapsed: true, items: api }] },
    outline: { level: [2, 3] },
  };
}

export default defineConfig({
  title: 'Acervo',
  srcDir: PAGES,
  outDir: SITE,
  cacheDir: `${PAGES}-cache`,
  // Pages are Markdown alone; what looks like a tag is text.
  markdown: { html: false, anchor: { slugify: anchor } },
  // Addresses of the reader's own service.
  ignoreDeadLinks: 'localhostLinks',
  locales: {
    pt: { label: 'Português', lang: 'pt-BR', description: 'Documentação do Acervo', themeConfig: { ...navigation('pt'), ...PORTUGUESE } },
    en: { label: 'English', lang: 'en', description: 'Documentation of Acervo', themeConfig: navigation('en') },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: { pt: { translations: PORTUGUESE_SEARCH } },
        // Accents are found without them.
        miniSearch: { options: { processTerm: (term) => term.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase() } }, // prettier-ignore
      },
    },
  },
});

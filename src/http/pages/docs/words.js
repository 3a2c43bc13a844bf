const LANGUAGE = 'acervo.language';

export const WORDS = {
  'pt-BR': {
    title: 'Acervo: referência da API',
    search: 'Buscar operações',
    username: 'Usuário',
    password: 'Senha',
    subscription: 'Chave de assinatura',
    logIn: 'Entrar',
    leave: 'Sair',
    language: 'Idioma',
    dark: 'Escuro',
    light: 'Claro',
    example: 'Exemplo',
    answers: 'Respostas',
    body: 'Corpo',
    details: 'Detalhes',
    loggedInAs: (name) => `Conectado: ${name}`,
    begun: 'Conectado. As chamadas desta página levam o token.',
    expired: 'O token venceu ou deixou de valer. Entre de novo e repita a chamada.',
    demo: (logins, password) => `Arquivo de demonstração: ${logins.join(', ')}; senha ${password}`,
    failed: 'O serviço não respondeu. Tente de novo.',
    skip: 'Ir para as operações',
    groups: 'Grupos de operações',
    /** What Swagger UI says itself: it knows English alone. */
    own: {
      'Try it out': 'Experimentar',
      Cancel: 'Só ler',
      Reset: 'Restaurar',
      Execute: 'Executar',
      Clear: 'Limpar',
      Download: 'Baixar',
      Parameters: 'Parâmetros',
      'No parameters': 'Sem parâmetros',
      'Request body': 'Corpo da chamada',
      Name: 'Nome',
      Description: 'Descrição',
      Type: 'Tipo',
      Code: 'Código',
      Details: 'Detalhes',
      Links: 'Links',
      'No links': 'Sem links',
      Responses: 'Respostas',
      'Server response': 'Resposta do serviço',
      'Response body': 'Corpo da resposta',
      'Response headers': 'Cabeçalhos da resposta',
      'Request URL': 'Endereço da chamada',
      'Headers:': 'Cabeçalhos:',
      'Media type': 'Tipo de conteúdo',
      Controls: 'Define o cabeçalho',
      'header.': '.',
      Examples: 'Exemplos',
      'Examples:': 'Exemplos:',
      'Example Value': 'Exemplo',
      'Edit Value': 'Editar valor',
      Schema: 'Esquema',
      Schemas: 'Esquemas',
      'Expand all': 'Abrir tudo',
      'Collapse all': 'Fechar tudo',
      Items: 'Itens',
    },
  },
  en: {
    title: 'Acervo: API reference',
    search: 'Search operations',
    username: 'User',
    password: 'Password',
    subscription: 'Subscription key',
    logIn: 'Log in',
    leave: 'Log out',
    language: 'Language',
    dark: 'Dark',
    light: 'Light',
    example: 'Example',
    answers: 'Responses',
    body: 'Body',
    details: 'Details',
    loggedInAs: (name) => `Logged in: ${name}`,
    begun: 'Logged in. Calls from this page carry the token.',
    expired: 'The token has expired or is not valid any more. Log in again and repeat the call.',
    demo: (logins, password) => `Demo archive: ${logins.join(', ')}; password ${password}`,
    failed: 'The service did not answer. Try again.',
    skip: 'Skip to the operations',
    groups: 'Groups of operations',
    own: {},
  },
};

/** The person's choice, else what the browser says, Portuguese before all. */
export function languageOfReader() {
  const chosen = localStorage.getItem(LANGUAGE);
  if (chosen in WORDS) return chosen;
  const liked = navigator.languages.find((language) => /^(pt|en)\b/i.test(language)) ?? 'pt';
  return /^en/i.test(liked) ? 'en' : 'pt-BR';
}

export const rememberLanguage = (language) => localStorage.setItem(LANGUAGE, language);

/** Everything that carries `data-word` says it in this language. */
export function translate(words, language) {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const element of document.querySelectorAll('[data-word]')) {
    const word = words[element.dataset.word];
    if (element.matches('input, select, nav')) element.setAttribute('aria-label', word);
    if (element.matches('input')) element.placeholder = word;
    else if (!element.matches('select, nav')) element.textContent = word;
  }
}

import { byId, followTheme, make } from './elements.js';
import { showGroups } from './groups.js';
import { mend } from './mend.js';
import { resolveSubtree } from './resolve.js';
import { BASE, Session } from './session.js';
import { languageOfReader, rememberLanguage, translate, WORDS } from './words.js';

const LOGIN = /\/api\/Autenticacao\/(Login|RefreshToken)$/i;
const session = new Session();
const language = languageOfReader();
const words = WORDS[language];

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Swagger UI looks for tags alone; people look for anything that an operation says of itself. */
function saying(phrase) {
  const wanted = plain(phrase).split(/\s+/).filter(Boolean);
  return (operation, ...names) => {
    const texts = [...names, ...['summary', 'description', 'operationId'].map((key) => operation.get(key))];
    const text = plain(texts.filter(Boolean).join(' '));
    return wanted.every((word) => text.includes(word));
  };
}

function findOperations(groups, phrase) {
  const says = saying(phrase);
  return groups
    .map((group, tag) =>
      group.set(
        'operations',
        group.get('operations').filter((entry) => says(entry.get('operation'), tag, entry.get('path'), entry.get('method'))),
      ),
    )
    .filter((group) => group.get('operations').size > 0);
}

/** The same for events, which Swagger UI does not look for at all: those of the OpenAPI document's `webhooks`, by name. */
function findEvents(events, phrase) {
  if (typeof phrase !== 'string') return events;
  const says = saying(phrase);
  return Object.fromEntries(Object.entries(events).filter(([name, [{ operation }]]) => says(operation, name)));
}

/** Logging in is done in the header, searching too. */
const ownHeader = ({ React }) => {
  const nothing = () => () => null;
  // A link within a button leads nowhere with the keyboard; opening an operation puts its address in the bar anyway.
  const plainPath = (Original) => (props) =>
    /\//.test(props.path ?? '') ? React.createElement('span', { className: 'nostyle' }, props.text) : React.createElement(Original, props);
  // Asked before it has read the operation, Swagger UI fails without a word and waits for ever.
  const onceRead = (Original) => (props) =>
    React.createElement(Original, { ...props, disabled: props.disabled || props.operation.size === 0 });
  return {
    fn: { opsFilter: findOperations, resolveSubtree },
    statePlugins: {
      spec: {
        wrapSelectors: {
          selectWebhooksOperations:
            (original, system) =>
            (...given) =>
              findEvents(original(...given), system.layoutSelectors.currentFilter()),
        },
      },
    },
    wrapComponents: {
      authorizeBtn: nothing,
      FilterContainer: nothing,
      ServersContainer: nothing,
      DeepLink: plainPath,
      execute: onceRead,
    },
  };
};

function notify(text, isBad = false) {
  const notice = byId('notice');
  notice.textContent = text;
  notice.classList.toggle('bad', isBad);
  notice.hidden = text === '';
}

/** A session that was opened by trying the operation out counts as well; one that is over is said to be. */
function watch(response) {
  if (LOGIN.test(response.url)) {
    if (response.ok) session.begin(JSON.parse(response.text));
  } else if (response.status === 401 && session.token && /"TOKEN_INVALIDO"/.test(response.text ?? '')) session.end(true);
  return response;
}

/** Swagger UI would send the examples of what nobody has to send: they are told instead. */
function tellExamples(parameters) {
  for (const parameter of parameters.filter(({ name, required }) => name && !required)) {
    const { example = Object.values(parameter.examples ?? {})[0]?.value } = parameter;
    if (example === undefined) continue;
    delete parameter.example;
    delete parameter.examples;
    const text = typeof example === 'string' ? example : JSON.stringify(example);
    parameter.description = `${parameter.description ?? ''} ${words.example}: \`${text}\``.trim();
  }
}

const parametersOf = ({ paths, components }) => [
  ...Object.values(components?.parameters ?? {}),
  ...Object.values(paths).flatMap((path) => [path, ...Object.values(path)].flatMap(({ parameters }) => parameters ?? [])),
];

async function fetchDocument() {
  const english = `${BASE}openapi.en.json`;
  const hasEnglish = (await fetch(english, { method: 'HEAD' })).ok;
  byId('language').hidden = !hasEnglish;
  const response = await fetch(hasEnglish && language === 'en' ? english : `${BASE}openapi.json`);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  // Calls go where the page came from, whatever name the service gives itself.
  const document = await response.json();
  tellExamples(parametersOf(document));
  return { ...document, servers: [{ url: BASE.replace(/\/$/, '') }] };
}

function showSession(ui, spec) {
  const isOpen = session.token !== null;
  byId('login').hidden = isOpen;
  byId('session').hidden = !isOpen;
  byId('who').textContent = words.loggedInAs(session.name);
  const bearers = Object.entries(spec.components.securitySchemes).filter(
    ([, { type, scheme }]) => type === 'http' && /bearer/i.test(scheme),
  );
  for (const [name] of bearers) {
    if (isOpen) ui.preauthorizeApiKey(name, session.token);
    else if (ui.authSelectors.authorized()?.size > 0) ui.authActions.logout([name]);
  }
}

/** Whoever comes next finds nothing in the fields. */
function forgetSecrets() {
  for (const id of ['password', 'subscription']) byId(id).value = '';
}

function readLogin() {
  byId('login').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [username, password, key] = ['username', 'password', 'subscription'].map((id) => byId(id).value);
    const problem = await session.logIn(username, password, key).catch(() => words.failed);
    if (problem !== null) return notify(problem, true);
    forgetSecrets();
    byId('leave').focus();
  });
  byId('leave').addEventListener('click', () => session.end());
}

async function readSettings() {
  const { demo, subscriptionKeys } = await (await fetch(`${BASE}docs/settings.json`)).json();
  byId('subscription').hidden = !subscriptionKeys;
  if (!demo) return;
  byId('logins').append(...demo.logins.map((value) => make('option', { value })));
  byId('username').value = demo.logins[0];
  if (session.token) return;
  byId('password').value = demo.password;
  notify(words.demo(demo.logins, demo.password));
}

async function start() {
  translate(words, language);
  followTheme(byId('theme'), (dark) => {
    document.documentElement.classList.toggle('dark-mode', dark);
    // It says what it does, and no state beside it.
    byId('theme').textContent = dark ? words.light : words.dark;
  });
  byId('language').value = language;
  byId('language').addEventListener('change', ({ target }) => {
    rememberLanguage(target.value);
    location.reload();
  });
  readLogin();
  const [spec] = await Promise.all([fetchDocument(), readSettings()]);
  const ui = window.SwaggerUIBundle({
    domNode: byId('reference'),
    spec,
    plugins: [ownHeader],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    requestInterceptor: (request) => Object.assign(request, { headers: { ...session.subscription, ...request.headers } }),
    responseInterceptor: watch,
    onComplete: () => showSession(ui, spec),
  });
  mend(byId('reference'), words);
  showGroups(spec.tags, (name) => ui.layoutActions.show(['operations-tag', name], true));
  byId('search').addEventListener('input', ({ target }) => ui.layoutActions.updateFilter(target.value.trim()));
  session.addEventListener('begin', () => {
    showSession(ui, spec);
    notify(words.begun);
  });
  session.addEventListener('end', ({ detail }) => {
    forgetSecrets();
    showSession(ui, spec);
    if (!detail.expired) return notify('');
    notify(words.expired, true);
    byId('username').focus();
  });
  session.start();
}

start().catch(() => notify(words.failed, true));

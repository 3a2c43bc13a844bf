import { need, onNeed, read, session } from './api.js';
import { createDocument } from './create.js';
import { openDocument } from './document.js';
import { byId, followTheme, make } from './elements.js';
import { askForLogin, askForPassword, readLogin, readPassword } from './login.js';
import { findByCode, showSearchFields, startSearch } from './search.js';
import { t, translatePage } from './text.js';
import { showTree } from './tree.js';
import { showUsage } from './usage.js';
import { attempt, say, show, tellWait } from './view.js';

let reader = '';
let isOver = false;
/** What is looked at: a client by way of a unit, and one of its levels, or all. */
let place = { unit: null, client: null, level: null };

const searchTitle = () => place.level?.caminho ?? t('Todos os níveis', 'All levels');
const back = () => show('search-view', searchTitle());
const open = (found) => openDocument(found, place.client, back);
const findAgain = startSearch(() => place, open);

function chooseLevel(level) {
  place = { ...place, level };
  showSearchFields(level);
  byId('new-document').hidden = !(level?.permissoes.includes('documento.incluir') && level.campos.length > 0);
  back();
  return findAgain();
}

function choosePlace(unit, client) {
  place = { unit, client, level: null };
  showTree(client.arvores, chooseLevel);
  return chooseLevel(null);
}

/** Everything within reach of who is logged in. */
const showReach = () =>
  attempt(async () => {
    const units = await read('api/Estrutura');
    const places = units.flatMap((unit) => unit.clientes.map((client) => ({ unit, client })));
    const select = byId('place');
    select.replaceChildren(
      ...places.map(({ unit, client }, index) =>
        make('option', { value: index, textContent: `${client.nomeCliente} · ${unit.nomeUnidade}` }),
      ),
    );
    select.hidden = places.length === 0;
    select.onchange = () => choosePlace(places[select.value].unit, places[select.value].client);
    if (places.length > 0) await choosePlace(places[0].unit, places[0].client);
    else say(t('Este usuário não alcança nenhum cliente.', 'No client is within reach of this user.'));
  });

function showReader() {
  byId('who').textContent = session.name;
  byId('leave').hidden = session.token === null;
}

function listen() {
  session.addEventListener('begin', () => {
    showReader();
    // Somebody else has another reach; whoever comes back goes on.
    if (reader !== '' && reader !== session.login) location.reload();
    reader = session.login;
  });
  session.addEventListener('end', ({ detail }) => {
    if (!detail.expired) return location.reload();
    isOver = true;
    void need('login');
  });
  byId('leave').addEventListener('click', () => session.end());
  byId('show-usage').addEventListener('click', () => place.client && showUsage(place, back));
  byId('new-document').addEventListener('click', () =>
    attempt(() =>
      createDocument(place, {
        back,
        done: async (code, files) => openDocument(await findByCode(place.client, code), place.client, back, files),
      }),
    ),
  );
}

translatePage();
followTheme(byId('theme'));
readLogin();
readPassword();
onNeed({ login: () => askForLogin(isOver), password: askForPassword, wait: tellWait });
listen();
session.start();
reader = session.login;
showReader();
await showReach();

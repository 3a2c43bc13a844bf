import { session } from './api.js';
import { byId } from './elements.js';
import { BASE } from './session.js';
import { t } from './text.js';

const DIALOG = 'login-dialog';

function explain(text) {
  byId('login-reason').textContent = text;
  byId('login-reason').hidden = text === '';
}

async function readSettings() {
  const response = await fetch(`${BASE}console/settings.json`).catch(() => null);
  if (!response?.ok) return;
  const { demo, subscriptionKeys } = await response.json();
  byId('subscription-field').hidden = !subscriptionKeys;
  byId('demo').hidden = !demo;
  if (!demo) return;
  byId('demo').textContent = t(
    `Arquivo de demonstração: ${demo.logins.join(', ')}; senha ${demo.password}`,
    `Demo archive: ${demo.logins.join(', ')}; password ${demo.password}`,
  );
}

/** Asks on top of whatever is being done, which stays as it is; answers when somebody is logged in. */
export function askForLogin(isOver) {
  const before = session.login;
  explain(isOver ? t('A sessão terminou. Entre de novo: nada se perdeu.', 'The session is over. Log in again: nothing is lost.') : '');
  const dialog = byId(DIALOG);
  if (!dialog.open) dialog.showModal();
  void (before ? byId('password') : byId('username')).focus();
  void readSettings();
  return new Promise((resolve) => session.addEventListener('begin', resolve, { once: true }));
}

export function readLogin() {
  const dialog = byId(DIALOG);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  byId('login').addEventListener('submit', async (event) => {
    event.preventDefault();
    const silent = t('O serviço não respondeu. Tente de novo.', 'The service did not answer. Try again.');
    const [username, password, key] = ['username', 'password', 'subscription'].map((id) => byId(id).value);
    const problem = await session.logIn(username, password, key).catch(() => silent);
    if (problem !== null) return explain(problem);
    byId('password').value = '';
    dialog.close();
  });
}

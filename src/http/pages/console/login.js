import { session } from './api.js';
import { byId } from './elements.js';
import { BASE } from './session.js';
import { t } from './text.js';

const DIALOG = 'login-dialog';

function explain(text) {
  byId('login-reason').textContent = text;
  byId('login-reason').hidden = text === '';
}

async function offerDemo() {
  const response = await fetch(`${BASE}console/settings.json`).catch(() => null);
  const demo = response?.ok ? (await response.json()).demo : null;
  if (!demo) return;
  byId('demo').hidden = false;
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
  void offerDemo();
  return new Promise((resolve) => session.addEventListener('begin', resolve, { once: true }));
}

export function readLogin() {
  const dialog = byId(DIALOG);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  byId('login').addEventListener('submit', async (event) => {
    event.preventDefault();
    const silent = t('O serviço não respondeu. Tente de novo.', 'The service did not answer. Try again.');
    const problem = await session.logIn(byId('username').value, byId('password').value).catch(() => silent);
    if (problem !== null) return explain(problem);
    byId('password').value = '';
    dialog.close();
  });
}

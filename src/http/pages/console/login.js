import { call, session } from './api.js';
import { byId } from './elements.js';
import { BASE } from './session.js';
import { t } from './text.js';

function explain(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = text === '';
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
  explain(
    'login-reason',
    isOver ? t('A sessão terminou. Entre de novo: nada se perdeu.', 'The session is over. Log in again: nothing is lost.') : '',
  );
  const dialog = byId('login-dialog');
  if (!dialog.open) dialog.showModal();
  byId(byId('username').value === '' ? 'username' : 'password').focus();
  void readSettings();
  return new Promise((resolve) => session.addEventListener('begin', resolve, { once: true }));
}

export function readLogin() {
  const dialog = byId('login-dialog');
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  byId('login').addEventListener('submit', async (event) => {
    event.preventDefault();
    const silent = t('O serviço não respondeu. Tente de novo.', 'The service did not answer. Try again.');
    const [username, password, key] = ['username', 'password', 'subscription'].map((id) => byId(id).value);
    const problem = await session.logIn(username, password, key).catch(() => silent);
    if (problem !== null) return explain('login-reason', problem);
    byId('password').value = '';
    dialog.close();
  });
}

/** Some have to choose another password before anything else; the service then ends their sessions. */
export function askForPassword(reason) {
  explain('password-reason', reason);
  // Nobody sees it: managers of passwords keep the new one under this name.
  byId('own-login').value = session.login;
  byId('password-dialog').showModal();
  return new Promise((resolve) => byId('password-dialog').addEventListener('close', resolve, { once: true }));
}

export function readPassword() {
  const dialog = byId('password-dialog');
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  byId('change-password').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await call('PATCH', `api/Usuario/${session.userId}/AlterarSenhaUsuario`, { body: { novaSenha: byId('new-password').value } });
    } catch (problem) {
      return explain('password-reason', problem.sentences.join(' '));
    }
    byId('new-password').value = '';
    dialog.close();
    session.end(true);
  });
}

import { call, newKey, read } from './api.js';
import { make } from './elements.js';
import { download, preview } from './preview.js';
import { dayOf, t, wireDay } from './text.js';
import { attempt, button, labelled, say } from './view.js';

const shares = ({ id }, client) => `api/Documento/${id}/cliente/${client.idCliente}/compartilhar-arquivos`;
const revoking = ({ id }, client) => `api/documento/${id}/cliente/${client.idCliente}/removercompartilhamento-arquivos`;

async function copy(input) {
  input.select();
  // Only where the page came over TLS, or from this machine.
  await navigator.clipboard?.writeText(input.value);
  say(t('Link copiado.', 'Link copied.'));
}

/** The files of a document with what can be done with each. Answers how to look again. */
export function showFiles(target, aside, { found, client, may }) {
  const deadline = make('input', { type: 'date', min: new Date().toLocaleDateString('sv') });

  const share = (file) =>
    attempt(async () => {
      const query = { idImagem: file.IdArquivo, PrazoCompartilhamento: deadline.value && wireDay(deadline.value) };
      await call('POST', shares(found, client), { query, key: newKey() });
      await refresh();
    });
  const revoke = (file) =>
    attempt(async () => {
      await call('PATCH', revoking(found, client), { query: { idImagem: file.IdArquivo } });
      await refresh();
    });

  const linkOf = (file) => {
    const input = make('input', {
      readOnly: true,
      value: file.LinkCompartilhado,
      className: 'grow',
      'aria-label': t(`Link de ${file.NomeAmigavel}`, `Link of ${file.NomeAmigavel}`),
    });
    const until =
      file.PrazoCompartilhamento &&
      make('span', {
        className: 'quiet',
        textContent: t(`até ${dayOf(file.PrazoCompartilhamento)}`, `until ${dayOf(file.PrazoCompartilhamento)}`),
      });
    return make(
      'div',
      { className: 'row link-of' },
      input,
      until || null,
      button(t('Copiar', 'Copy'), () => attempt(() => copy(input))),
      may.share && button(t('Remover link', 'Remove link'), () => revoke(file), { 'data-act': 'revoke' }),
    );
  };
  const entry = (file) => {
    const place = { client, file };
    return make(
      'li',
      {},
      make(
        'div',
        { className: 'row' },
        make('span', { className: 'grow file-name', textContent: file.NomeAmigavel }),
        may.view && button(t('Ver', 'View'), () => attempt(() => preview(aside, place)), { 'data-act': 'view' }),
        may.view && button(t('Baixar', 'Download'), () => attempt(() => download(place)), { 'data-act': 'download' }),
        may.share && !file.LinkCompartilhado && button(t('Compartilhar', 'Share'), () => share(file), { 'data-act': 'share' }),
      ),
      file.LinkCompartilhado && linkOf(file),
    );
  };
  async function refresh() {
    const { Arquivos: files } = await read(shares(found, client));
    const none = make('p', { className: 'quiet', textContent: t('Nenhum arquivo.', 'No files.') });
    const until =
      may.share && files.length > 0 && labelled(t('Novos links valem até (opcional)', 'New links work until (optional)'), deadline);
    target.replaceChildren(files.length > 0 ? make('ul', { className: 'files' }, files.map(entry)) : none, ...(until ? [until] : []));
  }
  return refresh;
}

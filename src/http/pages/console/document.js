import { byId, make } from './elements.js';
import { showFiles } from './files.js';
import { flowsOf } from './flows.js';
import { clearPreview } from './preview.js';
import { t } from './text.js';
import { dropZone, uploadsOf } from './upload.js';
import { attempt, button, show } from './view.js';

const term = (label, value) => [make('dt', { textContent: label }), make('dd', { textContent: value })];

/** What the person may do on the level of the document. */
function permissionsOn(level) {
  const has = (name) => level?.permissoes.includes(name) ?? false;
  return {
    view: has('arquivo.consultar'),
    add: has('arquivo.incluir'),
    share: has('documento.compartilhar'),
    flows: has('fluxo.consultar'),
  };
}

function flowsSection(found, client) {
  const target = make('div', { className: 'flows' });
  const look = button(t('Ver fluxos', 'Show workflows'), () => attempt(async () => target.replaceChildren(await flowsOf(found, client))), {
    'data-act': 'flows',
  });
  return [make('h2', { textContent: t('Fluxos', 'Workflows') }), make('div', { className: 'row' }, look), target];
}

/** A document with its values, files and flows; `pending` are files that were chosen before it was there. */
export async function openDocument(found, client, back, pending = []) {
  clearPreview();
  const level = client.arvores.find(({ caminho }) => caminho === found.path);
  const may = permissionsOn(level);
  const files = make('div', { id: 'files' });
  const aside = make('aside', { id: 'preview', 'aria-label': t('Arquivo aberto', 'Open file') });
  const refresh = showFiles(files, aside, { found, client, may });
  const uploads = uploadsOf(found.id);
  uploads.onSent = () => attempt(refresh);
  const known = [
    ...found.fields.filter(({ value }) => value !== '').map(({ label, value }) => [label, value]),
    [t('Nível', 'Level'), found.path],
    ['Status', found.status],
    ...(found.box ? [[t('Caixa', 'Box'), found.box]] : []),
    ...(found.due ? [[t('Vencimento', 'Due'), found.due]] : []),
  ];
  const leave = () => {
    clearPreview();
    aside.replaceChildren();
    back();
  };
  byId('document-view').replaceChildren(
    make('div', { className: 'row' }, button(t('‹ Resultados', '‹ Results'), leave, { 'data-act': 'back' })),
    make(
      'div',
      { className: 'beside' },
      make(
        'div',
        {},
        make(
          'dl',
          {},
          known.flatMap(([label, value]) => term(label, value)),
        ),
        make('h2', { textContent: t('Arquivos', 'Files') }),
        files,
        ...(may.add ? [dropZone(uploads), uploads.list] : []),
        ...(may.flows ? flowsSection(found, client) : []),
      ),
      aside,
    ),
  );
  show('document-view', t(`Documento ${found.code}`, `Document ${found.code}`));
  await attempt(refresh);
  if (pending.length > 0) uploads.add(pending);
}

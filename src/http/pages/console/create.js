import { call, newKey, read } from './api.js';
import { byId, make } from './elements.js';
import { fieldInputs, valuesIn } from './fields.js';
import { t } from './text.js';
import { attempt, button, show } from './view.js';

/** A new document of the level, with files that follow it. `done` hears of its code and of the files. */
export async function createDocument({ unit, client, level }, { back, done }) {
  const { esquema } = await read(`api/Estrutura/${level.idArvoreOrganizacional}`);
  const choices = ({ label, nomeLista }) => {
    const properties = nomeLista === null ? esquema.properties : esquema.properties[nomeLista]?.properties;
    return properties?.[label]?.enum ?? null;
  };
  const files = make('input', { type: 'file', multiple: true, id: 'new-files' });
  // One key as long as the form is open: sent twice, it creates one document.
  const keys = new Map();
  const form = make(
    'form',
    { id: 'create' },
    make('p', { className: 'quiet', textContent: level.caminho }),
    make('div', { className: 'fields' }, fieldInputs(level, { choices, mandatory: true })),
    make(
      'div',
      { className: 'drop' },
      make('label', { htmlFor: 'new-files', textContent: t('Arquivos (opcional):', 'Files (optional):') }),
      files,
    ),
    make(
      'div',
      { className: 'row' },
      make('button', { className: 'button main', textContent: t('Criar documento', 'Create document') }),
      button(t('Cancelar', 'Cancel'), back),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      const query = { idUnidade: unit.idUnidade, idCliente: client.idCliente, idArvoreOrganizacional: level.idArvoreOrganizacional };
      const body = { codigoCaixa: null, valoresCampos: valuesIn(form), arquivos: null };
      const content = JSON.stringify(body);
      if (!keys.has(content)) keys.set(content, newKey());
      const response = await call('POST', 'api/v3/Documento', { query, body, key: keys.get(content) });
      await done((await response.json()).codigoDocumento, [...files.files]);
    });
  });
  byId('create-view').replaceChildren(form);
  show('create-view', t('Novo documento', 'New document'));
  form.querySelector('input, select')?.focus();
}

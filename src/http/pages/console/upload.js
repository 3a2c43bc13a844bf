import { newKey, send } from './api.js';
import { make } from './elements.js';
import { bytes, t } from './text.js';
import { button } from './view.js';

/** One after the other; what could not be sent stays with its reason until it is sent again or taken away. */
class Uploads {
  #waiting = [];
  #isSending = false;

  /** What is sent is told where the document is shown at that time. */
  onSent = () => undefined;
  list = make('ul', { className: 'files', id: 'uploads' });

  constructor(documentId) {
    this.documentId = documentId;
  }

  get isUnsent() {
    return this.list.querySelector('li:not(.sent)') !== null;
  }

  add(files) {
    for (const file of files) {
      const bar = make('progress', { max: 1, value: 0, 'aria-label': file.name });
      const state = make('span', { className: 'state', textContent: t('na fila', 'waiting'), role: 'status' });
      const actions = make('span', { className: 'row' });
      const row = make(
        'li',
        {},
        make(
          'div',
          { className: 'row' },
          make('span', { className: 'grow file-name', textContent: `${file.name} (${bytes(file.size)})` }),
          bar,
          state,
          actions,
        ),
      );
      this.list.append(row);
      // The same key each time: a file that did arrive is not stored again.
      this.#waiting.push({ file, bar, state, actions, row, key: newKey() });
    }
    void this.#work();
  }

  async #work() {
    if (this.#isSending) return;
    this.#isSending = true;
    let isAnySent = false;
    for (let item = this.#waiting.shift(); item; item = this.#waiting.shift()) isAnySent = (await this.#sendOne(item)) || isAnySent;
    this.#isSending = false;
    if (isAnySent) this.onSent();
  }

  async #sendOne(item) {
    const { file, bar, state, actions, row, key } = item;
    row.className = '';
    actions.replaceChildren();
    const progress = (share) => {
      bar.value = share;
      state.textContent = share < 1 ? `${Math.floor(share * 100)}%` : t('conferindo', 'checking');
    };
    try {
      progress(0);
      await send('api/Arquivo/Upload', { idDocumento: this.documentId }, file, { key, progress });
      bar.value = 1;
      state.textContent = t('enviado', 'sent');
      row.className = 'sent';
      return true;
    } catch (problem) {
      state.textContent = (problem.sentences ?? [String(problem)]).join(' ');
      row.className = 'refused';
      const again = () => {
        this.#waiting.push(item);
        void this.#work();
      };
      actions.replaceChildren(
        button(t('Tentar de novo', 'Try again'), again, { 'data-act': 'again' }),
        button(t('Remover', 'Remove'), () => row.remove(), { 'aria-label': t(`Remover ${file.name}`, `Remove ${file.name}`) }),
      );
      return false;
    }
  }
}

const all = new Map();

/** The files on their way to a document: they are still there when it is opened again. */
export function uploadsOf(documentId) {
  if (!all.has(documentId)) all.set(documentId, new Uploads(documentId));
  return all.get(documentId);
}

window.addEventListener('beforeunload', (event) => {
  if ([...all.values()].some(({ isUnsent }) => isUnsent)) event.preventDefault();
});

/** Where files are dropped, or chosen with the keyboard. */
export function dropZone(uploads) {
  const input = make('input', { type: 'file', multiple: true, id: 'choose-files', onchange: () => take(input.files) });
  const take = (files) => {
    uploads.add([...files]);
    input.value = '';
  };
  const zone = make(
    'div',
    { className: 'drop' },
    make('label', { htmlFor: 'choose-files', textContent: t('Solte arquivos aqui ou escolha:', 'Drop files here or choose them:') }),
    input,
  );
  const mark = (isOver) => (event) => {
    event.preventDefault();
    zone.classList.toggle('over', isOver);
  };
  zone.addEventListener('dragover', mark(true));
  zone.addEventListener('dragleave', mark(false));
  zone.addEventListener('drop', (event) => {
    mark(false)(event);
    take(event.dataTransfer.files);
  });
  return zone;
}

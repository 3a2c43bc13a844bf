import { call } from './api.js';
import { make } from './elements.js';
import { bytes, t } from './text.js';
import { button } from './view.js';

const IMAGES = /^image\/(png|jpeg|gif|webp|bmp)$/;
const LONGEST_TEXT = 200_000;

let shown = null;

/** Addresses of bytes last as long as the page, unless they are given back. */
export function clearPreview() {
  if (shown !== null) URL.revokeObjectURL(shown);
  shown = null;
}

async function fetchFile({ client, file }) {
  const response = await call('GET', `api/Arquivo/${file.IdArquivo}/Cliente/${client.idCliente}`, { accept: 'application/octet-stream' });
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = encoded === undefined ? (quoted?.replace(/\\(.)/g, '$1') ?? token ?? file.NomeAmigavel) : decodeURIComponent(encoded);
  return { name, type: (response.headers.get('Content-Type') ?? '').split(';')[0].trim(), blob: await response.blob() };
}

export async function download(place) {
  const { name, blob } = await fetchFile(place);
  const address = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  const link = make('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The bytes under the one type that we say: what they are besides never runs, a PDF no less than a picture. */
const addressOf = (blob, type) => (shown = URL.createObjectURL(new Blob([blob], { type })));

async function contentOf({ name, type, blob }) {
  if (IMAGES.test(type)) return make('img', { src: addressOf(blob, type), alt: name });
  if (type === 'application/pdf') return make('iframe', { src: addressOf(blob, type), title: name });
  if (/^text\/(plain|csv)$/.test(type)) return make('pre', { tabIndex: 0, textContent: (await blob.text()).slice(0, LONGEST_TEXT) });
  return make('p', {
    className: 'quiet',
    textContent: t('Este tipo de arquivo não é mostrado aqui: baixe-o.', 'Files of this type are not shown here: download it.'),
  });
}

/** Shows a file beside its document. */
export async function preview(target, place) {
  const file = await fetchFile(place);
  clearPreview();
  const close = button(t('Fechar', 'Close'), () => {
    clearPreview();
    target.replaceChildren();
  });
  const head = make(
    'div',
    { className: 'row' },
    make('h2', { className: 'grow', textContent: file.name, tabIndex: -1 }),
    make('span', { className: 'quiet', textContent: bytes(file.blob.size) }),
    close,
  );
  target.replaceChildren(head, await contentOf(file));
  head.firstChild.focus();
}

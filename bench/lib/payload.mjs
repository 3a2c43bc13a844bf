/** Files of any size whose Base64 text is one block again and again: generating it costs next to nothing. */
import { createCipheriv, createHash } from 'node:crypto';

/** A multiple of 3, so that the texts of blocks join without padding. */
const BLOCK_BYTES = 192 * 1024;
const HEADER = Buffer.from('%PDF-1.7\n%bench\n');

/** Noise, the same in every process, that begins as a PDF does. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(BLOCK_BYTES - HEADER.length));
const BLOCK = Buffer.concat([HEADER, noise]);
const BLOCK_TEXT = Buffer.from(BLOCK.toString('base64'), 'latin1');

const PREFIX = Buffer.from(
  JSON.stringify({
    valoresCampos: [
      { label: 'Número', valorCampo: '77' },
      { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    ],
  }).slice(0, -1) + ',"arquivos":[{"arquivo":"',
);
const SUFFIX = Buffer.from('","contentType":"application/pdf","extensao":"pdf","nomeAmigavel":"bench"}]}');

export const bodyLength = (size) => PREFIX.length + Math.ceil(size / 3) * 4 + SUFFIX.length;

/** The body of operation 4.9 with one file of that many bytes. */
export function* bodyPieces(size) {
  yield PREFIX;
  for (let left = size; left > 0; left -= BLOCK_BYTES) {
    yield left >= BLOCK_BYTES ? BLOCK_TEXT : Buffer.from(BLOCK.toString('base64', 0, left), 'latin1');
  }
  yield SUFFIX;
}

/** SHA-256 of that file. */
export function fileHash(size) {
  const hash = createHash('sha256');
  for (let left = size; left > 0; left -= BLOCK_BYTES) hash.update(left >= BLOCK_BYTES ? BLOCK : BLOCK.subarray(0, left));
  return hash.digest('hex');
}

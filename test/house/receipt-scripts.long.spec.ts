import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Frontier, formatCheckpoint, inclusionProof, leafHash, noteSigner, readerOf, signNote } from '#libs/merkle-log';
import { judged as judgedBy, RECEIPT_SCRIPTS } from '../support/receipt-scripts';

interface Receipt {
  versao: 1;
  evento: string;
  arquivos: { valores: string; sal: string };
  posicao: number;
  prova: string[];
  selo: string;
  carimbo: Anchor | null;
}

interface Anchor {
  dia: string;
  raiz: string;
  folha: number;
  folhas: number;
  prova: string[];
  token: string | null;
}

const CLIENT = '5b0e4f6a-8f6b-4c1e-9a55-0d8a3f2f77c1';
const FILE = Buffer.from('%PDF-1.4 conteúdo');
const signer = noteSigner('acervo/0a1b2c3d4e5f6071', randomBytes(32));
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const other = (position: number): Buffer => leafHash(Buffer.from(`[1,"${CLIENT}",${position}]`));

/** As the service makes it: the leaf is the text of the event, with commitments for author, origin and files. */
async function receiptOf(position: number, size: number, { by = signer, client = CLIENT } = {}): Promise<Receipt> {
  const sal = base64url(randomBytes(12));
  const files = [
    { id: 'aa01', sha256: createHash('sha256').update('another').digest('hex'), bytes: 7 },
    { id: 'aa02', sha256: createHash('sha256').update(FILE).digest('hex'), bytes: FILE.length },
  ];
  const valores = JSON.stringify(files);
  const commitments = [
    base64url(randomBytes(32)),
    base64url(randomBytes(32)),
    createHmac('sha256', sal).update(valores).digest('base64url'),
  ];
  const subject = { documentId: '9f3a', title: 'ação "€" \u2028 \ud83d\ude00' };
  const evento = JSON.stringify([1, CLIENT, position, 1_795_437_000_123, 'document.create', subject, ...commitments]);
  const leaves = Array.from({ length: size }, (_, i) => (i + 1 === position ? leafHash(Buffer.from(evento)) : other(i + 1)));
  const frontier = Frontier.empty();
  for (const leaf of leaves) frontier.append(leaf);
  const prova = (await inclusionProof(position - 1, size, readerOf(leaves), frontier)).map(base64url);
  const selo = signNote(formatCheckpoint({ origin: `${signer.name}/${client}`, size, root: frontier.root() }), by);
  return { versao: 1, evento, arquivos: { valores, sal }, posicao: position, prova, selo, carimbo: null };
}

/** Among the heads of other logs; the token is only what has the root somewhere. */
async function anchored(receipt: Receipt, folha: number, folhas: number): Promise<Receipt & { carimbo: Anchor }> {
  const leaves = Array.from({ length: folhas }, (_, i) => leafHash(Buffer.from(i + 1 === folha ? receipt.selo : `head ${i}`)));
  const frontier = Frontier.empty();
  for (const leaf of leaves) frontier.append(leaf);
  const prova = (await inclusionProof(folha - 1, folhas, readerOf(leaves))).map(base64url);
  const root = frontier.root();
  const token = Buffer.concat([randomBytes(9), root, randomBytes(9)]).toString('base64');
  return { ...receipt, carimbo: { dia: '2026-11-24', raiz: base64url(root), folha, folhas, prova, token } };
}

const judged = (command: string[], receipt: Receipt, file = FILE) => judgedBy(command, signer.verifierKey, receipt, file);

describe.each(RECEIPT_SCRIPTS)('the script for receipts in %s', (_, command, isThere) => {
  const itThere = isThere ? it : it.skip;

  itThere.each([
    [1, 1],
    [1, 2],
    [3, 3],
    [5, 7],
    [256, 256],
    [300, 700],
  ])('takes event %i of a log of %i', async (position, size) => {
    const digest = createHash('sha256').update(FILE).digest('hex');
    const answer = await judged(command, await receiptOf(position, size));
    expect(answer).toMatch(`VALID: ${digest}, document.create at 2026-11-23T`);
    expect(answer).toMatch(`, event ${position} of ${size} in ${signer.name}/${CLIENT}`);
  });

  itThere('takes a head that others have signed, too', async () => {
    const receipt = await receiptOf(5, 7);
    const [text, own] = receipt.selo.split('\n\n') as [string, string];
    const [, theirs] = signNote(`${text}\n`, noteSigner(signer.name, randomBytes(32))).split('\n\n') as [string, string];
    expect(await judged(command, { ...receipt, selo: `${text}\n\n${theirs}${own}` })).toMatch(/^VALID: /);
  });

  itThere.each<[string, string, (good: Receipt) => Receipt | Promise<Receipt>]>([
    [
      'another digest',
      'the files are not those of the event',
      (good) => {
        const valores = good.arquivos.valores.replace('"bytes":7', '"bytes":8');
        return { ...good, arquivos: { ...good.arquivos, valores } };
      },
    ],
    ['another salt', 'the files are not those of the event', (good) => ({ ...good, arquivos: { ...good.arquivos, sal: 'x'.repeat(16) } })],
    ['another event', 'the event is not in the log', (good) => ({ ...good, evento: good.evento.replace('9f3a', '9f3b') })],
    ['another time', 'the event is not in the log', (good) => ({ ...good, evento: good.evento.replace('1795437000123', '1795437000124') })],
    ['another position', 'the event is not in the log', (good) => ({ ...good, evento: good.evento.replace(',5,', ',4,') })],
    ['a position after the end', 'the event is not in the log', (good) => ({ ...good, evento: good.evento.replace(',5,', ',8,') })],
    ['another version', 'the event is of a version', (good) => ({ ...good, evento: good.evento.replace('[1,', '[2,') })],
    ['a step changed', 'the event is not in the log', (good) => ({ ...good, prova: good.prova.with(1, base64url(randomBytes(32))) })],
    ['a step less', 'the event is not in the log', (good) => ({ ...good, prova: good.prova.slice(1) })],
    ['a step more', 'the event is not in the log', (good) => ({ ...good, prova: [...good.prova, good.prova[0]!] })],
    ['another size', 'the head is not signed by this key', (good) => ({ ...good, selo: good.selo.replace('\n7\n', '\n6\n') })],
    ['the head of another log', 'the head is that of another log', () => receiptOf(5, 7, { client: CLIENT.replace('5b', '5c') })],
    [
      'the signature of another key',
      'the head is not signed by this key',
      () => receiptOf(5, 7, { by: noteSigner(signer.name, randomBytes(32)) }),
    ],
  ])('refuses %s', async (_name, reason, altered) => {
    expect(await judged(command, await altered(await receiptOf(5, 7)))).toMatch(`NOT VALID: ${reason}`);
  });

  itThere.each([
    [1, 1],
    [2, 5],
    [7, 7],
  ])('takes a head that is leaf %i of %i of an anchor', async (folha, folhas) => {
    const receipt = await anchored(await receiptOf(5, 7), folha, folhas);
    const root = Buffer.from(receipt.carimbo.raiz, 'base64url').toString('hex');
    expect(await judged(command, receipt)).toMatch(new RegExp(`^VALID: .*, anchored on 2026-11-24 and stamped: ${root}$`));
    const carimbo = { ...receipt.carimbo, token: null };
    expect(await judged(command, { ...receipt, carimbo })).toMatch(/^VALID: .*, anchored on 2026-11-24 without a stamp: /);
  });

  itThere.each<[string, string, (good: Anchor) => Partial<Anchor>]>([
    ['of another root', 'the head is not in the anchor', () => ({ raiz: base64url(randomBytes(32)) })],
    ['at another place', 'the head is not in the anchor', () => ({ folha: 3 })],
    ['at a place after the end', 'the head is not in the anchor', () => ({ folha: 6 })],
    ['of another size', 'the head is not in the anchor', () => ({ folhas: 3 })],
    ['with a step less', 'the head is not in the anchor', ({ prova }) => ({ prova: prova.slice(1) })],
    ['with a step more', 'the head is not in the anchor', ({ prova }) => ({ prova: [...prova, prova[0]!] })],
    ['with the token of another', 'the time stamp is not that of the anchor', () => ({ token: randomBytes(60).toString('base64') })],
  ])('refuses an anchor %s', async (_name, reason, altered) => {
    const receipt = await anchored(await receiptOf(5, 7), 2, 5);
    expect(await judged(command, { ...receipt, carimbo: { ...receipt.carimbo, ...altered(receipt.carimbo) } })).toMatch(
      `NOT VALID: ${reason}`,
    );
  });

  itThere('refuses another head of the same log that was not anchored', async () => {
    const [one, other] = [await anchored(await receiptOf(5, 7), 2, 5), await receiptOf(5, 7)];
    expect(await judged(command, { ...other, carimbo: one.carimbo })).toMatch('NOT VALID: the head is not in the anchor');
  });

  itThere('refuses another file', async () => {
    const receipt = await receiptOf(5, 7);
    expect(await judged(command, receipt, Buffer.concat([FILE, Buffer.of(0)]))).toMatch('NOT VALID: the file is none of the event');
  });
});

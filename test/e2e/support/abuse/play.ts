import { Chance } from '../chance';
import type { Service } from '../service';
import type { AbuseCase } from './cases';
import type { Figures } from './figures';
import { RawSocket } from './raw-socket';
import { MARK, type Watch } from './watch';

/** How a case is sent: in pieces or not; the client ends its side at once, after the answers, or never. */
export interface Manner {
  pieces: number;
  end: 'early' | 'late' | 'never';
}

const CODE = /^[A-Z][A-Z0-9_]+$/;
/** Concurrent connections. */
const AT_ONCE = 12;
let marks = 0;

function piecesOf(text: string, count: number, chance: Chance): string[] {
  const cuts = Array.from({ length: count - 1 }, () => chance.whole(text.length + 1)).sort((a, b) => a - b);
  return [...cuts, text.length].map((cut, i) => text.slice(cuts[i - 1] ?? 0, cut)).filter((piece) => piece !== '');
}

/** Plays a case and compares the outcome with the expected one. */
async function play(service: Service, watch: Watch, one: AbuseCase, { pieces, end }: Manner, figures: Figures) {
  const mark = String(++marks).padStart(MARK.length, '0');
  const socket = new RawSocket(service);
  socket.heads = one.send.startsWith('HEAD ');
  for (const [i, piece] of piecesOf(one.send.replaceAll(MARK, mark), pieces, new Chance(marks)).entries()) {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    socket.send(piece);
  }
  try {
    if (end !== 'early') await socket.answered(one.answers.length);
    if (end !== 'never') await socket.finish().close();
    figures.count(socket.answers);
    return {
      title: one.title,
      answers: socket.answers.map(({ status }) => status),
      contraband: watch.entered(mark),
      torso: socket.torso,
      odd: socket.heads ? [] : socket.answers.filter(({ headers, body }) => !isRefusal(headers, body)),
    };
  } finally {
    socket.destroy();
  }
}

/** The standard error body, or the page of an invalid link. */
function isRefusal(headers: ReadonlyMap<string, string>, body: string): boolean {
  if (headers.get('content-type')?.startsWith('text/html')) return true;
  const { codigo, mensagem, idRequisicao } = JSON.parse(body) as Record<string, string>;
  return CODE.test(codigo ?? '') && mensagem !== '' && idRequisicao !== undefined && idRequisicao === headers.get('x-request-id');
}

/** Plays all cases with limited concurrency and answers the failed ones. */
export async function playAll(
  service: Service,
  watch: Watch,
  cases: readonly AbuseCase[],
  manner: Manner,
  figures: Figures,
): Promise<object[]> {
  const waiting = [...cases];
  const otherwise: object[] = [];
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const got = await play(service, watch, one, manner, figures);
      const wanted = { title: one.title, answers: one.answers, contraband: one.contraband ?? 0, torso: '', odd: [] };
      if (JSON.stringify(got) !== JSON.stringify(wanted)) otherwise.push({ ...manner, wanted, got });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return otherwise;
}

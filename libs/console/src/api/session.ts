import { store } from '../store';

/** As operation 1.1 answers it. */
export interface Session {
  Token: string;
  ExpiracaoToken: string;
  RefreshToken: string;
  IdUsuario: string;
  Login: string;
  NomeUsuario: string;
}
interface Known {
  session: Session | null;
  /** Ended without being asked to: the page stays, and waits for the same person. */
  isOver: boolean;
}

const KEY = 'acervo.session';
const SUBSCRIPTION = 'acervo.subscription';
const HAND_OVER_MS = 120;

/** Tabs of one browser share a session: a new one asks the others, and logging out ends it in all. */
const channel = new BroadcastChannel('acervo.session');
const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
const known = store<Known>({ session: saved && Date.parse(saved.ExpiracaoToken) > Date.now() ? saved : null, isOver: false });
let person = known.get().session?.IdUsuario;

function adopt(session: Session | null, isOver = false): void {
  if (session) sessionStorage.setItem(KEY, JSON.stringify(session));
  else sessionStorage.removeItem(KEY);
  // Another person has other rights, and must not see what this one left open or began to write.
  if (session && person !== undefined && person !== session.IdUsuario) {
    const kept = [KEY, SUBSCRIPTION].map((name) => [name, sessionStorage.getItem(name)] as const);
    sessionStorage.clear();
    for (const [name, value] of kept) if (value !== null) sessionStorage.setItem(name, value);
    return location.reload();
  }
  if (session) person = session.IdUsuario;
  known.set({ session, isOver });
}

/** Everything of a person goes with the session, drafts too. */
function leave(): void {
  sessionStorage.clear();
  location.reload();
}

interface HandOver {
  session: Session;
  subscription: string | null;
}
channel.addEventListener('message', ({ data }: MessageEvent<'who' | 'left' | HandOver>) => {
  const { session } = known.get();
  if (data === 'left') return session ? leave() : undefined;
  if (data === 'who') {
    if (session) channel.postMessage({ session, subscription: sessionStorage.getItem(SUBSCRIPTION) } satisfies HandOver);
    return;
  }
  // The refresh token works once: whoever has an older session takes the newer one.
  if (session && session.IdUsuario !== data.session.IdUsuario) return;
  if (data.subscription) sessionStorage.setItem(SUBSCRIPTION, data.subscription);
  adopt(data.session);
});

export const session = {
  store: known,
  get: () => known.get().session,
  subscription: () => sessionStorage.getItem(SUBSCRIPTION),
  useSubscription: (key: string) => sessionStorage.setItem(SUBSCRIPTION, key),
  begin(opened: Session): void {
    adopt(opened);
    channel.postMessage({ session: opened, subscription: sessionStorage.getItem(SUBSCRIPTION) } satisfies HandOver);
  },
  /** The service does not accept it any more. */
  expire: () => adopt(null, true),
  end(): void {
    channel.postMessage('left');
    leave();
  },
  /** Settles when somebody is logged in. */
  begun: () =>
    new Promise<Session>((resolve) => {
      const look = () => {
        const { session: now } = known.get();
        if (!now) return;
        stop();
        resolve(now);
      };
      const stop = known.subscribe(look);
      look();
    }),
  /** Settles when this tab has a session, or no other tab answered in time. */
  ready: () =>
    new Promise<void>((resolve) => {
      if (known.get().session) return resolve();
      const stop = known.subscribe(() => (stop(), resolve()));
      channel.postMessage('who');
      setTimeout(() => (stop(), resolve()), HAND_OVER_MS);
    }),
};

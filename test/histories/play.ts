import { Api, IDS, type Answer } from '../e2e/support/api';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { LIST_NAMES, listId, USERS, type ListName, type User } from './archive';
import { Calls } from './calls';
import { Look, nameRow, sameFiles, type Clients } from './look';
import { follow, Mismatch } from './model';
import { Names } from './names';
import { searched } from './searches';
import { emptyState, type HistoryCall, type State } from './state';
import type { History, Step } from './steps';

export interface Figures {
  histories: number;
  calls: number;
  refusals: number;
  pairs: number;
}

/** Plays histories, one after another, on one running service. */
export class Player {
  readonly figures: Figures = { histories: 0, calls: 0, refusals: 0, pairs: 0 };
  private readonly rowsBefore: Record<ListName, number> = { suppliers: 0, staff: 0, customers: 0 };

  private constructor(
    private readonly clients: Clients,
    private readonly userIds: Record<string, string>,
  ) {}

  static async start(url: string): Promise<Player> {
    const clients: Partial<Clients> = {};
    const userIds: Record<string, string> = {};
    for (const username of USERS) {
      const { json } = await new Api(url).post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD } });
      clients[username] = new Api(url, json.Token as string);
      userIds[username] = json.IdUsuario as string;
    }
    const player = new Player(clients as Clients, userIds);
    for (const list of LIST_NAMES) player.rowsBefore[list] = await player.lengthOf(list);
    return player;
  }

  /** Each time under fresh names, also while a failure is being shrunk. */
  async play(history: History): Promise<void> {
    const names = new Names(++this.figures.histories);
    const course = new Course(this.clients, names, this.figures);
    try {
      for (const step of [history.first, ...history.steps]) await course.take(step);
      await course.check(async (state) => {
        await new Look(this.clients, names, state, this.rowsBefore).everything(history.reader);
        for (const picks of history.searches) await searched(this.clients, this.userIds, names, state, picks);
      });
    } catch (error) {
      if (error instanceof Mismatch) error.message += `\nafter:\n${course.told.map((line) => `  ${line}`).join('\n')}`;
      throw error;
    } finally {
      for (const list of LIST_NAMES) this.rowsBefore[list] += course.rowsOf(list);
      // A failed history may have left rows that its state does not know.
      if (course.failed) for (const list of LIST_NAMES) this.rowsBefore[list] = await this.lengthOf(list);
    }
  }

  private async lengthOf(list: ListName): Promise<number> {
    const { json } = await this.clients.demo.get('/api/Lista/GetLinhaLista', { query: { idCliente: IDS.client, idLista: listId(list) } });
    return new Set((json as { IdLinhaLista: string }[]).map(({ IdLinhaLista }) => IdLinhaLista)).size;
  }
}

/** One history under way: the states that its answers so far allow; nearly always one. */
class Course {
  readonly told: string[] = [];
  failed = false;
  private states: State[] = [emptyState()];
  private readonly made: HistoryCall[] = [];

  constructor(
    private readonly clients: Clients,
    private readonly names: Names,
    private readonly figures: Figures,
  ) {}

  rowsOf = (list: ListName) => (this.states[0] as State).rows.filter((row) => row.list === list).length;

  async take(step: Step): Promise<void> {
    const calls = new Calls(this.names, this.states[0] as State, this.made);
    const steps = step.kind === 'together' ? step.steps : [step];
    const made = steps.flatMap((one) => calls.of(one) ?? []);
    if (made.length === 0) return;
    const answers = await Promise.all(made.map((call) => this.send(call)));
    made.forEach((call, index) => this.told.push(`${index > 0 ? '|| ' : ''}${tell(call)} -> ${answers[index]?.status} ${answers[index]?.text.slice(0, 120)}`)); // prettier-ignore
    this.made.push(...made);
    const orders = made.length === 1 ? [[0]] : [[0, 1], [1, 0]]; // prettier-ignore
    if (made.length === 2) this.figures.pairs++;
    const twins = made.length === 2 && made[0]?.key !== null && made[0]?.key === made[1]?.key && made[0]?.who === made[1]?.who;
    const next = this.states.flatMap((state) =>
      orders.map((order) => async () => {
        const copy = made.length === 1 ? state : structuredClone(state);
        for (const index of order) follow(copy, made[index] as HistoryCall, answers[index] as Answer, twins);
        return copy;
      }),
    );
    await this.narrow(next);
    await this.check((state) => this.learn(state));
    if (this.states.length > 1) this.states = distinct(this.states);
  }

  /** Keeps the states that agree with what is shown; there must be one. */
  async check(look: (state: State) => Promise<void>): Promise<void> {
    await this.narrow(
      this.states.map((state) => async () => {
        await look(state);
        return state;
      }),
    );
  }

  private async narrow(courses: readonly (() => Promise<State>)[]): Promise<void> {
    const kept: State[] = [];
    const refuted: unknown[] = [];
    for (const course of courses) await course().then((state) => kept.push(state), (error: unknown) => refuted.push(error)); // prettier-ignore
    const fault = refuted.find((error) => !(error instanceof Mismatch));
    if (fault === undefined && kept.length > 0) return void (this.states = kept);
    this.failed = true;
    throw fault ?? (refuted.length === 1 ? refuted[0] : new Mismatch(refuted.map((error) => (error as Error).message).join('\nor else ')));
  }

  private async send({ who, method, path, query, body, key }: HistoryCall): Promise<Answer> {
    const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
    const answer = await this.clients[who].call(method, path, { query, ...(body !== undefined && { body }), headers });
    this.figures.calls++;
    if (answer.status >= 400) this.figures.refusals++;
    return answer;
  }

  /** Asks for the ids that some calls do not tell; what is told beside them must be right, too. */
  private async learn(state: State): Promise<void> {
    for (const held of state.documents) {
      if (held.deleted || held.files.every(({ id }) => id !== null)) continue;
      const user: User = held.level === 'others' ? 'outro' : 'demo';
      sameFiles(held, await this.clients[user].get('/api/Arquivo/Get', { query: { idDocumento: held.id } }));
    }
    for (const row of state.rows) if (row.id === null) await nameRow(this.clients.demo, row);
  }
}

function distinct(states: readonly State[]): State[] {
  const text = ({ documents, rows, ...rest }: State) =>
    JSON.stringify([[...documents].sort((a, b) => a.code - b.code), rows.map((row) => JSON.stringify(row)).sort(), rest]);
  return [...new Map(states.map((state) => [text(state), state])).values()];
}

const tell = ({ who, method, path, query, body, key }: HistoryCall) =>
  `${who}: ${method} ${path} ${JSON.stringify(query)}${key === null ? '' : ` [${key}]`} ${JSON.stringify(body) ?? ''}`;

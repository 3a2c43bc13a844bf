import { randomUUID } from 'node:crypto';
import { stableId } from '#application/support/stable-id';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, IDS, type Answer } from '../../e2e/support/api';
import { matrixScene } from '../../e2e/support/matrix-archive';
import { idsOf, LOGOUT, REMOVE_ROW, requestOf, RESTORE } from '../../e2e/support/matrix-calls';
import { matrixRoutes, speciesOf } from '../../e2e/support/matrix-routes';
import { SAMPLE_NOTE } from '../../e2e/support/shown-files';
import type { Kind, MatrixRoute, MatrixScene, Species, Things } from '../../e2e/support/matrix-types';
import { operationsOf, type DescribedOperation, type OpenApi, type Place } from './document';
import type { Input } from './mutations';
import { readDocument } from './read-document';
import { partsOf, type FuzzRequest } from './requests';

const isDryRun = (query: FuzzRequest['query']) =>
  query.some(([name, value]) => name.toLowerCase() === 'simular' && /^(?:true|1)$/i.test(value));

/** A marker in the other client's data; it is never sent. */
const ALIEN = `Alheio-${randomUUID()}`;
/** Calls after which what they were about is gone, or is no longer what it was. */
const USES_UP = /^DELETE |removercompartilhamento|^PATCH .*compartilhar-arquivos|assinar-arquivos|concluir|Documento\/Put|Segredo/;
/** Calls after which a user no longer logs in, as others do in later calls. */
const CHANGES_USER = /AlterarSenhaUsuario|AlterarStatusUsuario|^(PUT|DELETE) \/api\/Usuario\/\{IdUsuario\}$/;
/** May change whatever the other operations are about. */
const REFORM = 'PUT /api/Acervo/{idCliente}';
/** All operations, in an order in which none takes away what another is about. */
export const fuzzTitles = () =>
  matrixRoutes()
    .map(({ title }) => title)
    .sort((a, b) => Number(a === REFORM) - Number(b === REFORM));
/** Users whose sessions are not used elsewhere. */
const LOGINS = { login: 'outra-unidade', refresh: 'outro-nivel' };
/** Public data; these ids are not secret. */
const GLOBAL: readonly Species[] = ['profile', 'box type', 'report', 'free'];

interface Filing {
  document: string;
  file: string;
  link: string;
}

/** The running service with two clients in it, and what the calls so far have made there. */
export class World {
  private filing: Filing | null = null;
  private note: Filing | null = null;
  private webhook: string | null = null;
  private flow: { flow: string; execution: string } | null = null;
  /** Logging in takes its time: only a valid call needs a token that nobody has used. */
  private renewable: object | null = null;
  private gone: { document?: string; file?: string } = {};

  private constructor(
    readonly scene: MatrixScene,
    readonly document: OpenApi,
    readonly operations: ReadonlyMap<string, DescribedOperation>,
    private readonly routes: ReadonlyMap<string, MatrixRoute>,
    readonly bystander: Bystander,
    private readonly alien: readonly string[],
  ) {}

  static async open(environment: Record<string, string> = {}): Promise<World> {
    const scene = await matrixScene({ LOGIN_FAILURES: '1000000', READ_FILES: 'true', ...environment });
    const { url } = scene.service;
    const { json } = await new Api(url).get('/openapi.json');
    const routes = new Map(matrixRoutes().map((route) => [route.title, route]));
    const bystander = await Bystander.arrive(new Api(url, scene.tokenOf('read-only', 'document:view')));
    const alien = await plant(scene);
    const document = readDocument(json as object);
    return new World(scene, document, operationsOf(document), routes, bystander, alien);
  }

  /** A good call of the operation, about things that are there. */
  async goodCall(title: string, isValid: boolean): Promise<FuzzRequest> {
    const route = this.routes.get(title) as MatrixRoute;
    if (isValid && USES_UP.test(title)) this.forget(title);
    const things = { ...(await this.things(route)), ...(isValid && (await this.onceOnly(route))) };
    const sent = await requestOf(this.scene, route, idsOf(route, things), this.filing?.link);
    const request = partsOf(route.path, sent);
    if (title.endsWith('/Login')) return { ...request, body: { username: LOGINS.login, password: DEMO_PASSWORD } };
    if (title.endsWith('/RefreshToken')) {
      if (isValid || !this.renewable) this.renewable = await this.renewal();
      return { ...request, body: this.renewable };
    }
    if (route.spec.repeatable) request.headers = { 'idempotency-key': randomUUID() };
    return request;
  }

  /** After an answer: what the call was about may be gone, the session of the caller among it. */
  async noted(title: string, { status }: Answer, token: string | null, { query }: Pick<FuzzRequest, 'query'>): Promise<void> {
    if (title === LOGOUT && status === 200) await this.scene.reopen(token as string);
    // A dry run changes nothing.
    if (status >= 400 || !USES_UP.test(title) || isDryRun(query)) return;
    if (this.filing && title.startsWith('DELETE /api/Documento')) this.gone = this.filing;
    if (this.filing && title.startsWith('DELETE /api/Arquivo')) this.gone = { ...this.gone, file: this.filing.file };
    this.forget(title);
  }

  idOf(place: Place, wanted: Exclude<Kind, 'own'>, title: string): string | undefined {
    const species = speciesAt(place);
    // What is deleted is what this operation is for.
    const kind = title === RESTORE && wanted === 'deleted' ? 'unknown' : wanted;
    const gone = kind === 'deleted' && (species === 'document' || species === 'file') ? this.gone[species] : undefined;
    return gone ?? this.scene.things[species][kind];
  }

  /** Whether an input names something that the caller cannot have: then it must not be served. */
  isAstray({ caller, changes }: Input, title: string): boolean {
    if (this.routes.get(title)?.spec.permission === null) return false;
    if (caller === 'no token') return true;
    const slots = this.routes.get(title)?.slots ?? [];
    // The other client's own data.
    if (caller === 'other client')
      return !changes.some(({ what }) => what === 'swap') && slots.some(({ species, optional }) => !optional && !GLOBAL.includes(species));
    return changes.some((change) => {
      if (change.what !== 'swap' || isFilter(change.place)) return false;
      return this.idOf(change.place, change.kind, title) !== undefined && speciesAt(change.place) !== 'free';
    });
  }

  tokenFor({ caller }: Input): string | null {
    return caller === 'right' ? this.scene.right.token : this.scene.tokenOf(caller, 'document:view');
  }

  /** What an answer tells of the other clients, and the request had not said. */
  alienIn({ caller }: Input, answer: Answer, said: string): string[] {
    if (caller === 'other client') return [];
    const text = answer.text.length > 0 ? answer.text : answer.bytes.toString('latin1');
    return this.alien.filter((mark) => text.includes(mark) && !said.toLowerCase().includes(mark.toLowerCase()));
  }

  private forget(title: string): void {
    if (title.includes('/Webhook')) this.webhook = null;
    else if (title.includes('EtapaExecucao')) this.flow = null;
    else this.filing = null;
  }

  private async things(route: MatrixRoute): Promise<Things> {
    const { things } = this.scene;
    const about = (...species: Species[]) => route.slots.some((slot) => species.includes(slot.species));
    if (about('document', 'file') || route.path.startsWith('/compartilhado')) this.filing ??= await this.scene.fresh();
    if (about('execution')) this.flow ??= await this.scene.freshFlow();
    if (about('webhook')) this.webhook ??= await this.scene.freshWebhook();
    // Flows are about the row that is there.
    const row = route.title === REMOVE_ROW ? await this.scene.freshRow() : null;
    const user = CHANGES_USER.test(route.title) ? await this.scene.freshUser() : null;
    if (route.path.endsWith('/nota')) this.note ??= await this.scene.fresh(SAMPLE_NOTE);
    const { flow, webhook } = this;
    const filing = route.path.endsWith('/nota') ? this.note : this.filing;
    return {
      ...things,
      ...(filing && { document: { ...things.document, own: filing.document }, file: { ...things.file, own: filing.file } }),
      ...(user !== null && { user: { ...things.user, own: user } }),
      ...(row !== null && { row: { ...things.row, own: row } }),
      ...(webhook !== null && { webhook: { ...things.webhook, own: webhook } }),
      ...(flow && { flow: { ...things.flow, own: flow.flow }, execution: { ...things.execution, own: flow.execution } }),
    };
  }

  /** What only one call can be about. */
  private async onceOnly({ title, slots }: MatrixRoute): Promise<Partial<Things>> {
    const { scene } = this;
    if (slots.some(({ species }) => species === 'session'))
      return { session: { ...scene.things.session, own: await scene.freshSession() } };
    if (slots.some(({ species }) => species === 'api key'))
      return { 'api key': { ...scene.things['api key'], own: await scene.freshKey() } };
    if (title !== RESTORE) return {};
    const { document } = await scene.fresh();
    await scene.remove(document);
    return { document: { ...scene.things.document, own: document } };
  }

  private async renewal() {
    const body = { username: LOGINS.refresh, password: DEMO_PASSWORD };
    const { json } = await new Api(this.scene.service.url).post('/api/Autenticacao/Login', { body });
    return { idUsuario: stableId('user', LOGINS.refresh), username: LOGINS.refresh, refreshToken: json.RefreshToken as string };
  }
}

/** Of a pair in the query, the last part is the name. */
const speciesAt = ({ name, owner }: Place): Species => speciesOf(name.split('.').at(-1) as string, owner);
/** Something that a search is narrowed to: what does not exist finds nothing. */
const isFilter = (place: Place) =>
  place.where === 'query' && !place.required && (speciesAt(place) === 'user' || speciesAt(place) === 'box type');

/** Files something of the other client's, and knows by what to recognise it. */
async function plant(scene: MatrixScene): Promise<string[]> {
  const other = new Api(scene.service.url, scene.tokenOf('other client', 'document:view'));
  const { client, level, unit, document, file, list, row, user, bill, definition, flow } = scene.things;
  const query = { idCliente: client.foreign!, idArvoreOrganizacional: level.foreign!, idUnidade: unit.foreign! };
  const body = {
    valoresCampos: [{ label: 'Assunto', valorCampo: ALIEN }],
    arquivos: [{ arquivo: Buffer.from(ALIEN).toString('base64'), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: ALIEN }],
  };
  const { status, json } = await other.post('/api/v3/Documento', { query, body });
  if (status !== 201) throw new Error(`the other client cannot file: ${status}`);
  const ids = [client, level, document, file, list, row, user, bill, definition, flow].map(({ foreign }) => foreign as string);
  return [ALIEN, Buffer.from(ALIEN).toString('base64'), json.idDocumento as string, ...ids, IDS.client, IDS.invoices];
}

/** Another client, served meanwhile. */
export class Bystander {
  calls = 0;

  private constructor(
    private readonly api: Api,
    private readonly expected: string,
  ) {}

  static async arrive(api: Api): Promise<Bystander> {
    const { status, text } = await api.get('/api/Lista/GetListas');
    if (status !== 200) throw new Error(`the bystander is not served: ${status} ${text}`);
    return new Bystander(api, text);
  }

  async call(): Promise<string[]> {
    this.calls++;
    const { status, text } = await this.api.get('/api/Lista/GetListas');
    return status === 200 && text === this.expected ? [] : [`a bystander got ${status} ${text.slice(0, 200)}`];
  }
}

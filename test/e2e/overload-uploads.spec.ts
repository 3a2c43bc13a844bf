import { until } from '../support/until';
import { IDS, place, type Answer, type Api } from './support/api';
import { bodyOf, expectRefusal, PATHS } from './support/creates';
import { RawRequest } from './support/raw-http';
import type { Service } from './support/service';
import { usersScene } from './support/users-scene';

jest.setTimeout(120_000);

const OTHER_PLACE = { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel };
const CONTENT = Buffer.alloc(400_000, 'x').toString('base64');
const BEGINNING = 1000;

/** Uploads of both clients of a service with three places, of which a client gets two. */
class Uploads {
  constructor(
    private readonly scene: { service: Service; demo: Api; other: Api },
    private readonly all: RawRequest[] = [],
  ) {}

  /** Has its place, and sends no more than its beginning. */
  async begun(whose: 'demo' | 'other'): Promise<{ answer: Promise<Answer>; drip(): void; finish(): void }> {
    const body = this.bodyOf(whose);
    const request = this.send(whose, body, { expect: '100-continue' });
    await until(() => request.continued, Boolean, { what: `a place for ${whose}` });
    let sent = BEGINNING;
    await request.send(body.subarray(0, sent));
    return {
      answer: request.answer,
      drip: () => void request.send(body.subarray(sent, ++sent)),
      finish: () => request.end(body.subarray(sent)),
    };
  }

  whole(whose: 'demo' | 'other'): Promise<Answer> {
    const body = this.bodyOf(whose);
    const request = this.send(whose, body, {});
    request.end(body);
    return request.answer;
  }

  hangUp(): void {
    for (const request of this.all.splice(0)) request.hangUp();
  }

  private bodyOf(whose: 'demo' | 'other'): Buffer {
    const values = whose === 'demo' ? undefined : [{ label: 'Assunto', valorCampo: 'devagar' }];
    const text = JSON.stringify(bodyOf('V3', { ...(values && { values }), files: [{ content: '', extension: 'txt' }] }));
    return Buffer.from(text.replace('"arquivo":""', `"arquivo":"${CONTENT}"`));
  }

  private send(whose: 'demo' | 'other', { length }: Buffer, headers: Record<string, string>): RawRequest {
    const api = this.scene[whose];
    const request = new RawRequest(api, PATHS.V3, { 'content-length': length, ...headers }, whose === 'demo' ? place() : OTHER_PLACE);
    this.all.push(request);
    return request;
  }
}

describe('slow uploads', () => {
  let scene: Awaited<ReturnType<typeof usersScene>>;
  let uploads: Uploads;
  beforeAll(async () => {
    scene = await usersScene({ CONCURRENT_UPLOADS: '3' });
    uploads = new Uploads(scene);
  });
  afterEach(() => uploads.hangUp());
  afterAll(() => scene.service.stop());

  /** The one that is refused first, and the others, which have no answer yet. */
  async function firstRefused(begun: readonly Awaited<ReturnType<Uploads['begun']>>[]) {
    const answers = new Map<number, Answer>();
    begun.forEach(({ answer }, at) => void answer.then((found) => answers.set(at, found)).catch(() => undefined));
    await until(() => answers.size, (count) => count > 0, { what: 'one is refused' }); // prettier-ignore
    const [[at, answer]] = [...answers] as [[number, Answer]];
    return { answer, others: begun.filter((_, other) => other !== at) };
  }
  const expectBusy = (answer: Answer) => {
    expect(expectRefusal(answer, 503).codigo).toBe('SERVICO_OCUPADO');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it('yield to another client, the slowest of the client with most places first', async () => {
    const [first, second, slow] = [await uploads.begun('demo'), await uploads.begun('demo'), await uploads.begun('other')];
    const dripping = setInterval(slow.drip, 100);
    const whole = uploads.whole('other');
    const { answer, others } = await firstRefused([first, second]);
    expectBusy(answer);
    expect((await whole).status).toBe(201);
    clearInterval(dripping);
    for (const each of [...others, slow]) each.finish();
    expect((await Promise.all([...others, slow].map((each) => each.answer))).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('yield to their own client, without affecting others', async () => {
    const [first, second, slow] = [await uploads.begun('demo'), await uploads.begun('demo'), await uploads.begun('other')];
    const whole = uploads.whole('demo');
    const { answer, others } = await firstRefused([first, second, slow]);
    expectBusy(answer);
    expect(others).toContain(slow);
    expect((await whole).status).toBe(201);
    slow.finish();
    expect((await slow.answer).status).toBe(201);
  });

  it('continue while nobody waits', async () => {
    const slow = await uploads.begun('demo');
    expect((await uploads.whole('other')).status).toBe(201);
    slow.finish();
    expect((await slow.answer).status).toBe(201);
  });
});

describe('very long uploads', () => {
  let scene: Awaited<ReturnType<typeof usersScene>>;
  beforeAll(async () => void (scene = await usersScene({ UPLOAD_SECONDS: '1' })));
  afterAll(() => scene.service.stop());

  it('are refused at the limit, and release their place', async () => {
    const uploads = new Uploads(scene);
    const slow = await uploads.begun('demo');
    const { codigo, mensagem } = expectRefusal(await slow.answer, 413);
    expect([codigo, mensagem]).toEqual(['ENVIO_DEMORADO', expect.stringContaining('1 segundo')]);
    uploads.hangUp();
  });
});

import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { OPERATOR_ID } from '#domain/access/actor';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { stableId } from '#application/support/stable-id';
import { IDS, loggedIn, type Api } from './support/api';
import { demoText, edited, openDesk } from './support/archive-files';
import { eventRows, eventsOf, lastOf, rowsOfLog } from './support/audited';
import { describeScene } from './support/describe-service';
import { atOnce } from './support/repeats';
import { writeFile } from 'node:fs/promises';
import { acervo } from './support/in-process';

const NOTE = '              - label: Observação\n                type: text\n';
const field = (label: string) => `${NOTE}              - label: ${label}\n                type: text\n`;

describeScene('events of operators', openDesk, (desk) => {
  let demo: Api;
  let other: Api;
  let text: string;
  beforeAll(async () => {
    [demo, other] = [await loggedIn(desk.service.url), await loggedIn(desk.service.url, 'outro')];
    text = await demoText();
  });

  const newest = async (api = demo, client = IDS.client) => (await eventsOf(api, { idCliente: client, limite: 1 })).eventos[0]!;
  const verified = () => desk.service.app.get(VerifyTrail).execute();
  const ofService = async () =>
    (await rowsOfLog(desk.service, SERVICE_LOG)).map(({ action, subject }) => ({
      action,
      ...(JSON.parse(subject) as object),
    }));
  const event = (acao: string, command: string, objeto: object) => ({
    acao,
    objeto,
    idUsuario: OPERATOR_ID,
    origem: 'cli',
    idRequisicao: expect.stringMatching(new RegExp(`^${command}:[0-9a-f-]{36}$`)),
  });

  it('apply records one event for each changed client, and none for others', async () => {
    const before = [await lastOf(demo), (await eventsOf(other, { idCliente: IDS.otherClient })).eventos.length];
    const changed = edited(
      text,
      [NOTE, field('Lote')],
      ["          - Matrícula: '1003'", "          - Matrícula: '1009'\n            Nome: Pessoa Sigilosa\n          - Matrícula: '1003'"],
    );
    expect((await desk.apply(changed)).written).toBe(true);
    const added = stableId('field', 'Empresa Exemplo', 'Financeiro', 'Notas Fiscais', 'Lote');
    const list = stableId('list', 'Empresa Exemplo', 'Funcionários');
    expect(await newest()).toMatchObject({
      ...event('acervo.aplicar', 'apply', { counts: ['fields +1 ~0 -0', 'rows +1 ~0 -0'], ids: [`fields +${added}`, `rows +${list}`] }),
      sequencia: before[0]! + 1,
    });
    expect((await eventsOf(other, { idCliente: IDS.otherClient })).eventos).toHaveLength(before[1]!);
    expect((await desk.apply(changed)).written).toBe(false);
    expect(await lastOf(demo)).toBe(before[0]! + 1);
  });

  it('a refused or planned apply records none', async () => {
    const before = await lastOf(demo);
    await desk.apply(edited(text, [NOTE, field('Outro')]), { dryRun: true });
    await desk.refused(edited(text, [NOTE, '']));
    expect(await lastOf(demo)).toBe(before);
  });

  it('apply to shared data records an event for each client that uses it, and for the service', async () => {
    const shared = (await desk.export()).replace(/(name: Unidade Sul\n {4}cnpj: )\S+/, '$1"11222333000181"');
    const before = await lastOf(demo);
    expect((await desk.apply(shared)).written).toBe(true);
    const unit = stableId('unit', 'Unidade Sul');
    const subject = { counts: ['units +0 ~1 -0'], ids: [`units ~${unit}`] };
    expect(await newest(other, IDS.otherClient)).toMatchObject(event('acervo.aplicar', 'apply', subject));
    expect(await lastOf(demo)).toBe(before);
    expect((await ofService()).at(-1)).toEqual({ action: 'archive.apply', ...subject });
  });

  it('a very large apply names some changes and counts all', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `              - label: Muitos ${index}\n                type: text\n`).join('');
    expect((await desk.apply(edited(text, [NOTE, NOTE + many]), { allowRemove: true })).written).toBe(true);
    const { objeto } = await newest();
    expect(objeto.counts).toContain('fields +150 ~0 -1');
    expect(objeto.ids).toHaveLength(100);
    expect(JSON.stringify(objeto)).not.toMatch(/Muitos|Lote|Sigilosa/);
  });

  it('two concurrent applies record two events for each client, without a gap', async () => {
    await Promise.all(['a', 'b'].map((name) => writeFile(desk.path(`${name}.yaml`), concerningAll(text, name))));
    const outcomes = await atOnce(
      6,
      async (index) => (await acervo(desk.service.app, ['apply', desk.path(`${'ab'[index % 2]}.yaml`), '--allow-remove'])).exitCode,
    );
    expect(outcomes).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await verified()).broken).toEqual([]);
    expect((await newest(other, IDS.otherClient)).acao).toBe('acervo.aplicar');
  });

  it.each<[string, string[], string, object]>([
    [
      'create',
      ['--client', 'Empresa Exemplo', '--profile', 'Leitor'],
      'usuario.incluir',
      { grants: [`${IDS.client} * * ${stableId('profile', 'Leitor')}`] },
    ],
    ['unlock', [], 'usuario.desbloquear', {}],
    ['password', [], 'usuario.senha', { own: false }],
  ])('user %s records an event of the client', async (action, words, acao, subject) => {
    await acervo(desk.service.app, ['user', action, 'operado', ...words]);
    expect(await newest()).toMatchObject(event(acao, `user-${action}`, { userId: stableId('user', 'operado'), ...subject }));
  });

  it('a user without a client records an event of the service', async () => {
    await acervo(desk.service.app, ['user', 'create', 'de-ninguem']);
    const userId = stableId('user', 'de-ninguem');
    expect((await ofService()).at(-1)).toEqual({ action: 'user.create', userId, grants: [] });
    await acervo(desk.service.app, ['user', 'unlock', 'de-ninguem']);
    expect((await ofService()).at(-1)).toEqual({ action: 'user.unlock', userId });
  });

  it('a refused user command records none', async () => {
    const before = await lastOf(demo);
    await expect(
      acervo(desk.service.app, ['user', 'create', 'demo', '--client', 'Empresa Exemplo', '--profile', 'Leitor']),
    ).rejects.toThrow(/is taken/);
    expect(await lastOf(demo)).toBe(before);
  });

  it('keys rotate records an event without the key', async () => {
    const { text: shown } = await acervo(desk.service.app, [
      'keys',
      'rotate',
      '--client',
      'Empresa Exemplo',
      '--unit',
      'Unidade Central',
      '--slot',
      '2',
    ]);
    expect(await newest()).toMatchObject(event('chave.trocar', 'keys-rotate', { unitId: IDS.unit, slot: 2 }));
    const key = shown.split(' ').at(-1)!;
    expect(JSON.stringify(await eventRows(desk.service))).not.toContain(key);
  });

  it('can be filtered', async () => {
    const { eventos } = await eventsOf(demo, { idUsuario: OPERATOR_ID, limite: 500 });
    expect(new Set(eventos.map(({ origem }) => origem))).toEqual(new Set(['cli']));
    expect((await eventsOf(demo, { acao: 'chave.trocar' })).eventos).toHaveLength(1);
  });

  it('are part of the verified log', async () => {
    expect((await verified()).broken).toEqual([]);
  });
});

/** The archive with something of this name in each client, and another name for a profile of both. */
function concerningAll(text: string, name: string): string {
  return edited(
    text,
    [NOTE, field(`Campo ${name}`)],
    ['  - name: Outra Empresa\n', `  - name: Outra Empresa\n    signatureOrigins:\n      - Origem ${name}\n`],
  );
}

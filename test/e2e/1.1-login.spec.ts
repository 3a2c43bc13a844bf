import { Api, IDS, loggedIn } from './support/api';
import { describeService } from './support/describe-service';

const LOGIN = '/api/Autenticacao/Login';

describeService('1.1 POST /api/Autenticacao/Login', ({ service }) => {
  let api: Api;
  beforeAll(async () => {
    api = new Api(service.url);
  });

  const login = (body: unknown) => api.post(LOGIN, { body });

  it('opens a session of five days unless told otherwise', async () => {
    const { status, json } = await login({ username: 'demo', password: 'Acervo@2026' });
    expect(status).toBe(201);
    expect(Object.keys(json)).toEqual([
      'IdUsuario',
      'NomeUsuario',
      'Login',
      'Token',
      'ExpiracaoToken',
      'RefreshToken',
      'ExpiracaoRefreshToken',
    ]);
    expect(json.ExpiracaoToken).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/);
    const minutes = (Date.parse(json.ExpiracaoToken as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(7198);
    expect(minutes).toBeLessThanOrEqual(7200);
  });

  it.each([
    ['the text 10', '10', 10],
    ['nothing', '', 7200],
    ['zero', 0, 7200],
    ['more than the maximum', 10_000_000, 43_200],
  ])('A7 accepts %s as tempoExpiracao', async (_, tempoExpiracao, expected) => {
    const { json } = await login({ username: 'demo', password: 'Acervo@2026', tempoExpiracao });
    const minutes = (Date.parse(json.ExpiracaoToken as string) - Date.now()) / 60_000;
    expect(Math.abs(minutes - expected)).toBeLessThan(1);
  });

  it('A1 returns the same refusal for an unknown user and a wrong password', async () => {
    const unknown = await login({ username: 'ninguem', password: 'Acervo@2026' });
    const wrong = await login({ username: 'leitor', password: 'errada' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    const withoutId = ({ json }: { json: { idRequisicao: string } }) => ({ ...json, idRequisicao: '' });
    expect(withoutId(unknown)).toEqual(withoutId(wrong));
  });

  it('A4 finds the login in any case, with or without accents and blanks', async () => {
    expect((await login({ username: '  DÉMO ', password: 'Acervo@2026' })).status).toBe(201);
  });

  it('A2 A6 locks a login for some minutes after more than five consecutive failures, even with the right password', async () => {
    for (let attempt = 0; attempt < 6; attempt++) await login({ username: 'outro', password: `errada ${attempt}` });
    expect((await login({ username: 'outro', password: 'Acervo@2026' })).status).toBe(401);
    await service.database.query('UPDATE login_failure SET blocked_until = 1');
    // The block is over: counting begins anew.
    expect((await login({ username: 'outro', password: 'errada' })).status).toBe(401);
    expect((await login({ username: 'outro', password: 'Acervo@2026' })).status).toBe(201);
  });

  it('A17 ends all other sessions with an exclusive session, which the next login ends', async () => {
    const before = await loggedIn(service.url, 'financeiro');
    const { json } = await login({ username: 'financeiro', password: 'Acervo@2026', utilizacaoUnica: 'True' });
    const exclusive = new Api(service.url, json.Token as string);
    expect((await before.get('/api/Estrutura')).status).toBe(401);
    expect((await exclusive.get('/api/Estrutura')).status).toBe(200);
    expect((await exclusive.get('/api/Estrutura')).status).toBe(200);
    const next = await loggedIn(service.url, 'financeiro');
    expect((await exclusive.get('/api/Estrutura')).status).toBe(401);
    expect((await next.get('/api/Estrutura')).status).toBe(200);
  });

  it('A3 A7 treats a number as the text it was written with, and reports unknown names', async () => {
    const { status, json, headers } = await login({ username: 0, password: 'x', perfil: 'admin' });
    expect([status, json.codigo, headers.get('campos-ignorados')]).toEqual([401, 'CREDENCIAIS_INVALIDAS', 'perfil']);
  });

  it.each([
    ['no username', { password: 'x' }, ['username']],
    ['no fields at all', {}, ['username', 'password']],
    ['a list as password', { username: 'demo', password: ['Acervo@2026'] }, ['password']],
    ['an object as username', { username: { $ne: '' }, password: 'x' }, ['username']],
    ['a fraction as tempoExpiracao', { username: 'demo', password: 'x', tempoExpiracao: 1.5 }, ['tempoExpiracao']],
    ['a negative tempoExpiracao', { username: 'demo', password: 'x', tempoExpiracao: -1 }, ['tempoExpiracao']],
    ['a word as utilizacaoUnica', { username: 'demo', password: 'x', utilizacaoUnica: 'yes' }, ['utilizacaoUnica']],
  ])('A3 A7 refuses %s and names the fields', async (_, body, fields) => {
    const { status, json } = await login(body);
    expect(status).toBe(400);
    expect(json.erros.map((error: { campo: string }) => error.campo)).toEqual(fields);
  });

  it.each(['', '   ', '{', '[]', '"x"', 'null', '{"username":"demo"', '{"username":"demo","username":"demo","password":"x"}'])(
    'refuses the unreadable or incomplete body %j',
    async (body) => {
      const { status, json } = await login(body);
      expect(status).toBe(400);
      expect(json.codigo).toMatch(/^[A-Z0-9_]+$/);
      expect(json.idRequisicao).toBeTruthy();
    },
  );

  it('treats SQL in the fields as a wrong login', async () => {
    for (const username of ["' OR 1=1 --", 'demo"; DROP TABLE user_account; --', '%']) {
      expect((await login({ username, password: "' OR '1'='1" })).status).toBe(401);
    }
    expect((await login({ username: 'demo', password: 'Acervo@2026' })).json.IdUsuario).not.toBe(IDS.client);
  });
});

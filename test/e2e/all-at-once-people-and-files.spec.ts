import { loggedIn, type Api } from './support/api';
import { expectRefusal, leavesNothing, problemsOf } from './support/creates';
import { NOBODY } from './support/reading';
import { startService, type Service } from './support/service';
import { CREATE, userBody } from './support/users';

describe('all that is wrong with a call is told at once', () => {
  let service: Service;
  let api: Api;
  beforeAll(async () => {
    service = await startService();
    api = await loggedIn(service.url);
  });
  leavesNothing(() => service);
  afterAll(() => service.stop());

  it('9.1: formats, the password, the login, and what the archive says', async () => {
    const told = async (over: Record<string, unknown>, status: number) =>
      problemsOf(expectRefusal(await api.post(CREATE, { body: userBody(over) }), status)).sort();
    const wrong = { email: 'x', senha: 'fraca', login: 'DEMO', idChefe: NOBODY, dataAgendamentoInativacao: '2020-01-01' };
    const ofTheArchive = ['dataAgendamentoInativacao DATA_NO_PASSADO', 'login LOGIN_EXISTENTE', 'senha SENHA_FRACA'];
    const ofFormat = ['email FORMATO_INVALIDO', 'idChefe ID_INEXISTENTE', 'idCultura FORA_DO_INTERVALO', 'nome OBRIGATORIO'];
    expect(await told({ ...wrong, nome: '', idCultura: '9' }, 400)).toEqual([...ofTheArchive, ...ofFormat].sort());
    expect(await told({ ...wrong, idChefe: '', email: 'a@b.com' }, 422)).toEqual(ofTheArchive);
    expect(await told({ idClientePermissao: 'x', senha: 'fraca' }, 400)).toEqual([
      'idClientePermissao FORMATO_INVALIDO',
      'senha SENHA_FRACA',
    ]);
  });
});

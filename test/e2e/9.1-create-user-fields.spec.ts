import { IDS, type Answer } from './support/api';
import { problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY } from './support/reading';
import { CREATE, dayOf, daysFromNow, makeUser, OTHER_HOME, refusedWith, userBody } from './support/users';

describeService('9.1 POST /api/Usuario/AdicionarUsuario', ({ service, demo, other }) => {
  const send = (over: Record<string, unknown> = {}): Promise<Answer> => demo.post(CREATE, { body: userBody(over) });

  describe('invalid fields', () => {
    const missing = ['login', 'nome', 'email', 'senha', 'idClientePermissao', 'idUnidadePermissao'];
    it.each(missing.flatMap((name) => [undefined, null, ''].map((value): [string, unknown] => [name, value])))(
      '%s as %j is missing',
      async (name, value) => {
        const refusal = await refusedWith(service, 400, () => send({ [name]: value }));
        expect(problemsOf(refusal)).toEqual([`${name} OBRIGATORIO`]);
      },
    );

    it.each<[string, unknown, string]>([
      ['login', 'l'.repeat(51), 'TAMANHO_EXCEDIDO'],
      ['login', ' \t ', 'OBRIGATORIO'],
      ['login', ['x'], 'TIPO_INVALIDO'],
      ['login', { $ne: '' }, 'TIPO_INVALIDO'],
      ['login', 'a\u0000b', 'FORMATO_INVALIDO'],
      ['nome', 'n'.repeat(251), 'TAMANHO_EXCEDIDO'],
      ['nome', '   ', 'OBRIGATORIO'],
      ['email', `${'e'.repeat(44)}@ex.com`, 'TAMANHO_EXCEDIDO'],
      ...['x', 'x@', '@x.com', 'x@x', 'x y@x.com', 'x@x..com', 'x@@x.com', 'x@x.com.', 'a@b.com, c@d.com', '<x@x.com>'].map(
        (email): [string, unknown, string] => ['email', email, 'FORMATO_INVALIDO'],
      ),
      ['senha', `Aa1@${'x'.repeat(125)}`, 'TAMANHO_EXCEDIDO'],
      ...['telefoneFixo', 'telefoneCelular'].flatMap((name) =>
        ['3133334444', '(31)3333-4444', '(31) 33334444', '(3) 3333-4444', '(31) 333-4444', '(aa) 3333-4444', '+5531333344'].map(
          (phone): [string, unknown, string] => [name, phone, 'FORMATO_INVALIDO'],
        ),
      ),
      ['telefoneCelular', '(31) 999999-8888', 'TAMANHO_EXCEDIDO'],
      ...['9', '501', '-1', '0'].map((size): [string, unknown, string] => ['registrosPorPagina', size, 'FORA_DO_INTERVALO']),
      ...['dez', '1e2', '50.5', '5 0'].map((size): [string, unknown, string] => ['registrosPorPagina', size, 'FORMATO_INVALIDO']),
      ...['0', '100', '-1'].map((months): [string, unknown, string] => ['frequenciaTrocaSenha', months, 'FORA_DO_INTERVALO']),
      ['frequenciaTrocaSenha', 'um', 'FORMATO_INVALIDO'],
      ...['0', '4'].map((culture): [string, unknown, string] => ['idCultura', culture, 'FORA_DO_INTERVALO']),
      ['idCultura', 'pt', 'FORMATO_INVALIDO'],
      ...['alteraSenhaProximoLogin', 'notificacaoTTD', 'clienteMaster'].flatMap((name) =>
        ['2', 'sim', '-1', '01'].map((flag): [string, unknown, string] => [name, flag, 'FORMATO_INVALIDO']),
      ),
      ['dataAgendamentoInativacao', '2027-02-30', 'DATA_INEXISTENTE'],
      ['dataAgendamentoInativacao', '2027-2-3', 'FORMATO_INVALIDO'],
      ['dataAgendamentoInativacao', 'amanhã', 'FORMATO_INVALIDO'],
      ['dataAgendamentoInativacao', 20270101, 'FORMATO_INVALIDO'],
      ...['idChefe', 'idHorarioTrabalho', 'idCalendario', 'idGrupoChefeImediato', 'idClientePermissao', 'idUnidadePermissao'].map(
        (name): [string, unknown, string] => [name, '123', 'FORMATO_INVALIDO'],
      ),
    ])('%s as %j', async (name, value, code) => {
      expect(problemsOf(await refusedWith(service, 400, () => send({ [name]: value })))).toEqual([`${name} ${code}`]);
    });

    it('all of them at once', async () => {
      const over = { login: '', nome: 'n'.repeat(251), registrosPorPagina: '5', idCultura: '9', clienteMaster: 'x' };
      expect(problemsOf(await refusedWith(service, 400, () => send(over)))).toEqual([
        'login OBRIGATORIO',
        'nome TAMANHO_EXCEDIDO',
        'registrosPorPagina FORA_DO_INTERVALO',
        'idCultura FORA_DO_INTERVALO',
        'clienteMaster FORMATO_INVALIDO',
      ]);
    });

    it.each(['Aa1@bcd', 'aa1@bcde', 'AA1@BCDE', 'Aaa@bcde', 'Aa1bcdef', 'Aa1 bcde', '12345678', '        x'])(
      'the weak password %j',
      async (senha) => {
        expect(problemsOf(await refusedWith(service, 422, () => send({ senha })))).toEqual(['senha SENHA_FRACA']);
      },
    );

    it('a day in the past, in the time zone of the service', async () => {
      const yesterday = { dataAgendamentoInativacao: dayOf(daysFromNow(-1)) };
      expect(problemsOf(await refusedWith(service, 422, () => send(yesterday)))).toEqual(['dataAgendamentoInativacao DATA_NO_PASSADO']);
      expect(problemsOf(await refusedWith(service, 422, () => send({ ...yesterday, senha: 'fraca' })))).toEqual([
        'senha SENHA_FRACA',
        'dataAgendamentoInativacao DATA_NO_PASSADO',
      ]);
    });

    it('an idChefe that is unknown or of another client', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      for (const idChefe of [NOBODY, foreign.id, IDS.client]) {
        expect(problemsOf(await refusedWith(service, 400, () => send({ idChefe })))).toEqual(['idChefe ID_INEXISTENTE']);
      }
    });
  });
});

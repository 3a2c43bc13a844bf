import { IDS, type Answer, type Api } from './support/api';
import { change } from './support/another-operator';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { addProfile, grant, userWith } from './support/users';

/* eslint-disable @typescript-eslint/no-explicit-any -- the archive file is data */

const PATH = `/api/Acervo/${IDS.client}`;
const OTHER_PATH = `/api/Acervo/${IDS.otherClient}`;
const read = async (api: Api) => (await api.get(PATH)).json;
const put = (api: Api, body: unknown, path = PATH): Promise<Answer> => api.call('PUT', path, { query: { remover: 'true' }, body });
const messages = ({ json }: Answer): string[] => json.erros.map(({ mensagem }: any) => mensagem);
const refused = async (body: unknown, api: Api, path = PATH) => {
  const answer = await put(api, body, path);
  expectRefusal(answer, 422);
  return messages(answer);
};

describeService('who sees and changes what of an archive file', ({ service, demo, other }) => {
  const only = async (name: string, ...permissions: Parameters<typeof addProfile>[2]) =>
    (await userWith(demo, [grant(await addProfile(service, name, permissions))])).api;

  it('shows contracts to who sees bills, users and profiles to who administers users, and nothing of them to others', async () => {
    const whole = await read(demo);
    const [levels, bills, people] = [
      await only('Só acervo', 'archive:manage'),
      await only('Acervo e faturas', 'archive:manage', 'billing:view'),
      await only('Acervo e usuários', 'archive:manage', 'user:manage'),
    ];
    const seen = async (api: Api) => {
      const { units, clients, profiles, users } = await read(api);
      return [units.length, clients[0].levels.length, clients[0].contracts, profiles?.length > 0, users?.length > 0];
    };
    const { contracts } = whole.clients[0];
    expect(contracts[0].services[0]).toMatchObject({ kind: expect.any(String) });
    expect(await seen(demo)).toEqual([1, 2, contracts, true, true]);
    expect(await seen(levels)).toEqual([1, 2, undefined, false, false]);
    expect(await seen(bills)).toEqual([1, 2, contracts, false, false]);
    expect(await seen(people)).toEqual([1, 2, undefined, true, true]);
    // What a section is refused to, its own operation refuses, too.
    expect((await levels.get('/api/Usuario')).status).toBe(401);
    const versions = await Promise.all([demo, levels, bills, people].map(async (api) => (await api.get(PATH)).headers.get('etag')));
    expect(new Set(versions).size).toBe(1);
    // What was shown can be sent back, and changes nothing.
    for (const api of [levels, bills, people]) expect((await put(api, await read(api))).json).toEqual({ gravado: false, alteracoes: [] });
  });

  it('tells nothing of what is not shown in its refusals', async () => {
    const { clients, users } = await read(demo);
    const api = await only('Só níveis', 'archive:manage');
    const [{ name, units, contracts }] = clients;
    const known = contracts[0].number as string;
    expect(await refused({ users: [], profiles: [] }, api)).toEqual(['perfis não são alterados aqui', 'usuários não são alterados aqui']);
    expect((await put(api, { clients: [{ name, units, contracts: [] }] })).json).toEqual({ gravado: false, alteracoes: [] });
    const [hidden, unknown] = [contracts[0], { ...contracts[0], id: undefined, number: 'CT-0' }];
    expect(await refused({ clients: [{ name, units, contracts: [hidden, unknown] }] }, api)).toEqual([
      `contratos: "Empresa Exemplo / ${known}" não é alterado aqui`,
      'contratos: "Empresa Exemplo / CT-0" não é alterado aqui',
    ]);
    const told = (await refused({ units: [], clients: [{ name, units, levels: [] }] }, api)).join('\n');
    expect(told).toContain('um usuário precisa dele');
    expect(told).toContain('um contrato precisa dele');
    for (const secret of [known, ...users.map(({ login }: any) => `usuário "${login}"`)]) expect(told).not.toContain(secret);
  });

  it('has prices, contracts and the default profile changed by nobody', async () => {
    const { clients } = await read(demo);
    const changed = async (edit: (client: any) => void) => {
      const client = structuredClone(clients[0]);
      edit(client);
      return refused({ clients: [client] }, demo);
    };
    const inContracts = /^(contratos|serviços de contratos): "Empresa Exemplo \/ .*" não é alterado aqui$/;
    for (const edit of [
      (client: any) => (client.contracts[0].services[0].discount = '100'),
      (client: any) => client.contracts[0].services.pop(),
      (client: any) => client.contracts.pop(),
      (client: any) => (client.contracts[0].suspended = true),
    ])
      expect(await changed(edit)).toContainEqual(expect.stringMatching(inContracts));
    expect(await changed((client) => (client.defaultProfile = 'Leitor'))).toEqual(['clientes: "Empresa Exemplo" não é alterado aqui']);
    expect((await read(demo)).clients).toEqual(clients);
  });

  it('has a profile or box type that a client added changed and seen by that client alone, and one of nobody by no client', async () => {
    await addProfile(service, 'De ninguém', ['document:view']);
    const { profiles, boxTypes } = await read(demo);
    const added = { name: 'Desligamento', permissions: ['document:view'] };
    expect((await put(demo, { profiles: [...profiles, added], boxTypes: [...boxTypes, { name: 'Gaveta' }] })).json.gravado).toBe(true);
    const mine = await read(demo);
    const theirs = (await other.get(OTHER_PATH)).json;
    expect(mine.profiles.map(({ name }: any) => name)).toEqual(expect.arrayContaining(['De ninguém', 'Desligamento']));
    expect(theirs.profiles.map(({ name }: any) => name)).toContain('De ninguém');
    expect(JSON.stringify(theirs)).not.toMatch(/Desligamento|Gaveta/);
    expect(JSON.stringify((await other.get('/api/Perfil', { query: { idCliente: IDS.otherClient } })).json)).not.toContain('Desligamento');
    const edited = (name: string) =>
      theirs.profiles.map((profile: any) => (profile.name === name ? { ...profile, permissions: ['document:create'] } : profile));
    expect(await refused({ profiles: edited('De ninguém') }, other, OTHER_PATH)).toEqual([
      'perfil "De ninguém": não é só deste cliente, e só um operador o altera',
    ]);
    expect(await refused({ boxTypes: mine.boxTypes.map((type: any) => ({ ...type, name: `${type.name} 2` })) }, demo)).toEqual([
      'tipo de caixa "Caixa Arquivo": não é só deste cliente, e só um operador o altera',
      'tipo de caixa "Container": não é só deste cliente, e só um operador o altera',
    ]);
    // Its own it goes on changing before anybody uses it, and it is no other client's once the operator gives it to one.
    const own = mine.profiles.map((profile: any) => (profile.name === added.name ? { ...profile, permissions: ['list:view'] } : profile));
    expect((await put(demo, { profiles: own })).json.gravado).toBe(true);
    await change(service, (archive) => ({
      clients: archive.clients.map((client) => (client.name === 'Outra Empresa' ? { ...client, defaultProfile: added.name } : client)),
    }));
    expect(await refused({ profiles: mine.profiles }, demo)).toEqual([
      'perfil "Desligamento": não é só deste cliente, e só um operador o altera',
    ]);
  });
});

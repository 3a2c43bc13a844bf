import type { Answer } from './support/api';
import { IDS, place } from './support/api';
import { bodyOf, createdBy, filesOf, leavesNothing, metadataOf, PATHS, VERSIONS, type Version } from './support/creates';
import { describeService } from './support/describe-service';
import { add, addedBy, change, EMPLOYEES, rowsOf } from './support/lists-archive';
import { filed } from './support/reading';
import { MALFORMED, WELL_FORMED } from './support/unicode';
import { CREATE, makeUser, signIn, userBody, USERS } from './support/users';

/** Every text that is accepted comes back to the code unit; only blanks at its ends may go. */
describeService('texts in every script', ({ service, demo: api }) => {
  let count = 1000;
  const fresh = () => String(++count);
  const levels = { ...place(IDS.contracts) };
  const ofCustomer = (label: string, valorCampo: string) => ({ nomeLista: 'Clientes Finais', label, valorCampo });
  const CUSTOMER = [ofCustomer('CPF', '52998224725'), ofCustomer('Nome', 'Ana')];
  const sent = (text: string) => ({
    values: [{ label: 'Título', valorCampo: text }, ...CUSTOMER],
    files: [{ extension: 'txt', content: 'x', name: text }],
  });
  const filing = (version: Version, text: string, more: object = {}): Promise<Answer> =>
    api.post(PATHS[version], { query: levels, body: { ...bodyOf(version, sent(text)), ...more } });
  const keyed = (version: Version, key: string) => ({ [version === 'V2' ? 'ChaveExterna' : 'chaveExterna']: key });
  const put = (idDocumento: string, valor: string) =>
    api.call('PUT', '/api/Documento/Put', { query: { ...place(), idDocumento }, body: [{ campo: 'Observação', valor }] });

  it('cover 70 different samples', () => {
    expect(new Set([...MALFORMED, ...WELL_FORMED]).size).toBe(70);
    expect(WELL_FORMED.filter((text) => !text.isWellFormed() || text.includes('\0'))).toEqual([]);
  });

  describe('are refused when malformed, and leave nothing', () => {
    leavesNothing(() => service);

    it.each(MALFORMED)('%j', async (text) => {
      const document = (await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client } })).json.Metadados[0].MetaDados[0]
        .Valor as string;
      const answers = [
        ...(await Promise.all(VERSIONS.map((version) => filing(version, text)))),
        ...(await Promise.all(VERSIONS.map((version) => filing(version, 'x', keyed(version, text))))),
        await put(document, text),
        await add(api, EMPLOYEES, { Matrícula: fresh(), Nome: text }),
        ...(await Promise.all(['login', 'nome', 'senha'].map((name) => api.post(CREATE, { body: userBody({ [name]: text }) })))),
      ];
      expect(answers.filter(({ status }) => status !== 400 && status !== 422).map(({ status, text }) => [status, text])).toEqual([]);
    });
  });

  describe('are refused in URLs of another encoding, with the name of the parameter', () => {
    const SEARCH = '/api/Documento/Get';
    const notUtf8 = (campo: string) => ({ campo, codigo: 'FORMATO_INVALIDO', mensagem: expect.stringContaining('UTF-8') as string });

    it.each([
      ['ChaveExterna=A%E7%E3o', 'ChaveExterna'],
      ['ValoresCampos[0].Label=T%EDtulo&ValoresCampos[0].ValorCampo=x', 'ValoresCampos[0].Label'],
      ['desconhecido=%E3', 'desconhecido'],
      ['ChaveExterna=%C3', 'ChaveExterna'],
    ])('in a query: %s', async (query, name) => {
      const answer = await api.get(SEARCH, { query: `IdCliente=${IDS.client}&${query}` });
      expect([answer.status, answer.json.erros]).toEqual([400, expect.arrayContaining([notUtf8(name)])]);
    });

    it('on an operation with a body, too', async () => {
      const { status, json } = await api.post(PATHS.V3, {
        query: `${new URLSearchParams(levels).toString()}&x=%E3`,
        body: bodyOf('V3', sent('x')),
      });
      expect([status, json.erros]).toEqual([400, [notUtf8('x')]]);
    });

    it('in a segment of a path, once the caller is known', async () => {
      const path = `/api/Arquivo/%E3/Cliente/${IDS.client}`;
      const { status, json } = await api.get(path);
      expect([status, json.erros]).toEqual([400, [expect.objectContaining({ campo: 'idImagem', codigo: 'FORMATO_INVALIDO' })]]);
      expect((await api.get(path, { token: null })).status).toBe(401);
    });

    it.each(['/compartilhado/%E3', '/compartilhado/%', '/verificar/%E3'])('but are unknown links: %s', async (path) => {
      expect((await api.get(path)).status).toBe(404);
    });
  });

  it.each(VERSIONS)('are stored by %s, as a value, as a file name and as an external key', async (version) => {
    for (const [index, text] of WELL_FORMED.entries()) {
      // Both spellings of an accent are one key.
      const key = `${version}${index}${text}`;
      const { id, code } = createdBy(await filing(version, text, keyed(version, key)));
      expect((await metadataOf(api, code))['Título']).toBe(text);
      expect((await filesOf(api, id))[0]!.nomeDoArquivo).toBe(text);
      const { json } = await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ChaveExterna: key } });
      expect([text, json.Metadados.length, json.Metadados[0]?.MetaDados[0].Valor]).toEqual([text, 1, id]);
    }
  });

  it('are stored by document changes', async () => {
    const { id, code } = await filed(api);
    for (const text of WELL_FORMED) {
      expect([text, (await put(id, text)).status]).toEqual([text, 200]);
      expect((await metadataOf(api, code))['Observação']).toBe(text);
    }
  });

  it('are stored by lists, added and changed', async () => {
    const rows = new Map<string, string>();
    for (const text of WELL_FORMED) rows.set(addedBy(await add(api, EMPLOYEES, { Matrícula: fresh(), Nome: text })), text);
    const added = await rowsOf(api, EMPLOYEES);
    expect([...rows.keys()].map((id) => added.get(id)?.[1])).toEqual([...rows.values()]);
    const [id] = rows.keys() as Iterable<string> as [string];
    for (const text of WELL_FORMED) {
      expect([text, (await change(api, EMPLOYEES, id, { Matrícula: fresh(), Nome: text })).status]).toEqual([text, 200]);
      expect((await rowsOf(api, EMPLOYEES)).get(id)?.[1]).toBe(text);
    }
  });

  it('are stored by users: names, and accepted logins', async () => {
    for (const text of WELL_FORMED) {
      const { id } = await makeUser(api, { nome: text });
      expect((await api.get(`${USERS}/${id}`)).json.nome).toBe(text);
      const answer = await api.post(CREATE, { body: userBody({ login: `${fresh()}${text}` }) });
      if (answer.status === 201)
        expect((await api.get(USERS, { query: { TamanhoPagina: 500 } })).text).toContain(JSON.stringify(`${count}${text}`));
      else expect([text, answer.status]).toEqual([text, 400]);
    }
  });

  it('work in passwords', async () => {
    for (const text of WELL_FORMED.slice(0, 8)) {
      const senha = `Segredo@2026${text}`;
      const { login } = await makeUser(api, { senha });
      expect((await signIn(service.url, login, senha)).token).not.toBeNull();
    }
  });
});

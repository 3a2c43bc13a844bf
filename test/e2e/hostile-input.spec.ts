import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { stableId } from '#application/support/stable-id';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api, base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import { describeService } from './support/describe-service';
import { readGrantsAnew } from './support/read-grants-anew';

/** What strangers and users try who mean harm; each was found by attacking the service. */
describeService('hostile input', ({ service, demo: api }) => {
  it.each([
    [2_000, 400],
    [12_000, 413],
  ])('of %i unknown names gets a bounded answer', async (count, status) => {
    const names = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]));
    const answer = await new Api(service.url).post('/api/Autenticacao/Login', { body: names });
    expect(answer.status).toBe(status);
    expect(answer.json.erros?.length ?? 0).toBeLessThanOrEqual(100);
  });

  it('without a token occupies no upload capacity', async () => {
    const { hostname, port } = new URL(service.url);
    const idle = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(
        'POST /api/Autenticacao/Login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      );
      return socket;
    });
    try {
      const file = { arquivo: base64(randomBytes(400_000)), extensao: 'bin', nomeAmigavel: 'grande' };
      const body = { valoresCampos: invoiceValues('9001'), arquivos: [file] };
      expect((await api.post('/api/Documento/Post', { query: place(), body })).status).toBe(201);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });

  it('of a hundred conditions in one search is answered', async () => {
    const pairs = Array.from({ length: 100 }, (_, index) => `ValoresCampos[${index}].Label=Número&ValoresCampos[${index}].ValorCampo=1024`);
    const { status, json } = await api.get('/api/Documento/Get', { query: encodeURI(`IdCliente=${IDS.client}&${pairs.join('&')}`) });
    expect([status, json.Metadados.length]).toEqual([200, 1]);
  });

  it('of the last day of the calendar is stored as due date', async () => {
    const valoresCampos = [
      { label: 'Número', valorCampo: '99999' },
      { label: 'Data de Emissão', valorCampo: '31/12/9999' },
    ];
    expect((await api.post('/api/Documento/Post', { query: place(), body: { valoresCampos } })).status).toBe(201);
    const { json } = await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, DataVencimento: '31/12/9999' } });
    expect(json.Metadados).toHaveLength(1);
  });

  it.each(['AÇÃO', '1', "' OR 1=1"])('CNPJUnidade %j is refused by its form', async (CNPJUnidade) => {
    const { status, json } = await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, CNPJUnidade } });
    expect([status, json.erros[0].campo]).toEqual([400, 'CNPJUnidade']);
  });

  it('that is not HTTP gets the common error shape', async () => {
    const { hostname, port } = new URL(service.url);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ codigo: 'REQUISICAO_ILEGIVEL' });
  });
});

/** A client that two units serve, and a user of one of them. */
describeService('a grant for one unit', ({ service }) => {
  beforeAll(async () => {
    const { database } = service;
    await database.query('INSERT INTO client_unit (client_id, unit_id) VALUES (?, ?)', [idBytes(IDS.client), IDS.otherUnit]);
    await database.query('UPDATE user_grant SET unit_id = NULL WHERE user_id = ?', [stableId('user', 'demo')]);
    await database.query('UPDATE client SET structure_version = structure_version + 1');
    await readGrantsAnew(service);
  });

  it('does not include documents of the client in another unit', async () => {
    const [demo, reader] = await Promise.all([loggedIn(service.url), loggedIn(service.url, 'leitor')]);
    const file = { arquivo: base64('segredo'), extensao: 'txt', nomeAmigavel: 'da outra unidade' };
    const body = { valoresCampos: invoiceValues('4711'), arquivos: [file] };
    const query = { ...place(), idUnidade: IDS.otherUnit };
    const { json } = await demo.post('/api/v3/Documento', { query, body: { ...body, arquivos: [{ ...file, contentType: 'text/plain' }] } });
    const fileId = json.arquivos[0].idArquivo as string;
    const find = (user: Api) =>
      user.get('/api/Documento/Get', {
        query: { IdCliente: IDS.client, 'ValoresCampos[0].Label': 'Número', 'ValoresCampos[0].ValorCampo': '4711' },
      });
    expect((await find(demo)).json.Metadados).toHaveLength(1);
    expect((await find(reader)).json.Metadados).toHaveLength(0);
    expect((await reader.get('/api/Arquivo/Get', { query: { idDocumento: json.idDocumento as string } })).status).toBe(400);
    expect((await reader.get(`/api/Arquivo/${fileId}/Cliente/${IDS.client}`)).status).toBe(404);
    expect((await demo.get(`/api/Arquivo/${fileId}/Cliente/${IDS.client}`)).status).toBe(200);
  });
});

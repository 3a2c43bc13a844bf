import { nameServer, type NameServer } from '../../libs/safe-download/test/name-server';
import { until } from '../support/until';
import { IDS, type Api } from './support/api';
import { bodyOf, createdBy, PATHS } from './support/creates';
import { filed } from './support/reading';
import { RawRequest } from './support/raw-http';
import { Remote } from './support/remote';
import type { Service } from './support/service';
import { usersScene } from './support/users-scene';

const CALLS = 30;
const LINKS = 20;

describe('4.9 POST /api/v3/Documento, links to names whose name server does not answer', () => {
  let names: NameServer;
  let remote: Remote;
  let service: Service;
  let demo: Api, other: Api;
  beforeAll(async () => {
    [names, remote] = await Promise.all([nameServer(), Remote.open('127.0.0.1', (_, response) => response.end('outro'))]);
    ({ service, demo, other } = await usersScene({
      LINK_ALLOWED_NETWORKS: '127.0.0.1/32',
      LINK_NAME_SERVERS: names.address,
      LINK_TIMEOUT_SECONDS: '3600',
      CONCURRENT_LINKS: '4',
    }));
  });
  afterAll(async () => {
    await service.stop();
    remote.close();
    names.close();
  });

  /** The other client's, with a file behind a link. */
  const follow = (host: string) => {
    const query = { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel };
    const values = [{ label: 'Assunto', valorCampo: 'um link' }];
    const files = [{ link: `http://${host}:${remote.port}/`, extension: 'txt' }];
    return other.post(PATHS.V3, { query, body: bodyOf('V3', { values, files }) });
  };

  it('X3 delay neither files, nor readiness, nor links of other clients', async () => {
    const calls = Array.from({ length: CALLS }, (_, call) => {
      const files = Array.from({ length: LINKS }, (_, link) => ({ link: `http://${call}-${link}.silent.example/`, extension: 'txt' }));
      const body = JSON.stringify(bodyOf('V3', { files }));
      const request = new RawRequest(demo, PATHS.V3, { 'content-length': Buffer.byteLength(body) });
      request.end(body);
      return request;
    });
    await until(() => new Set(names.asked.map((question) => question.split(' ')[0])).size, (count) => count >= 2, { what: 'two names asked for' }); // prettier-ignore
    // What the other client's links wait for would else be the end of six hundred look-ups.
    names.records = { 'arquivos.outra.example A': '127.0.0.1', 'arquivos.outra.example AAAA': 'none' };
    for (let turn = 0; turn < 3; turn++) {
      await filed(demo, { files: [{ content: `arquivo ${turn}`, extension: 'txt' }] });
      expect((await demo.get('/saude/pronta')).status).toBe(200);
      expect(createdBy(await follow('127.0.0.1')).files).toHaveLength(1);
      expect(createdBy(await follow('arquivos.outra.example')).files).toHaveLength(1);
    }
    for (const call of calls) call.hangUp();
  });
});

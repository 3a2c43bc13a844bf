import type { RequestListener } from 'node:http';
import { samplePdf, samplePng } from '#src/demo/sample-files';
import { base64, invoiceValues, loggedIn, type Api } from './support/api';
import {
  create,
  createdBy,
  expectRefusal,
  filesOf,
  leavesNothing,
  leavingNothing,
  problemsOf,
  refused,
  type SentFile,
} from './support/creates';
import { describeService } from './support/describe-service';
import { openLink } from './support/open-link';
import { Remote } from './support/remote';

const PDF = samplePdf('Nota fiscal');
const PNG = samplePng(8, [1, 2, 3]);
const MEGABYTE = 1024 * 1024;

/** `/redirect/3` leads to the file by three redirects, `/to?…` to any address; the others are what their names say. */
const outside: RequestListener = ({ url }, response) => {
  const { pathname, searchParams } = new URL(url!, 'http://outside');
  const [, name = '', count] = pathname.split('/');
  // A header holds bytes; Node writes each character as one.
  const redirect = (location: string) => response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end();
  const trickle = (headers: object, piece: Buffer, ms: number) => {
    response.writeHead(200, headers as Record<string, string>);
    const timer = setInterval(() => response.write(piece), ms);
    response.once('close', () => clearInterval(timer));
  };
  switch (name) {
    case 'pdf':
      return response.end(PDF);
    case 'png':
      return response.end(PNG);
    case 'redirect':
      return redirect(count === '1' ? '/pdf' : `/redirect/${Number(count) - 1}`);
    case 'to':
      return redirect(searchParams.get('address')!);
    case 'status':
      return response.writeHead(Number(count), { 'content-type': 'application/pdf' }).end(PDF);
    case 'empty':
      return response.end();
    case 'broken':
      response.writeHead(200, { 'content-length': PDF.length + 10 });
      return response.write(PDF, () => response.destroy());
    case 'gzip':
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(PDF);
    case 'announced':
      return response.writeHead(200, { 'content-length': 2 * MEGABYTE }).write(PDF);
    case 'endless':
      return trickle({}, Buffer.alloc(64 * 1024, '%PDF-1.4 '), 1);
    case 'slow':
      return trickle({ 'content-length': '100000' }, Buffer.from('%'), 100);
    // `silent` never answers.
  }
};

describe('4.9 POST /api/v3/Documento, files by link', () => {
  const link = (address: string, more: Partial<SentFile> = {}): SentFile => ({ link: address, extension: 'pdf', name: 'Nota', ...more });
  const send = (api: Api, ...files: SentFile[]) => create(api, 'V3', { files });

  describeService(
    'from an allowed network',
    { LINK_ALLOWED_NETWORKS: '127.0.0.1/32', LINK_TIMEOUT_SECONDS: '2', MAX_FILE_MB: '1' },
    ({ service }) => {
      let api: Api;
      let remote: Remote;
      let bait: Remote;
      let at: (path: string) => string;
      beforeAll(async () => {
        [api, remote, bait] = await Promise.all([
          loggedIn(service.url),
          Remote.open('127.0.0.1', outside),
          Remote.open('127.0.0.2', outside),
        ]);
        at = (path) => `http://127.0.0.1:${remote.port}${path}`;
      });
      afterAll(() => [remote, bait].forEach((server) => server.close()));

      it('stores the bytes of the link', async () => {
        const { id, files } = createdBy(await send(api, link(at('/pdf?name=nota%20fiscal&x=1'))));
        expect(files).toHaveLength(1);
        expect(await filesOf(api, id)).toMatchObject([{ nomeDoArquivo: 'Nota', extensao: 'pdf', binario: base64(PDF) }]);
        expect(remote.paths.at(-1)).toBe('/pdf?name=nota%20fiscal&x=1');
      });

      it('accepts links and Base64 in one call, in the order sent, and shares both', async () => {
        const sent = [
          link(at('/png'), { extension: 'PNG', name: 'Foto', share: 1 }),
          { content: 'Olá', extension: 'txt', name: 'Texto', share: true },
          link(at('/pdf')),
        ];
        const { id, files } = createdBy(await send(api, ...sent));
        expect((await filesOf(api, id)).map((file) => [file.nomeDoArquivo, file.binario])).toEqual([
          ['Foto', base64(PNG)],
          ['Texto', base64('Olá')],
          ['Nota', base64(PDF)],
        ]);
        expect(files.map((file) => file.link !== undefined)).toEqual([true, true, false]);
        expect(await openLink(service, files[0]!.link!)).toEqual({ status: 200, bytes: PNG });
      });

      it.each(['/redirect/1', '/redirect/3', '/to?address=//127.0.0.1:PORT/pdf'])('follows up to three redirects: %s', async (path) => {
        const { id } = createdBy(await send(api, link(at(path.replace('PORT', `${remote.port}`)))));
        expect((await filesOf(api, id))[0]!.binario).toBe(base64(PDF));
      });

      describe('but not', () => {
        leavesNothing(() => service);
        afterAll(() => expect(bait.connections).toBe(0));

        it.each([
          ['by more than three redirects', '/redirect/4', /não é permitido/],
          ['a redirect to nowhere', '/status/302', /não foi o arquivo/],
          ['what is not there', '/status/404', /não foi o arquivo/],
          ['a failure with a body', '/status/500', /não foi o arquivo/],
          ['a part', '/status/206', /não foi o arquivo/],
          ['nothing', '/empty', /vazio ou incompleto/],
          ['less than was announced', '/broken', /vazio ou incompleto/],
          ['what is compressed', '/gzip', /não foi o arquivo/],
          ['more than the limit, by announcement', '/announced', /limite de tamanho/],
          ['more than the limit, by and by', '/endless', /limite de tamanho/],
        ])('%s', async (_, path, reason) => {
          const { codigo, erros } = expectRefusal(await send(api, link(at(path))), 422);
          expect([codigo, erros![0]!.campo]).toEqual(['DOWNLOAD_FALHOU', 'arquivos[0].linkArquivo']);
          expect(erros![0]!.mensagem).toMatch(reason);
        });

        it('X6 slow downloads, or without any answer', async () => {
          const start = Date.now();
          const answers = await Promise.all(['/slow', '/silent'].map((path) => send(api, link(at(path)))));
          expect(Date.now() - start).toBeLessThan(4000);
          for (const answer of answers) expect(expectRefusal(answer, 422).mensagem).toMatch(/tempo limite/);
        });

        it('from a closed port', async () => {
          const gone = await Remote.open('127.0.0.1', outside);
          gone.close();
          expect(expectRefusal(await send(api, link(`http://127.0.0.1:${gone.port}/`)), 422).mensagem).toMatch(/não respondeu/);
        });

        it.each([
          'http://127.0.0.2:PORT/',
          'http://127.2:PORT/',
          'http://2130706434:PORT/',
          'http://0x7f000002:PORT/',
          'http://0177.0.0.2:PORT/',
          'http://0x7f.0.0.0x2:PORT/',
          'http://[::ffff:127.0.0.2]:PORT/',
          'http://[::ffff:7f00:2]:PORT/',
          'http://[64:ff9b::7f00:2]:PORT/',
          'http://[::127.0.0.2]:PORT/',
          'http://１２７.0.0.2:PORT/',
          'http://127.0.0.2.:PORT/',
        ])('X1 X4 from another network, at once or by redirect: %s', async (address) => {
          const there = address.replace('PORT', `${bait.port}`);
          for (const path of [there, at(`/to?address=${encodeURIComponent(there)}`)]) {
            const { codigo, mensagem } = expectRefusal(await send(api, link(path)), 422);
            expect([codigo, mensagem]).toEqual(['DOWNLOAD_FALHOU', expect.stringMatching(/não é permitido/)]);
          }
        });

        it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:application/pdf,x'])(
          'X4 by redirect to %s',
          async (address) => {
            expectRefusal(await send(api, link(at(`/to?address=${encodeURIComponent(address)}`))), 422);
          },
        );

        it('X5 with credentials in the address', async () => {
          const before = remote.connections;
          for (const user of ['user:secret@', 'user@', ':@']) {
            expectRefusal(await send(api, link(at('/pdf').replace('//', `//${user}`))), 422);
          }
          expect(remote.connections).toBe(before);
        });

        it('content that does not match the extension', async () => {
          const json = expectRefusal(await send(api, link(at('/pdf')), link(at('/pdf'), { extension: 'png', share: 1 })), 422);
          expect([json.codigo, problemsOf(json)]).toEqual([
            'CONTEUDO_DIFERE_DA_EXTENSAO',
            ['arquivos[1].extensao CONTEUDO_DIFERE_DA_EXTENSAO'],
          ]);
        });

        it('one of several links, with all failing ones named', async () => {
          const sent = [
            link(at('/pdf')),
            link(at('/status/404')),
            { content: 'x', extension: 'txt' },
            link(at('/png')),
            link(at('/empty')),
          ];
          const json = expectRefusal(await send(api, ...sent), 422);
          expect(problemsOf(json)).toEqual([
            'arquivos[1].linkArquivo DOWNLOAD_FALHOU',
            'arquivos[3].extensao CONTEUDO_DIFERE_DA_EXTENSAO',
            'arquivos[4].linkArquivo DOWNLOAD_FALHOU',
          ]);
        });

        it('before the rest of the request is valid', async () => {
          const before = remote.connections;
          const files = [link(at('/pdf'))];
          const values = [...invoiceValues(), { label: 'Valor Total', valorCampo: '1,234.56' }];
          expectRefusal(await create(api, 'V3', { files, values }), 422);
          expectRefusal(await create(api, 'V3', { files, box: 5003 }), 400);
          expectRefusal(await send(api, ...files, { content: 'text', extension: 'pdf' }), 422);
          expectRefusal(await send(api, ...files, { extension: 'pdf' }), 400);
          expectRefusal(await create(new (api.constructor as typeof Api)(api.url, 'x'), 'V3', { files }), 401);
          expect(remote.connections).toBe(before);
        });
      });
    },
  );

  describeService('from any other network, by default', ({ service, demo: api }) => {
    it.each(['127.0.0.1', '::1'])('X1 does not reach %s', async (host) => {
      const bait = await Remote.open(host, outside);
      const name = host.includes(':') ? `[${host}]` : host;
      const ports = [`http://${name}:${bait.port}/`, `http://localhost:${bait.port}/`, `http://LOCALHOST.:${bait.port}/`];
      const spellings =
        host === '::1' ? ['[0:0:0:0:0:0:0:1]'] : ['2130706433', '017700000001', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0', '0'];
      await leavingNothing(service, async () => {
        for (const address of [...ports, ...spellings.map((spelling) => `http://${spelling}:${bait.port}/`)]) {
          expect([address, expectRefusal(await send(api, link(address)), 422).codigo]).toEqual([address, 'DOWNLOAD_FALHOU']);
        }
      });
      expect(bait.connections).toBe(0);
      bait.close();
    });

    // The usual port: it is the address alone that is refused. "did not answer" would mean that it was tried.
    it.each([
      ...[
        'http://127.0.0.1/',
        'https://127.0.0.1/',
        'http://0/',
        'http://2130706433/',
        'http://0177.1/',
        'http://localhost/',
        'http://[::1]/',
        'http://[::]/',
      ],
      ...[
        'http://10.0.0.1/',
        'http://172.16.0.1/',
        'http://172.31.255.254/',
        'http://192.168.1.1/',
        'http://100.64.0.1/',
        'http://167772161/',
      ],
      ...['http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]/', 'http://[fd00:ec2::254]/', 'http://168.63.129.16/'],
      ...[
        'http://[::ffff:10.0.0.1]/',
        'http://[::ffff:a9fe:a9fe]/',
        'http://[64:ff9b::a00:1]/',
        'http://[2002:7f00:1::]/',
        'http://[::127.0.0.1]/',
      ],
      ...[
        'http://224.0.0.1/',
        'http://255.255.255.255/',
        'http://198.18.0.1/',
        'http://192.0.2.1/',
        'http://[ff02::1]/',
        'http://[2001:db8::1]/',
      ],
      ...['http://metadata.google.internal/', 'http://router.local/', 'http://intranet/', 'http://1.0.0.127.in-addr.arpa/'],
    ])('X1 X7 refuses %s without a connection', async (address) => {
      const start = Date.now();
      expect(expectRefusal(await send(api, link(address)), 422).mensagem).toMatch(/não é permitido/);
      expect(Date.now() - start).toBeLessThan(1000);
    });

    it.each(['//127.0.0.1/x', 'nota.pdf', 'http://', 'http:// /'])('refuses %j, which is no address', async (address) => {
      expect(problemsOf(await refused(service, 400, () => send(api, link(address))))).toEqual(['arquivos[0].linkArquivo FORMATO_INVALIDO']);
    });

    it.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'javascript:1', 'data:,x', 'C:\\x.pdf'])(
      'refuses %j, which is not a web address',
      async (address) => {
        expect((await refused(service, 422, () => send(api, link(address)))).codigo).toBe('DOWNLOAD_FALHOU');
      },
    );

    it('refuses a URL that is too long', async () => {
      const json = await refused(service, 400, () => send(api, link(`http://127.0.0.1/${'x'.repeat(2048)}`)));
      expect(problemsOf(json)).toEqual(['arquivos[0].linkArquivo TAMANHO_EXCEDIDO']);
    });
  });
});

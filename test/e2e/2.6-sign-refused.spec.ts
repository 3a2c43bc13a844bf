import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { developmentIdentity } from '#libs/pdf-signature';
import { folder } from '../../libs/pdf-signature/test/verifiers';
import { FIXTURES } from '../../libs/pdf-signature/test/support';
import { samplePdf, samplePng } from '#src/demo/sample-files';
import { swept } from './support/adding-files';
import { base64, loggedIn, type Api } from './support/api';
import { expectRefusal, leavingNothing, leavesNothing, problemsOf } from './support/creates';
import { filed, NOBODY } from './support/reading';
import { bytesOf, COMPANY, filedPdfs, sign, signBody, SIGN } from './support/signing';
import { SIGNING, startService, type Service } from './support/service';

let service: Service;
let api: Api;
let good: string;
beforeAll(async () => {
  service = await startService(SIGNING);
  api = await loggedIn(service.url);
  good = (await filedPdfs(api)).files[0]!;
});
afterAll(() => service.stop());

const signer = (more: object) => ({ dadosSignatario: { ...(signBody([]).dadosSignatario as object), ...more } });
const company = (more: object) => ({ dadosEmpresa: { ...COMPANY, ...more } });
const labelled = (label: unknown, valor: unknown) => ({ label, valor });
const named = (length: number) => labelled('Nome', 'á'.repeat(length));

describe('2.6 refuses', () => {
  leavesNothing(() => service);

  const NAME_TOO_LONG = 'É permitido até 150 caracteres no nome do signatário.';
  const COMPANY_TOO_LONG = 'É permitido até 150 caracteres no nome da empresa.';
  it.each<[string, object, string, string?]>([
    ['an unknown origin', { origemAssinatura: NOBODY }, 'origemAssinatura ORIGEM_ASSINATURA_INEXISTENTE', 'Id informado no parâmetro "origemAssinatura" não encontrado.'],
    ['no origin', { origemAssinatura: null }, 'origemAssinatura OBRIGATORIO'],
    ['an origin that is no id', { origemAssinatura: '1; DROP TABLE' }, 'origemAssinatura FORMATO_INVALIDO'],
    ['no signer', { dadosSignatario: null }, 'dadosSignatario OBRIGATORIO'],
    ['a signer that is a text', { dadosSignatario: 'Ana' }, 'dadosSignatario TIPO_INVALIDO'],
    ['a signer without a name', signer({ nome: undefined }), 'dadosSignatario.nome OBRIGATORIO'],
    ['a name without a label', signer({ nome: labelled('', 'Ana') }), 'dadosSignatario.nome.label OBRIGATORIO'],
    ['an empty name', signer({ nome: labelled('Nome', '  ') }), 'dadosSignatario.nome.valor OBRIGATORIO'],
    ['a name that is a list', signer({ nome: labelled('Nome', [7]) }), 'dadosSignatario.nome.valor TIPO_INVALIDO'],
    ['a name of 151 characters', signer({ nome: named(151) }), 'dadosSignatario.nome.valor NOME_DO_SIGNATARIO_LONGO', NAME_TOO_LONG],
    ['no document of the signer', signer({ documento: null }), 'dadosSignatario.documento OBRIGATORIO'],
    ['a wrong CPF', signer({ documento: labelled('CPF', '529.982.247-26') }), 'dadosSignatario.documento.valor CPF_INVALIDO', 'CPF inválido.'],
    ['a CPF of equal digits', signer({ documento: labelled('cpf', '11111111111') }), 'dadosSignatario.documento.valor CPF_INVALIDO', 'CPF inválido.'],
    ['a CPF among other words', signer({ documento: labelled('N.º do C P F / CPF', '1') }), 'dadosSignatario.documento.valor CPF_INVALIDO'],
    ['a wrong CNPJ of the signer', signer({ documento: labelled('Cnpj', '11.222.333/0001-82') }), 'dadosSignatario.documento.valor CNPJ_INVALIDO'],
    ['neither a CPF nor a CNPJ', signer({ documento: labelled('CNPJ/CPF', '11.222.333/0001-82') }), 'dadosSignatario.documento.valor CNPJ_INVALIDO'],
    ['an e-mail that is none', signer({ email: 'ana@' }), 'dadosSignatario.email EMAIL_INVALIDO', 'E-mail inválido.'],
    ['an e-mail with a line break', signer({ email: 'ana@exemplo.com.br\r\nBcc: x@y.z' }), 'dadosSignatario.email EMAIL_INVALIDO', 'E-mail inválido.'],
    ['a control character', signer({ nome: labelled('Nome', 'Ana\u0007) /JS (') }), 'dadosSignatario.nome.valor CARACTERE_DE_CONTROLE'],
    ['a turned text', signer({ nome: labelled('No\u202eme', 'Ana') }), 'dadosSignatario.nome.label CARACTERE_DE_CONTROLE'],
    ['a mark that turns Arabic', signer({ nome: labelled('Nome', 'Ana\u061c') }), 'dadosSignatario.nome.valor CARACTERE_DE_CONTROLE'],
    ['half a character', signer({ nome: labelled('Nome', '\ud800') }), 'dadosSignatario.nome.valor FORMATO_INVALIDO'],
    ['31 further texts', signer({ dadosComplementares: Array.from({ length: 31 }, () => labelled('a', 'b')) }), 'dadosSignatario.dadosComplementares TAMANHO_EXCEDIDO'],
    ['a further text without a label', { dadosComplementaresAssinatura: [{ valor: 'x' }] }, 'dadosComplementaresAssinatura[0].label OBRIGATORIO'],
    ['a further text that is none', { dadosComplementaresAssinatura: ['x'] }, 'dadosComplementaresAssinatura[0] TIPO_INVALIDO'],
    ['a company name without a document', company({ documento: undefined }), 'dadosEmpresa.documento DOCUMENTO_DA_EMPRESA_AUSENTE'],
    ['a company document without a name', company({ nome: undefined }), 'dadosEmpresa.nome NOME_DA_EMPRESA_AUSENTE'],
    ['a company document with an empty name', company({ nome: labelled('', ' ') }), 'dadosEmpresa.nome NOME_DA_EMPRESA_AUSENTE'],
    ['a company name without a label', company({ nome: labelled('', 'Exemplo') }), 'dadosEmpresa.nome.label OBRIGATORIO'],
    ['further texts of no company', { dadosEmpresa: { dadosComplementares: [labelled('a', 'b')] } }, 'dadosEmpresa.nome NOME_DA_EMPRESA_AUSENTE,dadosEmpresa.documento DOCUMENTO_DA_EMPRESA_AUSENTE'],
    ['a company name of 151 characters', company({ nome: named(151) }), 'dadosEmpresa.nome.valor NOME_DA_EMPRESA_LONGO', COMPANY_TOO_LONG],
    ['a wrong CNPJ', company({ documento: labelled('CNPJ', '11.222.333/0001-80') }), 'dadosEmpresa.documento.valor CNPJ_INVALIDO', 'CNPJ inválido.'],
    ['no files', { arquivos: [] }, 'arquivos OBRIGATORIO'],
    ['files that are absent', { arquivos: undefined }, 'arquivos OBRIGATORIO'],
    ['a file that is no id', { arquivos: ['../etc/passwd'] }, 'arquivos[0] FORMATO_INVALIDO'],
    ['301 files', { arquivos: Array.from({ length: 301 }, () => crypto.randomUUID()) }, 'arquivos TAMANHO_EXCEDIDO'],
    ['no client', { idCliente: undefined }, 'idCliente OBRIGATORIO'],
  ])('G5 %s', async (...[, more, problems, message]) => {
    const refusal = expectRefusal(await sign(api, [good], more), 400);
    expect(problemsOf(refusal).join()).toBe(problems);
    if (message !== undefined) expect(refusal.mensagem).toBe(message);
  }); // prettier-ignore

  it('a repeated file', async () => {
    expect(problemsOf(expectRefusal(await sign(api, [good, good.toUpperCase()]), 400))).toEqual(['arquivos[1] ITEM_REPETIDO']);
  });

  it('all problems at once', async () => {
    const more = {
      origemAssinatura: NOBODY,
      ...signer({ email: 'x', documento: labelled('CPF', '1') }),
      ...company({ documento: undefined }),
    };
    expect(problemsOf(expectRefusal(await sign(api, [NOBODY, good, good], more), 400))).toEqual([
      'dadosSignatario.email EMAIL_INVALIDO',
      'dadosSignatario.documento.valor CPF_INVALIDO',
      'dadosEmpresa.documento DOCUMENTO_DA_EMPRESA_AUSENTE',
      'origemAssinatura ORIGEM_ASSINATURA_INEXISTENTE',
      'arquivos[0] ID_INEXISTENTE',
      'arquivos[2] ITEM_REPETIDO',
    ]);
  });

  it('no body, and a body that is not JSON', async () => {
    expectRefusal(await api.post(SIGN), 400);
    expectRefusal(await api.post(SIGN, { body: '{"arquivos":[' }), 400);
  });
});

describe('2.6 takes', () => {
  it.each<[string, object]>([
    ['a name of 150 characters', signer({ nome: named(150) })],
    ['a signer without an e-mail', signer({ email: '' })],
    ['an RG, whatever it looks like', signer({ documento: labelled('RG', 'MG-1') })],
    ['a CPF without punctuation', signer({ documento: labelled('C.P.F.', '52998224725') })],
    ['a company of which nothing is said', { dadosEmpresa: { nome: labelled('', ''), documento: labelled('', '') } }],
    ['names in any case and with blanks', { DADOSEMPRESA: { Nome: labelled('Nome', 'Exemplo'), documento: { ' label': 'CNPJ', 'valor ': '11222333000181' } } }],
    ['a title out of Portuguese letters', signer({ nome: labelled('Имя', 'Анна (\\) <<>> %%EOF') })],
  ])('%s', async (_, more) => {
    const { files } = await filedPdfs(api);
    expect((await sign(api, files, more)).status).toBe(200);
  }); // prettier-ignore
});

/** Files whose content nobody compares with what they are called. */
async function added(files: { extension: string; content: Buffer | string }[]): Promise<string[]> {
  const { id } = await filed(api);
  const body = files.map(({ extension, content }) => ({ arquivo: base64(content), nomeImagem: 'x', extensao: extension }));
  const { json } = await api.post('/api/Arquivo/Upload', { query: { idDocumento: id }, body });
  await swept(service);
  return (json as { idImagem: string }[]).map(({ idImagem }) => idImagem);
}

describe('2.6 and files that cannot be signed', () => {
  beforeEach(() => swept(service));

  const refused = (name: string) => readFileSync(join(FIXTURES, 'refused', name));
  it.each<[string, string, () => Buffer, string]>([
    ['a PNG', 'png', () => samplePng(8, [1, 2, 3]), 'ARQUIVO_NAO_E_PDF'],
    ['a PNG that calls itself a PDF', 'pdf', () => samplePng(8, [1, 2, 3]), 'ARQUIVO_NAO_E_PDF'],
    ['an encrypted PDF', 'pdf', () => refused('aes-256.pdf'), 'PDF_PROTEGIDO'],
    ['half a PDF', 'pdf', () => samplePdf('metade').subarray(0, 300), 'PDF_DANIFICADO'],
    [
      'a PDF of which a page is the page tree',
      'pdf',
      () => readFileSync(join(FIXTURES, 'structures/t-pages-is-page.pdf')),
      'PDF_DANIFICADO',
    ],
    ['a certified PDF', 'pdf', () => refused('certified-1.pdf'), 'PDF_BLOQUEADO'],
  ])('G1 G6 refuses %s, and the whole call with it', async (_, extension, content, code) => {
    const { files } = await filedPdfs(api, ['1', '2', '3', '4']);
    const bad = await added([{ extension, content: content() }]);
    const before = await Promise.all(files.map((id) => bytesOf(api, id)));
    await leavingNothing(service, async () => {
      const refusal = expectRefusal(await sign(api, [files[0], files[1], bad[0]!, files[2], files[3]]), 422);
      expect(problemsOf(refusal)).toEqual([`arquivos[2] ${code}`]);
    });
    expect(await Promise.all(files.map((id) => bytesOf(api, id)))).toEqual(before);
  });

  it('names all refused files', async () => {
    const ids = await added(['a', 'b', 'c'].map((name) => ({ extension: 'pdf', content: name === 'b' ? samplePdf('b') : name })));
    expect(problemsOf(expectRefusal(await sign(api, ids), 422))).toEqual([
      'arquivos[0] ARQUIVO_NAO_E_PDF',
      'arquivos[2] ARQUIVO_NAO_E_PDF',
    ]);
  });

  it('returns 500 without details when a stored file was altered', async () => {
    const { files } = await filedPdfs(api);
    await service.database.query(`UPDATE document_file SET sha256 = '${'0'.repeat(64)}' WHERE id = '${files[0]}'`);
    const { status, json } = await leavingNothing(service, () => sign(api, files));
    expect([status, json.codigo]).toEqual([500, 'ERRO_INTERNO']);
  });
});

describe('2.6 without a usable certificate or timestamp', () => {
  const served = async (environment: Record<string, string>, work: (api: Api, files: string[], other: Service) => Promise<void>) => {
    const other = await startService(environment);
    try {
      const caller = await loggedIn(other.url);
      const { files } = await filedPdfs(caller);
      await leavingNothing(other, () => work(caller, files, other));
    } finally {
      await other.stop();
    }
  };

  it.each([
    ['a file that is not there', { SIGNING_P12: '/nowhere/a.p12' }],
    ['a wrong password', { ...SIGNING, SIGNING_P12_PASSWORD: 'outra' }],
    ['a file without a key', { ...SIGNING, SIGNING_P12: join(FIXTURES, 'identities/no-key.p12') }],
  ])('G7 answers 503: %s', async (_, environment) => {
    await served(environment, async (caller, files) => {
      expect(expectRefusal(await sign(caller, files), 503).codigo).toBe('ASSINATURA_NAO_CONFIGURADA');
    });
  });

  it('G7 answers 503 with an expired certificate', async () => {
    const scratch = folder();
    const file = scratch.write('old.p12', await developmentIdentity('Antigo', 'a', new Date('2015-01-01')));
    await served({ SIGNING_P12: file, SIGNING_P12_PASSWORD: 'a' }, async (caller, files) => {
      expect(expectRefusal(await sign(caller, files), 503).codigo).toBe('CERTIFICADO_FORA_DA_VALIDADE');
    });
    scratch.remove();
  });

  it.each([
    ['does not answer well', 500, Buffer.from('não')],
    ['answers what is no token', 200, Buffer.from('não')],
    ['answers without end', 200, Buffer.alloc(1024 * 1024)],
  ])('answers 503 when the timestamp authority %s', async (_, status, body) => {
    const authority: Server = createServer((__, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await new Promise((resolve) => authority.once('listening', resolve));
    const { port } = authority.address() as AddressInfo;
    try {
      await served({ ...SIGNING, TIMESTAMP_URL: `http://127.0.0.1:${port}` }, async (caller, files) => {
        expect(expectRefusal(await sign(caller, files), 503).codigo).toBe('CARIMBO_DO_TEMPO_INDISPONIVEL');
      });
    } finally {
      authority.closeAllConnections();
      authority.close();
    }
  });
});

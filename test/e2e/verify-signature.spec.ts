import { deleteFile } from './support/adding-files';
import { Api, loggedIn } from './support/api';
import { expectRefusal } from './support/creates';
import { expectAlike } from './support/reading';
import { bytesOf, codeIn, COMPANY, filedPdfs, ORIGIN_MESSAGE, sign } from './support/signing';
import { startService, type Service } from './support/service';

let service: Service;
let api: Api;
let anybody: Api;
let signed: { document: string; file: string; code: string; hash: string };
const SIGNER = { nome: { label: 'Sócia <b>', valor: 'Ana "Souza" <script>alert(1)</script>' }, documento: { label: 'CPF', valor: '52998224725' }, email: 'ana@exemplo.com.br', dadosComplementares: [{ label: 'Cargo', valor: 'Segredo' }] }; // prettier-ignore

beforeAll(async () => {
  service = await startService();
  api = await loggedIn(service.url);
  anybody = new Api(service.url);
  const { document, files } = await filedPdfs(api, ['Nome sigiloso']);
  const { json } = await sign(api, files, { dadosSignatario: SIGNER, dadosEmpresa: COMPANY });
  signed = { document, file: files[0]!, code: codeIn(await bytesOf(api, files[0]!)), hash: json[0].hash };
});
afterAll(() => service.stop());

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const page = (code: string, language = 'pt-BR,pt;q=0.9') =>
  anybody.get(`/verificar/${code}`, { headers: { accept: BROWSER, 'accept-language': language } });

describe('GET /verificar/{codigo}', () => {
  it('shows who signed what and when, without a token', async () => {
    const { status, json, text } = await anybody.get(`/verificar/${signed.code}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      codigo: signed.code,
      pessoa: 'juridica',
      signatario: { nome: { label: SIGNER.nome.label, valor: SIGNER.nome.valor }, documento: { label: 'CPF', valor: '***.982.247-**' } },
      empresa: { nome: { valor: 'Empresa Exemplo Ltda' }, documento: { valor: '11.222.333/0001-81' } },
      origem: ORIGIN_MESSAGE,
      dataHora: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*-03:00$/) as string,
      hash: signed.hash,
      situacao: 'atual',
      certificado: { titular: expect.stringMatching(/^C/) as string },
    });
    // Nothing that is short enough to stand in a code or a hash by chance.
    for (const secret of ['Nome sigiloso', 'Segredo', 'ana@', '529.982', '52998224725', signed.file, signed.document, '127.0.0.1'])
      expect(text).not.toContain(secret);
  });

  it.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['blanks and hyphens', (code: string) => `${code.slice(0, 5)}-${code.slice(5, 9)}%20${code.slice(9)}%20`],
    ['letters that look like digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('accepts the code with %s', async (_, typed) => {
    expect((await anybody.get(`/verificar/${typed(signed.code)}`)).json.codigo).toBe(signed.code);
  });

  it('shows a page without scripts, in the language of the reader', async () => {
    const [portuguese, english] = [await page(signed.code), await page(signed.code, 'en-US,en;q=0.9,pt;q=0.1')];
    expect([portuguese.status, portuguese.headers.get('content-type'), portuguese.headers.get('content-language')]).toEqual([200, 'text/html; charset=utf-8', 'pt-BR']); // prettier-ignore
    expect(portuguese.text).toContain('Assinatura registrada neste acervo');
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('Signature registered in this archive');
    expect(portuguese.text).toContain('Ana &quot;Souza&quot; &lt;script&gt;');
    expect(portuguese.text).not.toMatch(/<script|<b>|Nome sigiloso|ana@/);
    expect(portuguese.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(portuguese.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('shows that the file was signed again, or deleted', async () => {
    const situation = async () => (await anybody.get(`/verificar/${signed.code}`)).json.situacao as string;
    await sign(api, [signed.file]);
    expect(await situation()).toBe('substituida');
    await deleteFile(api, signed.document, signed.file);
    expect(await situation()).toBe('excluida');
    expect((await page(signed.code)).text).toContain('excluído do acervo');
  });

  it('returns 404 for any other code', async () => {
    const wrong = ['0'.repeat(26), 'abc', `${signed.code}0`, 'A'.repeat(500), encodeURIComponent("' OR 1=1 --"), signed.file];
    expectAlike(404, await Promise.all(wrong.map((code) => anybody.get(`/verificar/${code}`))));
    expect(expectRefusal(await anybody.get('/verificar/x'), 404).codigo).toBe('ASSINATURA_NAO_ENCONTRADA');
    const missing = await page('x');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain('Assinatura não encontrada');
  });
});

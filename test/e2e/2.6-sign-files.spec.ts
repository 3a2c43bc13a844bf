import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { createHash } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { VerifyFiles } from '#application/portable-archive/verify-files.use-case';
import { describeWith, folder, pdfsig, pyhanko } from '../../libs/pdf-signature/test/verifiers';
import { samplePdf } from '#src/demo/sample-files';
import { deleteFile, listed } from './support/adding-files';
import { eventRows } from './support/audited';
import { IDS, loggedIn, type Api } from './support/api';
import { journalAfterSweep } from './support/state';
import { filed, linksOf, opened, remove, sharesPath } from './support/reading';
import { bytesOf, codeIn, COMPANY, filedPdfs, ORIGIN_MESSAGE, sign } from './support/signing';
import { SIGNING, startService, type Service } from './support/service';

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService(SIGNING);
  api = await loggedIn(service.url);
});
afterAll(() => service.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
const count = async (table: string, where: string) => {
  const [row] = (await service.database.query(`SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`)) as { total: number }[];
  return Number(row!.total);
};

/** The texts of the newest signature's dictionary. */
async function shownBy(pdf: Buffer): Promise<Record<string, string>> {
  const fields = (await PDFDocument.load(pdf)).getForm().getFields();
  const dictionary = fields.at(-1)!.acroField.dict.lookup(PDFName.of('V'), PDFDict);
  const text = (name: string) => dictionary.lookup(PDFName.of(name), PDFString, PDFHexString).decodeText();
  return Object.fromEntries(['Name', 'Reason', 'Location', 'ContactInfo'].map((name) => [name, text(name)]));
}

/** What `acervo verify` finds. */
async function faults(): Promise<unknown[]> {
  const found: unknown[] = [];
  await service.app.get(VerifyFiles).execute({ fault: (fault) => found.push(fault), progress: () => undefined });
  return found;
}

describe('2.6', () => {
  it('creates a new version under the same id, whose bytes begin with the former ones', async () => {
    const { document, files } = await filedPdfs(api, ['Contrato']);
    const before = await bytesOf(api, files[0]!);
    const answer = await sign(api, files);
    expect([answer.status, answer.json]).toEqual([
      200,
      [{ idArquivo: files[0], nomeArquivo: 'Contrato', versao: '2', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    ]);
    const after = await bytesOf(api, files[0]!);
    expect(sha256(after)).toBe(answer.json[0].hash);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(await listed(api, document)).toEqual([
      { idImagem: files[0], nomeDoArquivo: 'Contrato', versao: '2', extensao: 'pdf', binario: after.toString('base64') },
    ]);
  });

  it('returns several files in the requested order, of several documents', async () => {
    const [one, two] = [await filedPdfs(api, ['a', 'b', 'c']), await filedPdfs(api, ['d', 'e'])];
    const asked = [two.files[1], one.files[0], one.files[2], two.files[0], one.files[1]].map((id) => id!);
    const { status, json } = await sign(api, asked);
    expect(status).toBe(200);
    expect((json as { idArquivo: string; nomeArquivo: string }[]).map((file) => [file.idArquivo, file.nomeArquivo])).toEqual(
      asked.map((id, index) => [id, 'eacdb'[index]]),
    );
    const codes = await Promise.all(asked.map(async (id) => codeIn(await bytesOf(api, id))));
    expect(new Set(codes).size).toBe(5);
  });

  it('writes signer, company, origin, address and time into signature and properties', async () => {
    const { files } = await filedPdfs(api);
    const more = { dadosEmpresa: { ...COMPANY, dadosComplementares: [{ label: 'Filial', valor: 'Belo Horizonte' }] }, dadosComplementaresAssinatura: [{ label: 'Processo', 'valor ': '2026/0042' }] }; // prettier-ignore
    expect((await sign(api, files, more)).status).toBe(200);
    const pdf = await bytesOf(api, files[0]!);
    const says = (text: string) => pdf.includes(Buffer.from(text, 'latin1')) || pdf.includes(utf16(text)) || pdf.toString('latin1').includes(utf16(text).toString('hex').toUpperCase()); // prettier-ignore
    const missing = [ORIGIN_MESSAGE, 'Ana Souza', 'Diretora: Ana Souza; CPF: 529.982.247-25', 'Filial: Belo Horizonte', 'Processo: 2026/0042', '127.0.0.1', 'ana.souza@exemplo.com.br', '/ETSI.CAdES.detached'].filter((text) => !says(text)); // prettier-ignore
    expect(missing).toEqual([]);
    expect(says('Jurídica')).toBe(true);
  });

  it('writes signer, company and origin into the signature dictionary, which PDF readers show', async () => {
    const { files } = await filedPdfs(api);
    expect((await sign(api, files, { dadosEmpresa: COMPANY })).status).toBe(200);
    const pdf = await bytesOf(api, files[0]!);
    const shown = await shownBy(pdf);
    const [signer, company] = ['Diretora: Ana Souza; CPF: 529.982.247-25', `${COMPANY.nome.label}: ${COMPANY.nome.valor}`];
    expect(shown.Reason).toBe(`${ORIGIN_MESSAGE} (${signer}; ${company}; CNPJ: ${COMPANY.documento.valor})`);
    expect(shown.Name).toBe(`Ana Souza (CPF: 529.982.247-25), ${COMPANY.nome.valor} (CNPJ: ${COMPANY.documento.valor})`);
    expect(shown.Location).toBe('Endereço IP: 127.0.0.1');
    expect(shown.ContactInfo).toMatch(new RegExp(`^ana\\.souza@exemplo\\.com\\.br; http.*/verificar/${codeIn(pdf)}$`));
  });

  it('numbers versions by the files of that name, and increments the version of the document', async () => {
    const files = ['1', '7', 'A'].map((content) => ({ name: 'Ata', extension: 'pdf', content: samplePdf(content) }));
    const { id, files: stored } = await filed(api, { files });
    const etag = async () => (await api.get('/api/Arquivo/Get', { query: { idDocumento: id } })).headers.get('etag');
    const before = await etag();
    expect((await sign(api, [stored[0]!.id])).json[0].versao).toBe('2');
    expect((await sign(api, [stored[1]!.id, stored[2]!.id])).json.map(({ versao }: { versao: string }) => versao)).toEqual(['3', '3']);
    expect(await etag()).not.toBe(before);
  });

  it('keeps share links, which then open the signed file', async () => {
    const { document, files } = await filedPdfs(api);
    await api.post(sharesPath(document));
    const [link] = await linksOf(api, document);
    const { json } = await sign(api, files);
    const shown = await opened(service, link);
    const pdf = shown.status === 302 ? Buffer.from(await (await fetch(shown.headers.get('location')!)).arrayBuffer()) : shown.bytes;
    expect(sha256(pdf)).toBe(json[0].hash);
  });

  it('keeps the former version, unreachable, until the file or its document is deleted', async () => {
    const { document, files } = await filedPdfs(api, ['x', 'y']);
    await sign(api, files);
    await sign(api, [files[0]!]);
    const former = (id: string) => count('file_version', `file_id = '${id}'`);
    const condemned = () => count('object_journal', "state = 'condemned'");
    expect([await former(files[0]!), await former(files[1]!)]).toEqual([2, 1]);
    expect(await faults()).toEqual([]);
    const before = await condemned();
    expect((await deleteFile(api, document, files[0]!)).status).toBe(200);
    expect([await former(files[0]!), (await condemned()) - before]).toEqual([0, 3]);
    expect((await remove(api, document)).status).toBe(200);
    expect([await former(files[1]!), (await condemned()) - before]).toEqual([0, 5]);
    expect(await faults()).toEqual([]);
    expect(await journalAfterSweep(service)).toBe(0);
  });

  it('signs a signed file again, and a file of a flow', async () => {
    const { files } = await filedPdfs(api, ['de um documento', 'de um fluxo']);
    const [flowFile] = files.slice(1);
    // As an activation would have made it; the row of the document's file goes, its object stays.
    const [row] = (await service.database.query(`SELECT * FROM document_file WHERE id = '${flowFile}'`)) as Record<string, unknown>[];
    await service.database.query(`INSERT INTO workflow (id, client_id, definition_id, revision, status, started_at, started_by) VALUES ('${flowFile}', ${bytesIn(`'${IDS.client}'`)}, 'x', 1, 1, 1, 'x')`); // prettier-ignore
    const [{ code }] = (await service.database.query(`SELECT code FROM workflow WHERE id = '${flowFile}'`)) as [{ code: number }];
    await service.database.query(`DELETE FROM document_file WHERE id = '${flowFile}'`);
    await service.database.query(`INSERT INTO workflow_file (id, workflow_code, client_id, position, object_key, size, sha256, name, extension, version, created_at) VALUES ('${flowFile}', ${code}, ${bytesIn(`'${IDS.client}'`)}, 0, '${String(row!.object_key)}', ${Number(row!.size)}, '${String(row!.sha256)}', 'Anexo', 'pdf', '1', 1)`); // prettier-ignore
    const { status, json } = await sign(api, files);
    expect([status, json.map(({ versao }: { versao: string }) => versao)]).toEqual([200, ['2', '2']]);
    expect(await count('workflow_file', `id = '${flowFile}' AND version = '2' AND sha256 = '${json[1].hash}'`)).toBe(1);
    // Who reaches one level alone reaches no flow.
    expect((await sign(await loggedIn(service.url, 'financeiro'), [flowFile])).status).toBe(400);
    await service.database.query(`DELETE FROM workflow_file WHERE id = '${flowFile}'`);
    await service.database.query(`DELETE FROM file_version WHERE file_id = '${flowFile}'`);
  });

  it('replays the first answer under the same key', async () => {
    const { files } = await filedPdfs(api);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await sign(api, files, {}, { headers });
    const again = await sign(api, files, {}, { headers });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    expect(await count('file_signature', `file_id = '${files[0]}'`)).toBe(1);
  });

  it('records the level of a document with its event, for webhooks of one level', async () => {
    const { files } = await filedPdfs(api);
    await sign(api, files);
    const [signed, created] = await Promise.all(
      ['file.sign', 'document.create'].map((action) => eventRows(service, 'e.action = ?', [action])),
    );
    const levels = [signed, created].map((rows) => (JSON.parse(rows!.at(-1)!.subject) as { levelId: string }).levelId);
    expect(levels[1]).toMatch(/^[0-9a-f-]{36}$/);
    expect(levels[0]).toBe(levels[1]);
  });

  it('G4 keeps both signatures of two concurrent calls for one file', async () => {
    const { files } = await filedPdfs(api);
    const others = await Promise.all([sign(api, files), sign(api, files)]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect(others.map(({ json }) => json[0].versao).sort()).toEqual(['2', '3']);
    const pdf = await bytesOf(api, files[0]!);
    expect(pdf.toString('latin1').match(/\/ETSI\.CAdES\.detached/g)).toHaveLength(2);
    expect(others.map(({ json }) => json[0].hash)).toContain(sha256(pdf));
  });

  it('G4 keeps all signatures of eight concurrent calls, some for another file as well', async () => {
    const { files } = await filedPdfs(api, ['de todos', 'de alguns']);
    const calls = await Promise.all(Array.from({ length: 8 }, (_, index) => sign(api, index % 2 === 0 ? files : [files[0]])));
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const versions = calls.map(({ json }) => Number(json[0].versao));
    expect(versions.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [index, signatures] of [8, 4].entries()) {
      const pdf = await bytesOf(api, files[index]!);
      expect(pdf.toString('latin1').match(/\/ETSI\.CAdES\.detached/g)).toHaveLength(signatures);
    }
  });

  it('leaves no temporary files', async () => {
    expect(await readdir(join(service.config.dataDir, 'signing'))).toEqual([]);
  });

  it('removes temporary files of a killed process, but none in use', async () => {
    const { files } = await filedPdfs(api);
    const left = ['fresh', 'stale'].map((name) => join(service.config.dataDir, 'signing', name));
    for (const path of left) await writeFile(path, 'half a copy');
    await utimes(left[1]!, new Date(), new Date(Date.now() - 15 * 60_000));
    const folder = () => readdir(join(service.config.dataDir, 'signing'));
    await sign(api, files);
    expect((await folder()).sort()).toEqual(['fresh', 'stale']);
    const later = Date.now() + 11 * 60_000;
    const now = jest.spyOn(Date, 'now').mockReturnValue(later);
    try {
      expect((await sign(api, files)).status).toBe(200);
      expect(await folder()).toEqual([]);
    } finally {
      now.mockRestore();
    }
  });

  it('requires the permission at the level of the file', async () => {
    const { files } = await filedPdfs(api, ['Prontuário'], IDS.invoices);
    expect((await sign(await loggedIn(service.url, 'leitor'), files)).status).toBe(401);
    expect((await sign(await loggedIn(service.url, 'outro'), files)).status).toBe(401);
    expect((await sign(await loggedIn(service.url, 'financeiro'), files)).status).toBe(200);
    const values = [{ nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '1001' }, { label: 'Tipo', valorCampo: 'Admissão' }]; // prettier-ignore
    const staff = await filed(api, { values, files: [{ name: 'a', extension: 'pdf', content: samplePdf('a') }] }, IDS.records);
    expect((await sign(await loggedIn(service.url, 'financeiro'), [staff.files[0]!.id])).status).toBe(400);
  });
});

describeWith('pdfsig')('the result, checked by pdfsig', () => {
  const scratch = folder();
  afterAll(() => scratch.remove());

  it('G2 has a valid signature of the whole file, and a valid earlier one', async () => {
    const { files } = await filedPdfs(api);
    await sign(api, files);
    await sign(api, files, { dadosEmpresa: COMPANY });
    const file = scratch.write('twice.pdf', await bytesOf(api, files[0]!));
    const signatures = await pdfsig(file);
    expect(signatures.map(({ valid, type }) => [valid, type])).toEqual([
      [true, 'ETSI.CAdES.detached'],
      [true, 'ETSI.CAdES.detached'],
    ]);
    expect(signatures.map(({ total }) => total)).toEqual([false, true]);
  });

  describeWith('pyhanko')('and pyHanko', () => {
    it('trusts both, and finds only permitted changes between them', async () => {
      const { files } = await filedPdfs(api);
      await sign(api, files);
      await sign(api, files);
      const file = scratch.write('hanko.pdf', await bytesOf(api, files[0]!));
      const [first, second] = (await pyhanko([file]))[file]!;
      expect(first).toMatchObject({ intact: true, valid: true, trusted: true, docmdpOk: true, bottomLine: true });
      expect(second).toMatchObject({ intact: true, valid: true, trusted: true, coverage: 'ENTIRE_FILE', bottomLine: true });
    });
  });
});

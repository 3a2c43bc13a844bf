// A program of a user of the package: files a document, finds, fetches, shares and deletes it.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { argv } from 'node:process';
import { AcervoError, connect, findDocuments, followEvents, type CreateDocumentV3, type FindBody, type Session } from '@acervo/client';

const BIG = 5_000_000;
const [url = '', username = '', password = ''] = argv.slice(2);
const done = (step: string) => console.log(`step ${step}`);
const refusalOf = async (call: Promise<unknown>): Promise<AcervoError> => {
  const refusal: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(refusal instanceof AcervoError, String(refusal));
  return refusal;
};

const sessions: Session[] = [];
const acervo = connect(url, { username, password, onSession: (session) => sessions.push(session) });
const [unit] = await acervo.structure.describe();
const client = unit?.clientes[0];
const level = client?.arvores.find(({ nome }) => nome === 'Notas Fiscais');
assert(unit && client && level);
const { idUnidade } = unit;
const { idCliente } = client;
const place = { idUnidade, idCliente, idArvoreOrganizacional: level.idArvoreOrganizacional };
done('login');

const number = String(randomInt(10 ** 9, 10 ** 10));
const content = Buffer.from('Olá, acervo!\n');
const body: CreateDocumentV3 = {
  valoresCampos: [
    { label: 'Número', valorCampo: number },
    { label: 'Data de Emissão', valorCampo: '21/11/2026' },
  ],
  arquivos: [{ arquivo: content, contentType: 'text/plain', extensao: 'txt', nomeAmigavel: 'Olá' }],
};
const { proximo: begun } = await acervo.events.follow({ idCliente, apos: 'fim' });
const preview = await acervo.documents.createV3({ ...place, body, simular: true });
assert.equal(preview.arquivos.length, 1);
const key = `nota-${number}`;
const { idDocumento, arquivos } = await acervo.documents.createV3({ ...place, body }, { idempotencyKey: key });
const again = await acervo.documents.createV3(
  { ...place, body },
  { idempotencyKey: key, onResponse: ({ headers }) => assert.equal(headers.get('idempotent-replayed'), 'true') },
);
assert.deepEqual(again, { idDocumento, codigoDocumento: again.codigoDocumento, arquivos });
done('create');

const search = async () => {
  const wanted = { Label: 'Número', ValorCampo: number };
  const day = { Label: 'Data de Emissão', ValorCampo: '21/11/2026' };
  const { Metadados } = await acervo.documents.search({ IdCliente: idCliente, ValoresCampos: [wanted, day] });
  return Metadados.flatMap(({ MetaDados }) => MetaDados.map(({ Valor }) => Valor));
};
assert((await search()).includes(idDocumento));
done('search');

const filtro: FindBody = {
  filtro: {
    todas: [
      { campo: 'Número', operador: 'entre', valores: [number, number] },
      {
        nenhuma: [
          { campo: 'Data de Emissão', operador: 'menor', valor: '21/11/2026' },
          { sistema: 'status', operador: 'igual', valor: '2' },
        ],
      },
    ],
  },
  ordem: { campo: 'Número', sentido: 'crescente' },
  colunas: ['Número'],
  tamanhoPagina: 1,
};
const ids: string[] = [];
for await (const { id, campos } of findDocuments(acervo, { idCliente, body: filtro })) {
  ids.push(id);
  assert.deepEqual(campos, [{ label: 'Número', valor: number }]);
}
assert.deepEqual(ids, [idDocumento]);
done('find');

const file = { idImagem: arquivos[0]!.idArquivo, idCliente };
assert(content.equals(await acervo.files.fetchBytes(file)));
assert.equal((await acervo.files.fetch(file)).arquivo, content.toString('base64'));
done('fetch');

const shared = await acervo.shareLinks.share({ idDocumento, idCliente });
const link = shared.Arquivos[0]?.LinkCompartilhado ?? '';
const token = new URL(link).pathname.split('/').at(-1) ?? '';
assert(content.equals(await connect(url).sharedFile.open({ token })));
done('share');

await acervo.shareLinks.revoke({ idDocumento, idCliente });
assert.equal((await refusalOf(connect(url).sharedFile.open({ token }))).code, 'LINK_NAO_ENCONTRADO');
done('revoke');

const refusal = await refusalOf(acervo.documents.createV3({ ...place, body: {} }));
assert.deepEqual([refusal.status, refusal.code, refusal.fields[0]?.code], [400, 'ENTRADA_INVALIDA', 'AO_MENOS_UM']);
done(`refusal ${refusal.code}`);

const large = randomBytes(BIG);
const [added] = await acervo.files.upload({ idDocumento, body: [{ arquivo: large, nomeImagem: 'Anexo', extensao: 'bin' }] });
assert(added && large.equals(await acervo.files.fetchBytes({ idImagem: added.idImagem, idCliente })));
done('upload');

// A session that was kept, whose token no longer works: of calls at the same time one renews it.
const kept = { ...sessions[0]!, Token: 'x.y.z' };
const renewals: Session[] = [];
const later = connect(url, { session: kept, onSession: (session) => renewals.push(session) });
const lists = await Promise.all([1, 2, 3].map(() => later.files.list({ idDocumento })));
assert.deepEqual([lists.map(({ qtdArquivos }) => qtdArquivos), renewals.length, sessions.length], [[2, 2, 2], 1, 1]);
done('renewal');

await later.documents.remove({ ...place, idDocumento });
assert.deepEqual(await search(), []);
done('delete');

// All that happened to the document, in order; then the wait for more is given up.
const told: string[] = [];
const giveUp = new AbortController();
const positions: number[] = [];
const following = async () => {
  const input = { idCliente, apos: String(begun), tipo: ['documento.*', 'arquivo.incluido'], limite: 1 };
  const options = { signal: giveUp.signal, onPosition: (position: number) => void positions.push(position) };
  for await (const { type, data } of followEvents(acervo, input, options)) {
    if (data['idDocumento'] !== idDocumento) continue;
    told.push(type);
    if (type === 'documento.excluido') setTimeout(() => giveUp.abort(new Error('enough')), 500);
  }
};
await assert.rejects(following, { message: 'enough' });
assert.deepEqual(told, ['documento.criado', 'arquivo.incluido', 'documento.excluido']);
assert.deepEqual(
  positions,
  [...positions].sort((a, b) => a - b),
);
// From a kept position on.
for await (const event of followEvents(acervo, { idCliente, apos: String(begun) })) {
  assert.equal(event.posicao, begun + 1);
  break;
}
done('follow');

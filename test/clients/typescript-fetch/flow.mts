// A program of a user of the client that OpenAPI Generator makes for fetch: files a document and finds it by two fields.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { argv } from 'node:process';
import { AcervoApi, Configuration, type IndexerValue } from './client/index.js';

const DAY = '21/11/2026';
const [basePath = '', username = '', password = ''] = argv.slice(2);
const { token } = await new AcervoApi(new Configuration({ basePath })).authenticationSignIn({ loginBody: { username, password } });
const acervo = new AcervoApi(new Configuration({ basePath, accessToken: token }));
const [unit] = await acervo.structureDescribe();
const client = unit?.clientes[0];
const level = client?.arvores.find(({ nome }) => nome === 'Notas Fiscais');
assert(unit && client && level);
const { idCliente } = client;
console.log('step login');

const number = String(randomInt(10 ** 9, 10 ** 10));
const valuesOf = (day: string): IndexerValue[] => [
  { label: 'Número', valorCampo: number },
  { label: 'Data de Emissão', valorCampo: day },
];
const arquivo = Buffer.from('Olá, acervo!\n').toString('base64');
const created = await acervo.documentsCreateV3({
  idUnidade: unit.idUnidade,
  idCliente,
  idArvoreOrganizacional: level.idArvoreOrganizacional,
  createDocumentV3: {
    valoresCampos: valuesOf(DAY),
    arquivos: [{ arquivo, contentType: 'text/plain', extensao: 'txt', nomeAmigavel: 'Olá' }],
  },
});
assert.equal(created.arquivos.length, 1);
console.log('step create');

const search = async (day: string) => {
  const found = await acervo.documentsSearch({ idCliente, valoresCampos: valuesOf(day).map((each) => JSON.stringify(each)) });
  return found.metadados.map(({ metaDados }) => metaDados[0]?.valor);
};
assert.deepEqual(await search(DAY), [created.idDocumento]);
assert.deepEqual(await search('22/11/2026'), []);
console.log('step search');

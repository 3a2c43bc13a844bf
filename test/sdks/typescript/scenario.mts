// The scenario of all SDKs (scripts/sdks/scenario.mjs) with @acervo/client.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AcervoError,
  connect,
  fileDocument,
  findDocuments,
  followEvents,
  fromStream,
  fromUrl,
  verifyWebhook,
  WebhookError,
} from '@acervo/client';
import { downloadFile, fromPath } from '@acervo/client/node';

interface Scenario {
  url: string;
  faultyUrl: string;
  username: string;
  password: string;
  number: string;
  path: string;
  sha256: string;
  link: string;
  linked: string;
  webhook: { secret: string; headers: Record<string, string>; body: string };
}

const scenario = JSON.parse(await readFile('scenario.json', 'utf8')) as Scenario;
const { url, faultyUrl, username, password, number, path, webhook } = scenario;
const done = (step: string) => console.log(`step ${step}`);

const acervo = connect(url, { username, password });
const [unit] = await acervo.structure.describe();
const client = unit?.clientes[0];
const level = client?.arvores.find(({ nome }) => nome === 'Notas Fiscais');
assert(unit && client && level);
const { idCliente } = client;
const place = { idUnidade: unit.idUnidade, idCliente, idArvoreOrganizacional: level.idArvoreOrganizacional };
const { proximo: begin } = await acervo.events.follow({ idCliente, apos: 'fim' });
done('login');

const fieldsOf = (numero: string) => ({ Número: numero, 'Data de Emissão': '21/11/2026' });
const fields = fieldsOf(number);
const fromDisk = await fileDocument(acervo, place, { fields, files: [fromPath(path)] });
done('path');

const pieces = ['Olá, ', 'ace', 'rvo', '!\n'];
const stream = Readable.from(pieces.map((text) => Buffer.from(text)));
const fromPieces = await fileDocument(acervo, place, { fields, files: [fromStream(stream, 'Fluxo.txt')] });
done('stream');

const fromLink = await fileDocument(acervo, place, { fields, files: [fromUrl(scenario.link, 'Ligado.txt')] });
done('url');

const search = async (wanted: string) => {
  const filtro = { todas: [{ campo: 'Número', operador: 'igual' as const, valor: wanted }] };
  const ids: string[] = [];
  for await (const { id } of findDocuments(acervo, { idCliente, body: { filtro, tamanhoPagina: 2 } })) ids.push(id);
  return ids.sort();
};
assert.deepEqual(await search(number), [fromDisk, fromPieces, fromLink].map(({ idDocumento }) => idDocumento).sort());
done('search');

const faulty = connect(faultyUrl, { username, password });
const idOf = ({ arquivos }: typeof fromDisk) => ({ idImagem: arquivos[0]!.idArquivo, idCliente });
assert.equal(await downloadFile(faulty, idOf(fromDisk), 'got.bin'), 5_000_000);
assert.equal(
  createHash('sha256')
    .update(await readFile('got.bin'))
    .digest('hex'),
  scenario.sha256,
);
assert.equal(Buffer.from(await acervo.files.fetchBytes(idOf(fromPieces))).toString(), pieces.join(''));
assert.equal(Buffer.from(await acervo.files.fetchBytes(idOf(fromLink))).toString(), scenario.linked);
done('download');

for await (const event of followEvents(acervo, { idCliente, apos: String(begin), tipo: ['documento.criado'] }))
  if (event.data['idDocumento'] === fromLink.idDocumento) break;
done('events');

const { secret, headers, body } = webhook;
assert.equal((await verifyWebhook<{ type: string }>(secret, headers, body)).type, 'webhook.teste');
await assert.rejects(verifyWebhook(secret, headers, `${body} `), WebhookError);
await assert.rejects(verifyWebhook(secret, { ...headers, 'webhook-timestamp': '1700000000' }, body), WebhookError);
done('webhook');

const repeated = `${number}9`.slice(-10);
const once = await fileDocument(faulty, place, { fields: fieldsOf(repeated), files: [fromPath(path)] });
assert.deepEqual(await search(repeated), [once.idDocumento]);
done('retry');

await assert.rejects(fileDocument(acervo, place, {}), (error) => error instanceof AcervoError && error.code === 'ENTRADA_INVALIDA');
done('refusal');

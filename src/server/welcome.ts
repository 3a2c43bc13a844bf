import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { AddressInfo, Server } from 'node:net';
import { FileStorage } from '#application/ports/files';
import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import { BucketMissing } from '#infrastructure/s3/store-errors';
import type { Config } from '#src/config';
import { DEMO_CLIENT, DEMO_LOGINS, DEMO_PASSWORD, DEMO_UNIT } from '#src/demo/demo-archive';
import { placeOf } from '#src/terminal/archive-place';
import { t } from '#src/terminal/language';
import { startFailure } from '#src/terminal/start-failure';

/** The start message. */
export async function welcome(app: INestApplication, config: Config): Promise<string> {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  // On a port of the system's choice the default address cannot be known beforehand.
  const base = config.port === 0 ? `http://localhost:${port}` : config.baseUrl;
  const lines = [
    t(`Acervo is listening at ${base}`, `O Acervo atende em ${base}`),
    ...(config.docs ? [`  ${t('API reference ', 'referência API')}  ${base}/docs`] : []),
    ...(config.console ? [`  console         ${base}/console`] : []),
    ...(config.docs ? [`  OpenAPI         ${base}/openapi.json`] : []),
    `  ${t('storage       ', 'armazenamento ')}  ${placeOf(config)}`,
    ...(await bucketMissing(app)),
  ];
  if (!config.loadDemo || (await app.get(ArchiveInstaller).isEmpty())) return lines.join('\n');
  return [...lines, ...demoLines(base)].join('\n');
}

/** The service begins without its bucket, but files nothing until there is one. A store that is silent so long keeps nobody waiting. */
const STORE_WITHIN_MS = 1000;
async function bucketMissing(app: INestApplication): Promise<string[]> {
  const probed = app.get(FileStorage).probe().catch((error: unknown) => error); // prettier-ignore
  const problem: unknown = await Promise.race([probed, pause(STORE_WITHIN_MS)]);
  return problem instanceof BucketMissing ? [`  ${startFailure(problem)}`] : [];
}

function demoLines(base: string): string[] {
  const ids = {
    unit: stableId('unit', DEMO_UNIT),
    client: stableId('client', DEMO_CLIENT),
    level: stableId('level', DEMO_CLIENT, 'Financeiro', 'Notas Fiscais'),
  };
  const login = JSON.stringify({ username: 'demo', password: DEMO_PASSWORD });
  const body = JSON.stringify({
    valoresCampos: [
      { label: 'Número', valorCampo: '2001' },
      { label: 'Data de Emissão', valorCampo: '21/11/2026' },
    ],
    arquivos: [
      {
        arquivo: Buffer.from('Olá, acervo!\n').toString('base64'),
        contentType: 'text/plain',
        extensao: 'txt',
        nomeAmigavel: 'Olá',
        compartilhado: true,
      },
    ],
  });
  const query = `idUnidade=${ids.unit}&idCliente=${ids.client}&idArvoreOrganizacional=${ids.level}`;
  return [
    '',
    t(
      `Demo archive: logins ${DEMO_LOGINS.join(', ')}; password ${DEMO_PASSWORD}`,
      `Acervo de demonstração: logins ${DEMO_LOGINS.join(', ')}; senha ${DEMO_PASSWORD}`,
    ),
    `  ${t('unit  ', 'unidade')} ${ids.unit}  ${DEMO_UNIT}`,
    `  ${t('client', 'cliente')} ${ids.client}  ${DEMO_CLIENT}`,
    `  ${t('level ', 'nível  ')} ${ids.level}  Financeiro > Notas Fiscais`,
    '',
    t('Create a document:', 'Crie um documento:'),
    '',
    `TOKEN=$(curl -s ${base}/api/Autenticacao/Login -H 'Content-Type: application/json' -d '${login}' | sed 's/.*"Token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s '${base}/api/v3/Documento?${query}' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body}'`,
    '',
  ];
}

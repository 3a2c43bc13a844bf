import { resolve } from 'node:path';
import { Address, Flag, Integer, Key, List, NeededText, Text } from './kinds';
import type { Secret } from './secret';
import { Section, type Known } from './setting';

@Section(['Storage', 'Armazenamento'])
export class DatabaseSettings {
  @Text(
    'DATA_DIR',
    { default: './data', is: ['SQLite, files and keys of the embedded mode.', 'SQLite, arquivos e chaves do modo embutido.'] },
    resolve,
  )
  dataDir!: string;

  /** Null: SQLite in the data directory. */
  @Address('DATABASE_URL', {
    protocols: ['mysql:', 'mariadb:'],
    secret: true,
    unset: ['embedded SQLite', 'SQLite embutido'],
    is: [
      'mysql://user:password@host:3306/acervo (MySQL 8 or MariaDB 10.6 and later). Then also JWT_SECRET and LINK_SECRET.',
      'mysql://usuario:senha@host:3306/acervo (MySQL 8 ou MariaDB 10.6 em diante). Então também JWT_SECRET e LINK_SECRET.',
    ],
  })
  databaseUrl!: Secret | null;

  @Integer('DATABASE_POOL', { default: 10, min: 1, max: 1000, is: ['Connections to the database.', 'Conexões com o banco de dados.'] })
  databasePool!: number;

  @Integer('DATABASE_QUEUE', {
    default: 200,
    min: 1,
    max: 100_000,
    is: [
      'How many callers may wait for a connection of the pool; beyond that 503.',
      'Quantas chamadas podem esperar por uma conexão; acima disso, 503.',
    ],
  })
  databaseQueue!: number;

  @Integer('DATABASE_WAIT_SECONDS', {
    default: 5,
    min: 1,
    max: 600,
    unit: 'seconds',
    is: ['How long they may wait; beyond that 503.', 'Quanto tempo podem esperar; acima disso, 503.'],
  })
  databaseWaitSeconds!: number;

  @Integer('DATABASE_STATEMENT_SECONDS', {
    default: 20,
    min: 1,
    max: 3600,
    unit: 'seconds',
    is: [
      'The longest question; 5 seconds later an unanswered statement is given up and its connection closed.',
      'A consulta mais longa; 5 segundos depois, desiste-se de um comando sem resposta e fecha-se a sua conexão.',
    ],
  })
  databaseStatementSeconds!: number;

  @Flag('DATABASE_SYNC_READS', {
    default: false,
    is: [
      'For replicas that ask different nodes of a Galera or Group Replication cluster: reads wait for what other nodes have acknowledged.',
      'Para réplicas que falam com nós diferentes de um cluster Galera ou Group Replication: as leituras esperam o que outros nós já confirmaram.',
    ],
  })
  databaseSyncReads!: boolean;
}

const withStore = ({ endpoint }: Known) => Boolean(endpoint);

@Section(['Storage', 'Armazenamento'])
export class S3Settings {
  @Address('S3_ENDPOINT', {
    unset: ['files below DATA_DIR', 'arquivos abaixo de DATA_DIR'],
    is: ['Where the store is: any S3.', 'Onde fica o armazenamento de arquivos: qualquer S3.'],
  })
  endpoint!: string | null;

  @Address('S3_PUBLIC_ENDPOINT', {
    default: ({ endpoint }) => endpoint ?? '',
    unset: 'S3_ENDPOINT',
    is: ['Under which clients reach the store, for redirects.', 'Por onde os clientes chegam ao armazenamento, para redirecionamentos.'],
  })
  publicEndpoint!: string;

  @Text('S3_REGION', {
    default: 'us-east-1',
    is: ['The region that requests are signed for.', 'A região para a qual as chamadas são assinadas.'],
  })
  region!: string;

  @NeededText('S3_BUCKET', {
    when: withStore,
    required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'],
    is: ['The bucket; it must be there.', 'O bucket; tem de existir.'],
  })
  bucket!: string;

  @NeededText('S3_ACCESS_KEY_ID', {
    when: withStore,
    required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'],
    is: ['Who the service is to the store.', 'A identidade do serviço perante o armazenamento.'],
  })
  accessKeyId!: string;

  @NeededText('S3_SECRET_ACCESS_KEY', {
    when: withStore,
    secret: true,
    required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'],
    is: ['The key that goes with S3_ACCESS_KEY_ID.', 'A chave que acompanha S3_ACCESS_KEY_ID.'],
  })
  secretAccessKey!: Secret;

  @Integer('S3_REQUEST_SECONDS', {
    default: 30,
    min: 1,
    max: 3600,
    unit: 'seconds',
    is: [
      'For the answer to one try of a request (there are three at most), and between two pieces of an object that is read.',
      'Para a resposta a uma tentativa de chamada (são três, no máximo), e entre dois pedaços de um objeto que se lê.',
    ],
  })
  requestSeconds!: number;
}

const withoutOwnKeys = ({ databaseUrl, production }: Known) => databaseUrl !== null || production;

@Section(['Keys', 'Chaves'])
export class KeySettings {
  @Key('JWT_SECRET', {
    when: withoutOwnKeys,
    unset: ['made on first start in DATA_DIR/keys', 'criada em DATA_DIR/keys na primeira inicialização'],
    required: ['with DATABASE_URL, or in production', 'com DATABASE_URL, ou em produção'],
    is: ['Signs tokens.', 'Assina os tokens.'],
  })
  jwtSecret!: Secret | null;

  @Key('LINK_SECRET', {
    when: withoutOwnKeys,
    unset: ['made on first start in DATA_DIR/keys', 'criada em DATA_DIR/keys na primeira inicialização'],
    required: ['with DATABASE_URL, or in production', 'com DATABASE_URL, ou em produção'],
    is: ['Signs share links.', 'Assina os links de compartilhamento.'],
  })
  linkSecret!: Secret | null;

  @Key('AUDIT_SECRET', {
    unset: ['derived from LINK_SECRET', 'derivada de LINK_SECRET'],
    is: ['Seals the audit trail; do not change it.', 'Sela a trilha de auditoria; não a troque.'],
  })
  auditSecret!: Secret | null;
}

@Section(['Files', 'Arquivos'])
export class FileSettings {
  @Integer('DELETED_RETENTION_DAYS', {
    default: 30,
    unit: 'days',
    is: ['How long the bytes of deleted files are kept.', 'Por quanto tempo se guardam os bytes de arquivos excluídos.'],
  })
  deletedRetentionDays!: number;

  @Integer('SWEEP_MINUTES', {
    default: 10,
    unit: 'minutes',
    is: [
      'Between two looks for what may be removed. 0: this process never sweeps.',
      'Entre duas buscas pelo que pode ser removido. 0: este processo nunca varre.',
    ],
  })
  sweepMinutes!: number;

  @Integer('LINK_TIMEOUT_SECONDS', {
    default: 60,
    min: 1,
    max: 3600,
    unit: 'seconds',
    is: [
      'For a file given by link, from the first look-up to the last byte.',
      'Para um arquivo dado por link, da primeira consulta de nome ao último byte.',
    ],
  })
  linkTimeoutSeconds!: number;

  @List('LINK_ALLOWED_NETWORKS', {
    unset: ['none', 'nada'],
    is: [
      'Networks beyond the public ones from which links may be fetched, such as 10.1.0.0/16.',
      'Redes, além das públicas, das quais se podem buscar links, como 10.1.0.0/16.',
    ],
  })
  linkAllowedNetworks!: string[];

  @List('LINK_NAME_SERVERS', {
    unset: ["the system's", 'os do sistema'],
    is: [
      'Addresses of the name servers that are asked for the hosts of links; the hosts file goes before them.',
      'Endereços dos servidores de nomes a que se perguntam os hosts dos links; o arquivo hosts vem antes deles.',
    ],
  })
  linkNameServers!: string[];
}

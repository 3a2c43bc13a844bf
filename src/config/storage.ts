import { resolve } from 'node:path';
import { Address, Flag, Integer, Key, List, NeededText, Text } from './kinds';
import type { Secret } from './secret';
import { Meaning, Section, Unset, type Known } from './setting';

@Section(['Storage', 'Armazenamento'])
export class DatabaseSettings {
  @Meaning('SQLite, files and keys of the embedded mode.', 'SQLite, arquivos e chaves do modo embutido.')
  @Text('DATA_DIR', { default: './data' }, (folder) => resolve(folder ?? ''))
  dataDir!: string;

  /** Null: SQLite in the data directory. */
  @Meaning(
    'mysql://user:password@host:3306/acervo (MySQL 8 or MariaDB 10.6 and later). Then also JWT_SECRET and LINK_SECRET.',
    'mysql://usuario:senha@host:3306/acervo (MySQL 8 ou MariaDB 10.6 em diante). Então também JWT_SECRET e LINK_SECRET.',
  )
  @Unset('embedded SQLite', 'SQLite embutido')
  @Address('DATABASE_URL', { protocols: ['mysql:', 'mariadb:'], secret: true })
  databaseUrl!: Secret | null;

  @Meaning('Connections to the database.', 'Conexões com o banco de dados.')
  @Integer('DATABASE_POOL', { default: 10, min: 1, max: 1000 })
  databasePool!: number;

  @Meaning(
    'How many callers may wait for a connection of the pool; beyond that 503.',
    'Quantas chamadas podem esperar por uma conexão; acima disso, 503.',
  )
  @Integer('DATABASE_QUEUE', { default: 200, min: 1, max: 100_000 })
  databaseQueue!: number;

  @Meaning('How long they may wait; beyond that 503.', 'Quanto tempo podem esperar; acima disso, 503.')
  @Integer('DATABASE_WAIT_SECONDS', { default: 5, min: 1, max: 600, unit: 'seconds' })
  databaseWaitSeconds!: number;

  @Meaning(
    'The longest question; 5 seconds later an unanswered statement is given up and its connection closed.',
    'A consulta mais longa; 5 segundos depois, desiste-se de um comando sem resposta e fecha-se a sua conexão.',
  )
  @Integer('DATABASE_STATEMENT_SECONDS', { default: 20, min: 1, max: 3600, unit: 'seconds' })
  databaseStatementSeconds!: number;

  @Meaning(
    'For replicas that ask different nodes of a Galera or Group Replication cluster: reads wait for what other nodes have acknowledged.',
    'Para réplicas que falam com nós diferentes de um cluster Galera ou Group Replication: as leituras esperam o que outros nós já confirmaram.',
  )
  @Flag('DATABASE_SYNC_READS', { default: false })
  databaseSyncReads!: boolean;
}

const withStore = ({ endpoint }: Known) => Boolean(endpoint);

@Section(['Storage', 'Armazenamento'])
export class S3Settings {
  @Meaning('Where the store is: any S3.', 'Onde fica o armazenamento de arquivos: qualquer S3.')
  @Unset('files below DATA_DIR', 'arquivos abaixo de DATA_DIR')
  @Address('S3_ENDPOINT')
  endpoint!: string | null;

  @Meaning('Under which clients reach the store, for redirects.', 'Por onde os clientes chegam ao armazenamento, para redirecionamentos.')
  @Unset('S3_ENDPOINT')
  @Address('S3_PUBLIC_ENDPOINT', { default: ({ endpoint }) => endpoint ?? '' })
  publicEndpoint!: string;

  @Meaning('The region that requests are signed for.', 'A região para a qual as chamadas são assinadas.')
  @Text('S3_REGION', { default: 'us-east-1' })
  region!: string;

  @Meaning('The bucket; it must be there.', 'O bucket; tem de existir.')
  @NeededText('S3_BUCKET', { when: withStore, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  bucket!: string;

  @Meaning('Who the service is to the store.', 'A identidade do serviço perante o armazenamento.')
  @NeededText('S3_ACCESS_KEY_ID', { when: withStore, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  accessKeyId!: string;

  @Meaning('The key that goes with S3_ACCESS_KEY_ID.', 'A chave que acompanha S3_ACCESS_KEY_ID.')
  @NeededText('S3_SECRET_ACCESS_KEY', { when: withStore, secret: true, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  secretAccessKey!: Secret;

  @Meaning(
    'For the answer to one try of a request (there are three at most), and between two pieces of an object that is read.',
    'Para a resposta a uma tentativa de chamada (são três, no máximo), e entre dois pedaços de um objeto que se lê.',
  )
  @Integer('S3_REQUEST_SECONDS', { default: 30, min: 1, max: 3600, unit: 'seconds' })
  requestSeconds!: number;
}

const withoutOwnKeys = ({ databaseUrl, production }: Known) => databaseUrl !== null || production;

@Section(['Keys', 'Chaves'])
export class KeySettings {
  @Meaning('Signs tokens.', 'Assina os tokens.')
  @Unset('made on first start in DATA_DIR/keys', 'criada em DATA_DIR/keys na primeira inicialização')
  @Key('JWT_SECRET', { when: withoutOwnKeys, required: ['with DATABASE_URL, or in production', 'com DATABASE_URL, ou em produção'] })
  jwtSecret!: Secret | null;

  @Meaning('Signs share links.', 'Assina os links de compartilhamento.')
  @Unset('made on first start in DATA_DIR/keys', 'criada em DATA_DIR/keys na primeira inicialização')
  @Key('LINK_SECRET', { when: withoutOwnKeys, required: ['with DATABASE_URL, or in production', 'com DATABASE_URL, ou em produção'] })
  linkSecret!: Secret | null;

  @Meaning('Seals the audit trail; do not change it.', 'Sela a trilha de auditoria; não a troque.')
  @Unset('derived from LINK_SECRET', 'derivada de LINK_SECRET')
  @Key('AUDIT_SECRET')
  auditSecret!: Secret | null;
}

@Section(['Files', 'Arquivos'])
export class FileSettings {
  @Meaning('How long the bytes of deleted files are kept.', 'Por quanto tempo se guardam os bytes de arquivos excluídos.')
  @Integer('DELETED_RETENTION_DAYS', { default: 30, unit: 'days' })
  deletedRetentionDays!: number;

  @Meaning(
    'Between two looks for what may be removed. 0: this process never sweeps.',
    'Entre duas buscas pelo que pode ser removido. 0: este processo nunca varre.',
  )
  @Integer('SWEEP_MINUTES', { default: 10, unit: 'minutes' })
  sweepMinutes!: number;

  @Meaning(
    'For a file given by link, from the first look-up to the last byte.',
    'Para um arquivo dado por link, da primeira consulta de nome ao último byte.',
  )
  @Integer('LINK_TIMEOUT_SECONDS', { default: 60, min: 1, max: 3600, unit: 'seconds' })
  linkTimeoutSeconds!: number;

  @Meaning(
    'Networks beyond the public ones from which links may be fetched, such as 10.1.0.0/16.',
    'Redes, além das públicas, das quais se podem buscar links, como 10.1.0.0/16.',
  )
  @Unset('none', 'nada')
  @List('LINK_ALLOWED_NETWORKS')
  linkAllowedNetworks!: string[];

  @Meaning(
    'Addresses of the name servers that are asked for the hosts of links; the hosts file goes before them.',
    'Endereços dos servidores de nomes a que se perguntam os hosts dos links; o arquivo hosts vem antes deles.',
  )
  @Unset("the system's", 'os do sistema')
  @List('LINK_NAME_SERVERS')
  linkNameServers!: string[];
}

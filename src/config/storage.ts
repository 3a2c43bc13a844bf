import { resolve } from 'node:path';
import { Address, Choice, Flag, IndexName, Integer, Key, List, NeededText, Text } from './kinds';
import type { Secret } from './secret';
import { Meaning, Section, Unset, type Known } from './setting';

const SYNCHRONOUS = ['full', 'normal'] as const;

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
    'Maximum number of calls waiting for a connection of the pool; above it 503.',
    'Número máximo de chamadas à espera de uma conexão; acima disso, 503.',
  )
  @Integer('DATABASE_QUEUE', { default: 200, min: 1, max: 100_000 })
  databaseQueue!: number;

  @Meaning(
    'Maximum wait for a connection or, embedded, for its turn to write, also while a command writes; after it 503.',
    'Espera máxima por uma conexão ou, no modo embutido, pela vez de escrever, também enquanto um comando escreve; depois dela, 503.',
  )
  @Unset('5, embedded 15', '5, no modo embutido 15')
  @Integer('DATABASE_WAIT_SECONDS', { default: ({ databaseUrl }) => (databaseUrl === null ? 15 : 5), min: 1, max: 600, unit: 'seconds' })
  databaseWaitSeconds!: number;

  @Meaning(
    'Maximum duration of a query; 5 seconds later its connection is closed.',
    'Duração máxima de uma consulta; 5 segundos depois, a sua conexão é fechada.',
  )
  @Integer('DATABASE_STATEMENT_SECONDS', { default: 20, min: 1, max: 3600, unit: 'seconds' })
  databaseStatementSeconds!: number;

  @Meaning(
    'For replicas that use different nodes of a Galera or Group Replication cluster: reads wait for commits of other nodes.',
    'Para réplicas que falam com nós diferentes de um cluster Galera ou Group Replication: as leituras esperam as confirmações de outros nós.',
  )
  @Flag('DATABASE_SYNC_READS', { default: false })
  databaseSyncReads!: boolean;

  @Meaning(
    'Embedded SQLite. full: an acknowledged write survives a power cut. normal: faster; a power cut or a crash of the system can undo the latest acknowledged writes (operating.md).',
    'SQLite embutido. full: uma escrita confirmada sobrevive a uma queda de energia. normal: mais rápido; uma queda de energia ou do sistema pode desfazer as últimas escritas confirmadas (operating.md).',
  )
  @Choice('SQLITE_SYNCHRONOUS', SYNCHRONOUS, { default: 'full' })
  sqliteSynchronous!: (typeof SYNCHRONOUS)[number];
}

const withStore = ({ endpoint }: Known) => Boolean(endpoint);

@Section(['Storage', 'Armazenamento'])
export class S3Settings {
  @Meaning('Address of the file store: any S3.', 'Endereço do armazenamento de arquivos: qualquer S3.')
  @Unset('files below DATA_DIR', 'arquivos abaixo de DATA_DIR')
  @Address('S3_ENDPOINT')
  endpoint!: string | null;

  @Meaning('Address of the store for clients, for redirects.', 'Endereço do armazenamento para os clientes, para redirecionamentos.')
  @Unset('S3_ENDPOINT')
  @Address('S3_PUBLIC_ENDPOINT', { default: ({ endpoint }) => endpoint ?? '' })
  publicEndpoint!: string;

  @Meaning('The region of the store.', 'A região do armazenamento.')
  @Text('S3_REGION', { default: 'us-east-1' })
  region!: string;

  @Meaning('The bucket; it must exist (`acervo storage init` makes it).', 'O bucket; precisa existir (`acervo storage init` o cria).')
  @NeededText('S3_BUCKET', { when: withStore, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  bucket!: string;

  @Meaning('Access key id for the store.', 'Id da chave de acesso ao armazenamento.')
  @NeededText('S3_ACCESS_KEY_ID', { when: withStore, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  accessKeyId!: string;

  @Meaning('Secret key for S3_ACCESS_KEY_ID.', 'Chave secreta de S3_ACCESS_KEY_ID.')
  @NeededText('S3_SECRET_ACCESS_KEY', { when: withStore, secret: true, required: ['with S3_ENDPOINT', 'com S3_ENDPOINT'] })
  secretAccessKey!: Secret;

  @Meaning(
    'Time-out of one attempt of a request (three at most), and of silence while an object is read.',
    'Prazo de uma tentativa de chamada (no máximo três), e do silêncio durante a leitura de um objeto.',
  )
  @Integer('S3_REQUEST_SECONDS', { default: 30, min: 1, max: 3600, unit: 'seconds' })
  requestSeconds!: number;
}

@Section(['Storage', 'Armazenamento'])
export class OpenSearchSettings {
  @Meaning(
    'https://user:password@host:9200 of an OpenSearch (tested: 2.19) for the words of files, where the index of the database is outgrown (operating.md). User and password are percent-encoded.',
    'https://usuario:senha@host:9200 de um OpenSearch (testado: 2.19) para as palavras dos arquivos, quando o índice do banco já não basta (operating.md). Usuário e senha em percent-encoding.',
  )
  @Unset('the words of files are in the database', 'as palavras dos arquivos ficam no banco')
  @Address('OPENSEARCH_URL', { secret: true })
  endpoint!: Secret | null;

  @Meaning('Its index, made by the service; archives that share an OpenSearch need one each.', 'O seu índice, criado pelo serviço; acervos que dividem um OpenSearch precisam de um cada.') // prettier-ignore
  @IndexName('OPENSEARCH_INDEX', { default: 'acervo' })
  index!: string;
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

  @Meaning(
    'Seals the audit trail; exchange it by `audit rotate-key` alone.',
    'Sela a trilha de auditoria; troque-o só por `audit rotate-key`.',
  )
  @Unset('derived from LINK_SECRET', 'derivada de LINK_SECRET')
  @Key('AUDIT_SECRET')
  auditSecret!: Secret | null;

  @Meaning(
    'Days after which the addresses of events are erased; their proofs stay valid. 0: never.',
    'Dias após os quais os endereços dos eventos são apagados; as suas provas continuam válidas. 0: nunca.',
  )
  @Integer('AUDIT_ORIGIN_DAYS', { default: 0, max: 3650, unit: 'days' })
  auditOriginDays!: number;
}

@Section(['Files', 'Arquivos'])
export class FileSettings {
  @Meaning(
    'Retention of deleted documents and files; then they are purged.',
    'Retenção de documentos e arquivos excluídos; depois são expurgados.',
  )
  @Integer('DELETED_RETENTION_DAYS', { default: 30, unit: 'days' })
  deletedRetentionDays!: number;

  @Meaning('Interval of the sweeper. 0: this process does not sweep.', 'Intervalo da limpeza. 0: este processo não faz limpeza.')
  @Integer('SWEEP_MINUTES', { default: 10, unit: 'minutes' })
  sweepMinutes!: number;

  @Meaning(
    'Read the text of the files of documents that are stored from now on, and make previews of them.',
    'Ler o texto dos arquivos de documentos guardados de agora em diante e fazer miniaturas deles.',
  )
  @Flag('READ_FILES', { default: false })
  readFiles!: boolean;

  @Meaning(
    'Files that each process of the service reads at once, each in a child process of up to 768 MiB. 0: other processes read them.',
    'Arquivos que cada processo do serviço lê ao mesmo tempo, cada um em um processo filho de até 768 MiB. 0: outros processos os leem.',
  )
  @Integer('FILE_READERS', { default: 1, max: 64 })
  fileReaders!: number;

  @Meaning(
    'Path of `pdftotext` (Poppler), as /usr/bin/pdftotext: it reads the text of PDF files some ten times as fast. Where it fails, pdf.js reads.',
    'Caminho do `pdftotext` (Poppler), como /usr/bin/pdftotext: lê o texto de arquivos PDF umas dez vezes mais depressa. Onde ele falha, o pdf.js lê.',
  )
  @Unset('pdf.js', 'o pdf.js')
  @Text('PDFTOTEXT')
  pdfToText!: string | null;

  @Meaning(
    'Time-out of a file given by link, from DNS to the last byte.',
    'Prazo de um arquivo dado por link, da consulta DNS ao último byte.',
  )
  @Integer('LINK_TIMEOUT_SECONDS', { default: 60, min: 1, max: 3600, unit: 'seconds' })
  linkTimeoutSeconds!: number;

  @Meaning(
    'Additional networks from which links can be fetched and to which webhooks may lead, such as 10.1.0.0/16.',
    'Redes adicionais, além das públicas, das quais links podem ser buscados e às quais webhooks podem levar, como 10.1.0.0/16.',
  )
  @Unset('none', 'nada')
  @List('LINK_ALLOWED_NETWORKS')
  linkAllowedNetworks!: string[];

  @Meaning(
    'DNS servers for the hosts of links and webhooks; the hosts file has priority.',
    'Servidores DNS para os hosts dos links e webhooks; o arquivo hosts tem prioridade.',
  )
  @Unset("the system's", 'os do sistema')
  @List('LINK_NAME_SERVERS')
  linkNameServers!: string[];
}

import { Address, Choice, Flag, Headers, Integer, Key, Origins, Processes, rule, Text, TimeZone } from './kinds';
import type { Secret } from './secret';
import { Meaning, Section, Unset, setting, type Known } from './setting';

@Section(['Mode', 'Modo'])
export class ModeSettings {
  @Meaning(
    'production (or prod): keys are required, no demo archive.',
    'production (ou prod): as chaves são obrigatórias, e não há acervo de demonstração.',
  )
  @Unset('no production', 'fora de produção')
  @Text('NODE_ENV', {}, (text) => /^prod(uction)?$/i.test(text ?? ''))
  production!: boolean;
}

@Section(['Address', 'Endereço'])
export class AddressSettings {
  @Meaning('Port of the service. 0: a free port.', 'Porta do serviço. 0: uma porta livre.')
  @Integer('PORT', { default: 3000, max: 65_535 })
  port!: number;

  @Meaning('Address on which it listens.', 'O endereço em que escuta.')
  @Unset('127.0.0.1 embedded, else 0.0.0.0', '127.0.0.1 no modo embutido, senão 0.0.0.0')
  @Text('HOST', { default: ({ databaseUrl, production }) => (databaseUrl === null && !production ? '127.0.0.1' : '0.0.0.0') })
  host!: string;

  @Meaning('Address of the service for clients.', 'Endereço do serviço para os clientes.')
  @Unset('http://localhost:PORT')
  @Address('BASE_URL', { default: ({ port }) => `http://localhost:${port}` })
  baseUrl!: string;

  @Meaning(
    'Base address of share links. The service answers them at the path of this address.',
    'Endereço base dos links de compartilhamento. O serviço responde a eles no caminho deste endereço.',
  )
  @Unset('BASE_URL/compartilhado')
  @Address('SHARE_URL', { default: ({ baseUrl }) => `${baseUrl}/compartilhado` })
  shareUrl!: string;

  @Meaning('Time zone of dates without a time.', 'Fuso horário de datas sem hora.')
  @TimeZone('TZ', { default: 'America/Sao_Paulo' })
  timeZone!: string;

  @Meaning(
    'Origins whose pages may call the service from a browser, such as https://erp.example.com. Separated by commas or spaces.',
    'Origens cujas páginas podem chamar o serviço de um navegador, como https://erp.example.com. Separadas por vírgulas ou espaços.',
  )
  @Unset('none', 'nada')
  @Origins('CORS_ORIGINS')
  corsOrigins!: string[];

  @Meaning(
    'Proxies in front of the service that write X-Forwarded-For. 0: the header is ignored.',
    'Proxies à frente do serviço que escrevem X-Forwarded-For. 0: o cabeçalho é ignorado.',
  )
  @Integer('TRUSTED_PROXIES', { default: 0, max: 10 })
  trustedProxies!: number;
}

@Section(['Signatures of PDF files', 'Assinaturas de arquivos PDF'])
export class SigningSettings {
  @Meaning(
    'PKCS#12 file with an RSA or EC key and its certificate; read again when it changes.',
    'Arquivo PKCS#12 com uma chave RSA ou EC e o seu certificado; lido de novo quando muda.',
  )
  @Unset(
    'embedded: a self-signed one for development is made in DATA_DIR/keys/signing.p12; else 2.6 answers 503',
    'no modo embutido: um autoassinado, para desenvolvimento, é criado em DATA_DIR/keys/signing.p12; senão a 2.6 responde 503',
  )
  @Text('SIGNING_P12')
  signingP12!: string | null;

  @Meaning('The password of that file.', 'A senha desse arquivo.')
  @Text('SIGNING_P12_PASSWORD', { default: '', secret: true })
  signingP12Password!: Secret;

  @Meaning(
    'Timestamp authority (RFC 3161), for signatures and for the daily anchor of the audit trail.',
    'Autoridade de carimbo do tempo (RFC 3161), para assinaturas e para a âncora diária da trilha de auditoria.',
  )
  @Unset(
    "none: signatures carry the service's own time, anchors no stamp",
    'nenhuma: as assinaturas levam a hora do próprio serviço, as âncoras nenhum carimbo',
  )
  @Address('TIMESTAMP_URL')
  timestampUrl!: string | null;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const LOG_FORMATS = ['json', 'text'] as const;

@Section(['Operation', 'Operação'])
export class OperationSettings {
  @Meaning(
    'Processes that serve the port together, with DATABASE_URL. auto: one per processor; embedded always one (scaling.md).',
    'Processos que atendem juntos na porta, com DATABASE_URL. auto: um por processador; no modo embutido, sempre um (scaling.md).',
  )
  @Processes('WORKERS')
  workers!: number;

  @Meaning('Log level: this one and more severe ones.', 'Nível do log: este e os mais graves.')
  @Choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' })
  logLevel!: (typeof LOG_LEVELS)[number];

  @Meaning('JSON objects, or readable lines.', 'Objetos JSON, ou linhas legíveis.')
  @Choice('LOG_FORMAT', LOG_FORMATS, { default: 'json' })
  logFormat!: (typeof LOG_FORMATS)[number];

  @Meaning(
    'Port of a separate, unauthenticated listener with `/metrics` and `/metricas` for Prometheus. 0: a free port.',
    'Porta separada e sem autenticação com `/metrics` e `/metricas` para o Prometheus. 0: uma porta livre.',
  )
  @Unset('off', 'desligado')
  @Integer('METRICS_PORT', { max: 65_535 })
  metricsPort!: number | null;

  @Meaning('Address of that listener; never expose it to clients.', 'Endereço dessa porta; nunca a exponha aos clientes.')
  @Text('METRICS_HOST', { default: '127.0.0.1' })
  metricsHost!: string;

  @Meaning(
    'Callers with this token (`Authorization: Bearer`) can read `/metricas` on the port of clients.',
    'Quem envia este token (`Authorization: Bearer`) lê `/metricas` na porta dos clientes.',
  )
  @Unset('off', 'desligado')
  @Key('METRICS_TOKEN')
  metricsToken!: Secret | null;

  @Meaning(
    'On SIGTERM or SIGINT: maximum time to complete running requests (exit code 0; 1 if anything was cut off).',
    'Com SIGTERM ou SIGINT: tempo máximo para concluir as requisições em andamento (código de saída 0; 1 se algo foi interrompido).',
  )
  @Integer('SHUTDOWN_SECONDS', { default: 30, min: 1, max: 3600, unit: 'seconds' })
  shutdownSeconds!: number;

  @Meaning(
    'How long the service still answers before that while not ready, so that a load balancer can react.',
    'Por quanto tempo o serviço ainda responde antes disso, já não pronto, para que o balanceador reaja.',
  )
  @Integer('SHUTDOWN_DELAY_SECONDS', { default: 0, max: 600, unit: 'seconds' })
  shutdownDelaySeconds!: number;
}

/** Without an endpoint no trace is sent, and no tracing code is loaded. */
@Section(['Traces', 'Rastros'])
export class TraceSettings {
  @Meaning(
    'An OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318.',
    'Um coletor OpenTelemetry que aceita OTLP por HTTP, como http://127.0.0.1:4318.',
  )
  @Unset('no traces', 'sem rastros')
  @Address('OTEL_EXPORTER_OTLP_ENDPOINT')
  endpoint!: string | null;

  @Meaning(
    'Headers for the collector, as name=value pairs separated by commas.',
    'Cabeçalhos para o coletor, como pares nome=valor separados por vírgulas.',
  )
  @Headers('OTEL_EXPORTER_OTLP_HEADERS')
  headers!: Secret;

  @Meaning('Name of this service in traces.', 'Nome deste serviço nos traces.')
  @Text('OTEL_SERVICE_NAME', { default: 'acervo' })
  serviceName!: string;

  @Meaning(
    'Percentage of traced requests, unless the caller decides (`traceparent`).',
    'Porcentagem de chamadas rastreadas, a menos que quem chamou decida (`traceparent`).',
  )
  @Integer('TRACES_PERCENT', { default: 100, max: 100, unit: 'percent' })
  percent!: number;
}

interface Failpoint {
  name: string;
  passage: number;
}

const FAILPOINT = /^([a-z-]+)(?::([1-9]\d{0,8}))?$/;

function failpointOf(text: string | null): Failpoint | null {
  const [, name, passage = '1'] = FAILPOINT.exec(text ?? '') ?? [];
  return name === undefined ? null : { name, passage: Number(passage) };
}

/** The process kills itself at the n-th passage of a failpoint. FAULT_TESTS prevents accidental use. */
@Section(['Tests of crashes', 'Testes de quedas'])
export class CrashTestSettings {
  @Meaning('Allows FAILPOINT; never in production.', 'Permite FAILPOINT; nunca em produção.')
  @Flag('FAULT_TESTS', {
    default: false,
    never: ({ production }) => (production ? 'FAULT_TESTS cannot be switched on in production' : null),
  })
  faultTests!: boolean;

  @Meaning(
    'Where the process kills itself, such as before-commit:3 (docs/adr/0026-failpoints.md).',
    'Onde o processo se mata, como before-commit:3 (docs/adr/0026-failpoints.md).',
  )
  @Unset('none', 'nada')
  @setting(
    'FAILPOINT',
    {},
    {
      type: 'text',
      rules: [
        rule('isTest', (_, { faultTests }) =>
          faultTests === true ? null : 'FAILPOINT kills the process: it is for tests, with FAULT_TESTS=true',
        ),
        rule('isFailpoint', (text: string) =>
          FAILPOINT.test(text) ? null : 'FAILPOINT must be a name, or a name and a passage, such as before-commit:3',
        ),
      ],
      finish: failpointOf,
    },
  )
  failpoint!: Failpoint | null;
}

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
type Reach = Pick<Known, 'databaseUrl' | 'production' | 'host'>;
/** The demo's passwords are public: it is the default only if no other machine has access. */
const onThisMachine = ({ databaseUrl, production, host }: Reach) => databaseUrl === null && !production && isLoopback(host);

/** Nobody but programs of this machine reaches the service, by a proxy neither: what they may call they can call without it. */
export const isForThisMachine = (known: Reach & Pick<Known, 'trustedProxies'>) => onThisMachine(known) && known.trustedProxies === 0;

const MCP_MODES = ['off', 'read', 'write'] as const;

@Section(['Mode', 'Modo'])
export class PageSettings {
  @Meaning(
    'Load the demo archive, whose passwords are public, into an empty archive.',
    'Carrega o acervo de demonstração, cujas senhas são públicas, em um banco de dados vazio.',
  )
  @Unset(
    'true embedded, unless in production or with a HOST that other machines reach',
    'true no modo embutido, menos em produção ou com um HOST que outras máquinas alcançam',
  )
  @Flag('DEMO_ARCHIVE', {
    default: onThisMachine,
    never: ({ production }) => (production ? 'DEMO_ARCHIVE cannot be loaded in production' : null),
  })
  loadDemo!: boolean;

  @Meaning(
    'The API reference: its page at `/docs`, and the OpenAPI documents at `/openapi*`.',
    'A referência da API: a página em `/docs` e os documentos OpenAPI em `/openapi*`.',
  )
  @Flag('DOCS', { default: true })
  docs!: boolean;

  @Meaning('The console, to browse the archive.', 'O console, para navegar no acervo.')
  @Flag('CONSOLE', { default: true })
  console!: boolean;

  @Meaning(
    'Tools for language models (Model Context Protocol) at `/mcp`, with the token of a user. read: tools that change nothing; write: also tools that propose changes and commit them.',
    'Ferramentas para modelos de linguagem (Model Context Protocol) em `/mcp`, com o token de um usuário. read: ferramentas que nada alteram; write: também ferramentas que propõem alterações e as confirmam.',
  )
  @Choice('MCP', MCP_MODES, { default: 'off' })
  mcp!: (typeof MCP_MODES)[number];
}

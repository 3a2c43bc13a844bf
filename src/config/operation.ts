import { Address, Choice, Flag, Headers, Integer, Key, Origins, rule, Text, TimeZone } from './kinds';
import type { Secret } from './secret';
import { Meaning, Section, Unset, setting, type Known } from './setting';

@Section(['Mode', 'Modo'])
export class ModeSettings {
  @Meaning(
    'production (or prod): keys must be given, no demo archive.',
    'production (ou prod): as chaves têm de ser dadas, e não há acervo de demonstração.',
  )
  @Unset('no production', 'fora de produção')
  @Text('NODE_ENV', {}, (text) => /^prod(uction)?$/i.test(text ?? ''))
  production!: boolean;
}

@Section(['Address', 'Endereço'])
export class AddressSettings {
  @Meaning('Where the service listens. 0: a free port.', 'Onde o serviço escuta. 0: uma porta livre.')
  @Integer('PORT', { default: 3000, max: 65_535 })
  port!: number;

  @Meaning('The address that it listens at.', 'O endereço em que escuta.')
  @Unset('127.0.0.1 embedded, else 0.0.0.0', '127.0.0.1 no modo embutido, senão 0.0.0.0')
  @Text('HOST', { default: ({ databaseUrl, production }) => (databaseUrl === null && !production ? '127.0.0.1' : '0.0.0.0') })
  host!: string;

  @Meaning('How clients reach the service.', 'Como os clientes chegam ao serviço.')
  @Unset('http://localhost:PORT')
  @Address('BASE_URL', { default: ({ port }) => `http://localhost:${port}` })
  baseUrl!: string;

  @Meaning(
    'Where share links point to. The service answers them at the path of this address.',
    'Para onde apontam os links de compartilhamento. O serviço responde a eles no caminho deste endereço.',
  )
  @Unset('BASE_URL/compartilhado')
  @Address('SHARE_URL', { default: ({ baseUrl }) => `${baseUrl}/compartilhado` })
  shareUrl!: string;

  @Meaning('What a day is, in dates without a time.', 'O que é um dia, em datas sem hora.')
  @TimeZone('TZ', { default: 'America/Sao_Paulo' })
  timeZone!: string;

  @Meaning(
    'Origins whose pages may call the service from a browser, such as https://erp.example.com. Commas or blanks between.',
    'Origens cujas páginas podem chamar o serviço de um navegador, como https://erp.example.com. Separadas por vírgulas ou espaços.',
  )
  @Unset('none', 'nada')
  @Origins('CORS_ORIGINS')
  corsOrigins!: string[];

  @Meaning(
    'Proxies in front of the service that write X-Forwarded-For. 0: the header is not looked at.',
    'Proxies à frente do serviço que escrevem X-Forwarded-For. 0: não se olha esse cabeçalho.',
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

  @Meaning('Timestamp authority (RFC 3161).', 'Autoridade de carimbo do tempo (RFC 3161).')
  @Unset("none: signatures carry the service's own time", 'nenhuma: as assinaturas levam a hora do próprio serviço')
  @Address('TIMESTAMP_URL')
  timestampUrl!: string | null;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const LOG_FORMATS = ['json', 'text'] as const;

@Section(['Operation', 'Operação'])
export class OperationSettings {
  @Meaning('What is logged: this and what weighs more.', 'O que se registra no log: este nível e os mais graves.')
  @Choice('LOG_LEVEL', LOG_LEVELS, { default: 'info' })
  logLevel!: (typeof LOG_LEVELS)[number];

  @Meaning('A JSON object per line, or lines for people.', 'Um objeto JSON por linha, ou linhas para pessoas.')
  @Choice('LOG_FORMAT', LOG_FORMATS, { default: 'json' })
  logFormat!: (typeof LOG_FORMATS)[number];

  @Meaning(
    'Where `/metrics` and `/metricas` are served for Prometheus, on a listener of its own; whoever reaches it may read. 0: a free port.',
    'Onde `/metrics` e `/metricas` são servidos para o Prometheus, em uma porta própria; quem chega a ela pode ler. 0: uma porta livre.',
  )
  @Unset('off', 'desligado')
  @Integer('METRICS_PORT', { max: 65_535 })
  metricsPort!: number | null;

  @Meaning('The address of that listener; never one that clients reach.', 'O endereço dessa porta; nunca um a que os clientes cheguem.')
  @Text('METRICS_HOST', { default: '127.0.0.1' })
  metricsHost!: string;

  @Meaning(
    'Who sends it as `Authorization: Bearer` reads the metrics at `/metricas`, where clients are served.',
    'Quem o envia como `Authorization: Bearer` lê as métricas em `/metricas`, onde os clientes são atendidos.',
  )
  @Unset('off', 'desligado')
  @Key('METRICS_TOKEN')
  metricsToken!: Secret | null;

  @Meaning(
    'On SIGTERM or SIGINT: how long what is running may take to finish (exit code 0; 1 when something had to be cut off).',
    'Com SIGTERM ou SIGINT: quanto tempo o que está em curso pode levar para terminar (código de saída 0; 1 quando algo teve de ser cortado).',
  )
  @Integer('SHUTDOWN_SECONDS', { default: 30, min: 1, max: 3600, unit: 'seconds' })
  shutdownSeconds!: number;

  @Meaning(
    'How long the service goes on answering before that, not ready any more, so that a load balancer can notice.',
    'Por quanto tempo o serviço continua respondendo antes disso, já não pronto, para que um balanceador perceba.',
  )
  @Integer('SHUTDOWN_DELAY_SECONDS', { default: 0, max: 600, unit: 'seconds' })
  shutdownDelaySeconds!: number;
}

/** Without an endpoint nobody is told, and nothing that could tell is loaded. */
@Section(['Traces', 'Rastros'])
export class TraceSettings {
  @Meaning(
    'An OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318.',
    'Um coletor OpenTelemetry que aceita OTLP por HTTP, como http://127.0.0.1:4318.',
  )
  @Unset('no traces', 'sem rastros')
  @Address('OTEL_EXPORTER_OTLP_ENDPOINT')
  endpoint!: string | null;

  @Meaning('What it wants to see, as name=value pairs between commas.', 'O que ele quer ver, como pares nome=valor entre vírgulas.')
  @Headers('OTEL_EXPORTER_OTLP_HEADERS')
  headers!: Secret;

  @Meaning('What this service is called there.', 'Como este serviço se chama lá.')
  @Text('OTEL_SERVICE_NAME', { default: 'acervo' })
  serviceName!: string;

  @Meaning(
    'How many of the requests are traced whose caller has not decided it (`traceparent`).',
    'Quantas das chamadas se rastreiam, entre as que ninguém decidiu antes (`traceparent`).',
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

/** The process kills itself at the n-th passage of a point. Whoever did not switch the tests on beforehand did not mean it. */
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

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
/** Its passwords are public: beyond this machine it is loaded for those alone who ask for it by name. */
const onThisMachine = ({ databaseUrl, production, host }: Known) => databaseUrl === null && !production && isLoopback(host);

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

  @Meaning('The page to look through the archive.', 'A página para percorrer o acervo.')
  @Flag('CONSOLE', { default: true })
  console!: boolean;
}

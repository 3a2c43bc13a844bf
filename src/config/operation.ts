import { Address, Choice, Flag, Headers, Integer, Key, Origins, rule, Text, TimeZone } from './kinds';
import type { Secret } from './secret';
import { Section, setting, type Known } from './setting';

@Section(['Mode', 'Modo'])
export class ModeSettings {
  @Text(
    'NODE_ENV',
    {
      unset: ['no production', 'fora de produção'],
      is: [
        'production (or prod): keys must be given, no demo archive.',
        'production (ou prod): as chaves têm de ser dadas, e não há acervo de demonstração.',
      ],
    },
    (text) => /^prod(uction)?$/i.test(text ?? ''),
  )
  production!: boolean;
}

@Section(['Address', 'Endereço'])
export class AddressSettings {
  @Integer('PORT', {
    default: 3000,
    max: 65_535,
    is: ['Where the service listens. 0: a free port.', 'Onde o serviço escuta. 0: uma porta livre.'],
  })
  port!: number;

  @Text('HOST', {
    default: ({ databaseUrl, production }) => (databaseUrl === null && !production ? '127.0.0.1' : '0.0.0.0'),
    unset: ['127.0.0.1 embedded, else 0.0.0.0', '127.0.0.1 no modo embutido, senão 0.0.0.0'],
    is: ['The address that it listens at.', 'O endereço em que escuta.'],
  })
  host!: string;

  @Address('BASE_URL', {
    default: ({ port }) => `http://localhost:${port}`,
    unset: 'http://localhost:PORT',
    is: ['How clients reach the service.', 'Como os clientes chegam ao serviço.'],
  })
  baseUrl!: string;

  @Address('SHARE_URL', {
    default: ({ baseUrl }) => `${baseUrl}/compartilhado`,
    unset: 'BASE_URL/compartilhado',
    is: [
      'Where share links point to. The service answers them at the path of this address.',
      'Para onde apontam os links de compartilhamento. O serviço responde a eles no caminho deste endereço.',
    ],
  })
  shareUrl!: string;

  @TimeZone('TZ', { default: 'America/Sao_Paulo', is: ['What a day is, in dates without a time.', 'O que é um dia, em datas sem hora.'] })
  timeZone!: string;

  @Origins('CORS_ORIGINS', {
    unset: ['none', 'nada'],
    is: [
      'Origins whose pages may call the service from a browser, such as https://erp.example.com. Commas or blanks between.',
      'Origens cujas páginas podem chamar o serviço de um navegador, como https://erp.example.com. Separadas por vírgulas ou espaços.',
    ],
  })
  corsOrigins!: string[];

  @Integer('TRUSTED_PROXIES', {
    default: 0,
    max: 10,
    is: [
      'Proxies in front of the service that write X-Forwarded-For. 0: the header is not looked at.',
      'Proxies à frente do serviço que escrevem X-Forwarded-For. 0: não se olha esse cabeçalho.',
    ],
  })
  trustedProxies!: number;
}

@Section(['Signatures of PDF files', 'Assinaturas de arquivos PDF'])
export class SigningSettings {
  @Text('SIGNING_P12', {
    unset: [
      'embedded: a self-signed one for development is made in DATA_DIR/keys/signing.p12; else 2.6 answers 503',
      'no modo embutido: um autoassinado, para desenvolvimento, é criado em DATA_DIR/keys/signing.p12; senão a 2.6 responde 503',
    ],
    is: [
      'PKCS#12 file with an RSA or EC key and its certificate; read again when it changes.',
      'Arquivo PKCS#12 com uma chave RSA ou EC e o seu certificado; lido de novo quando muda.',
    ],
  })
  signingP12!: string | null;

  @Text('SIGNING_P12_PASSWORD', { default: '', secret: true, is: ['The password of that file.', 'A senha desse arquivo.'] })
  signingP12Password!: Secret;

  @Address('TIMESTAMP_URL', {
    unset: ["none: signatures carry the service's own time", 'nenhuma: as assinaturas levam a hora do próprio serviço'],
    is: ['Timestamp authority (RFC 3161).', 'Autoridade de carimbo do tempo (RFC 3161).'],
  })
  timestampUrl!: string | null;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const LOG_FORMATS = ['json', 'text'] as const;

@Section(['Operation', 'Operação'])
export class OperationSettings {
  @Choice('LOG_LEVEL', LOG_LEVELS, {
    default: 'info',
    is: ['What is logged: this and what weighs more.', 'O que se registra no log: este nível e os mais graves.'],
  })
  logLevel!: (typeof LOG_LEVELS)[number];

  @Choice('LOG_FORMAT', LOG_FORMATS, {
    default: 'json',
    is: ['A JSON object per line, or lines for people.', 'Um objeto JSON por linha, ou linhas para pessoas.'],
  })
  logFormat!: (typeof LOG_FORMATS)[number];

  @Integer('METRICS_PORT', {
    max: 65_535,
    unset: ['off', 'desligado'],
    is: [
      'Where `/metrics` and `/metricas` are served for Prometheus, on a listener of its own; whoever reaches it may read. 0: a free port.',
      'Onde `/metrics` e `/metricas` são servidos para o Prometheus, em uma porta própria; quem chega a ela pode ler. 0: uma porta livre.',
    ],
  })
  metricsPort!: number | null;

  @Text('METRICS_HOST', {
    default: '127.0.0.1',
    is: ['The address of that listener; never one that clients reach.', 'O endereço dessa porta; nunca um a que os clientes cheguem.'],
  })
  metricsHost!: string;

  @Key('METRICS_TOKEN', {
    unset: ['off', 'desligado'],
    is: [
      'Who sends it as `Authorization: Bearer` reads the metrics at `/metricas`, where clients are served.',
      'Quem o envia como `Authorization: Bearer` lê as métricas em `/metricas`, onde os clientes são atendidos.',
    ],
  })
  metricsToken!: Secret | null;

  @Integer('SHUTDOWN_SECONDS', {
    default: 30,
    min: 1,
    max: 3600,
    unit: 'seconds',
    is: [
      'On SIGTERM or SIGINT: how long what is running may take to finish (exit code 0; 1 when something had to be cut off).',
      'Com SIGTERM ou SIGINT: quanto tempo o que está em curso pode levar para terminar (código de saída 0; 1 quando algo teve de ser cortado).',
    ],
  })
  shutdownSeconds!: number;

  @Integer('SHUTDOWN_DELAY_SECONDS', {
    default: 0,
    max: 600,
    unit: 'seconds',
    is: [
      'How long the service goes on answering before that, not ready any more, so that a load balancer can notice.',
      'Por quanto tempo o serviço continua respondendo antes disso, já não pronto, para que um balanceador perceba.',
    ],
  })
  shutdownDelaySeconds!: number;
}

/** Without an endpoint nobody is told, and nothing that could tell is loaded. */
@Section(['Traces', 'Rastros'])
export class TraceSettings {
  @Address('OTEL_EXPORTER_OTLP_ENDPOINT', {
    unset: ['no traces', 'sem rastros'],
    is: [
      'An OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318.',
      'Um coletor OpenTelemetry que aceita OTLP por HTTP, como http://127.0.0.1:4318.',
    ],
  })
  endpoint!: string | null;

  @Headers('OTEL_EXPORTER_OTLP_HEADERS', {
    is: ['What it wants to see, as name=value pairs between commas.', 'O que ele quer ver, como pares nome=valor entre vírgulas.'],
  })
  headers!: Secret;

  @Text('OTEL_SERVICE_NAME', { default: 'acervo', is: ['What this service is called there.', 'Como este serviço se chama lá.'] })
  serviceName!: string;

  @Integer('TRACES_PERCENT', {
    default: 100,
    max: 100,
    unit: 'percent',
    is: [
      'How many of the requests are traced whose caller has not decided it (`traceparent`).',
      'Quantas das chamadas se rastreiam, entre as que ninguém decidiu antes (`traceparent`).',
    ],
  })
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
  @Flag('FAULT_TESTS', {
    default: false,
    never: ({ production }) => (production ? 'FAULT_TESTS cannot be switched on in production' : null),
    is: ['Allows FAILPOINT; never in production.', 'Permite FAILPOINT; nunca em produção.'],
  })
  faultTests!: boolean;

  @setting(
    'FAILPOINT',
    {
      unset: ['none', 'nada'],
      is: [
        'Where the process kills itself, such as before-commit:3 (docs/adr/0026-failpoints.md).',
        'Onde o processo se mata, como before-commit:3 (docs/adr/0026-failpoints.md).',
      ],
    },
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
  @Flag('DEMO_ARCHIVE', {
    default: onThisMachine,
    never: ({ production }) => (production ? 'DEMO_ARCHIVE cannot be loaded in production' : null),
    unset: [
      'true embedded, unless in production or with a HOST that other machines reach',
      'true no modo embutido, menos em produção ou com um HOST que outras máquinas alcançam',
    ],
    is: [
      'Load the demo archive, whose passwords are public, into an empty archive.',
      'Carrega o acervo de demonstração, cujas senhas são públicas, em um banco de dados vazio.',
    ],
  })
  loadDemo!: boolean;

  @Flag('DOCS', {
    default: true,
    is: [
      'The API reference: its page at `/docs`, and the OpenAPI documents at `/openapi*`.',
      'A referência da API: a página em `/docs` e os documentos OpenAPI em `/openapi*`.',
    ],
  })
  docs!: boolean;

  @Flag('CONSOLE', { default: true, is: ['The page to look through the archive.', 'A página para percorrer o acervo.'] })
  console!: boolean;
}

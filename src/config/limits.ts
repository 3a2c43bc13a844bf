import { Flag, Integer, RateWindows, type RateWindow } from './kinds';
import { Meaning, Section, Unset } from './setting';

/** Per client: 4 per second, 240 per minute, 2400 per hour. */
const CLASSIC_LIMITS = '4/1 240/60 2400/3600';
/** Per user: a quarter of the longer windows is left to the others of the client. */
const CLASSIC_USER_LIMITS = '3/1 180/60 1800/3600';
const MEBIBYTES = { min: 1, unit: 'MiB', times: 1024 * 1024 };
const MINUTES = { min: 1, unit: 'minutes' };

@Section(['Sessions', 'Sessões'])
export class SessionSettings {
  @Meaning('Lifetime of a token.', 'Validade de um token.')
  @Integer('SESSION_MINUTES', { ...MINUTES, default: 7200 })
  sessionMinutes!: number;

  @Meaning('Maximum lifetime that a login can request.', 'Validade máxima que um login pode pedir.')
  @Integer('MAX_SESSION_MINUTES', {
    ...MINUTES,
    default: 43_200,
  })
  maxSessionMinutes!: number;

  @Meaning('How long a token can be renewed.', 'Por quanto tempo um token pode ser renovado.')
  @Integer('REFRESH_MINUTES', {
    ...MINUTES,
    default: 20_160,
  })
  refreshMinutes!: number;

  @Meaning(
    'A session ends this long after its login, even if its token is renewed.',
    'Uma sessão termina este tempo depois do login, mesmo que o token seja renovado.',
  )
  @Integer('SESSION_DAYS', { default: 30, min: 1, max: 3650, unit: 'days' })
  sessionDays!: number;

  @Meaning(
    'How long a renewal with a lost answer can be repeated.',
    'Por quanto tempo uma renovação cuja resposta se perdeu pode ser repetida.',
  )
  @Integer('REFRESH_RETRY_SECONDS', { default: 30, max: 600, unit: 'seconds' })
  refreshRetrySeconds!: number;

  @Meaning('Consecutive failures after which a login is locked.', 'Falhas seguidas depois das quais um login é bloqueado.')
  @Integer('LOGIN_FAILURES', { default: 6, min: 1 })
  loginFailures!: number;

  @Meaning('Duration of the lock.', 'Duração do bloqueio.')
  @Integer('LOGIN_BLOCK_MINUTES', { ...MINUTES, default: 5 })
  loginBlockMinutes!: number;
}

@Section(['Limits', 'Limites'])
export class LimitSettings {
  @Meaning(
    'Calls per client in windows of seconds (4/1: at most 4 in 1 second), counted for all replicas together; what a replica takes of them (up to 5 % at a time) and does not use, no other can. Logins and wrong tokens are counted separately by address with the same limits; share links with ten times the limits.',
    'Chamadas por cliente em janelas de segundos (4/1: no máximo 4 em 1 segundo), contadas para todas as réplicas juntas; o que uma réplica retira delas (até 5 % por vez) e não usa, nenhuma outra pode usar. Logins e tokens errados são contados separadamente por endereço, com os mesmos limites; links de compartilhamento, com limites dez vezes maiores.',
  )
  @Unset('4/1 240/60 2400/3600 in production, else off', '4/1 240/60 2400/3600 em produção, senão off')
  @RateWindows('RATE_LIMITS', { example: CLASSIC_LIMITS, default: ({ production }) => (production ? CLASSIC_LIMITS : 'off') })
  rateLimits!: RateWindow[];

  @Meaning(
    'Calls per user within those of the client; refused calls of a user do not count for the client.',
    'Chamadas por usuário dentro das do cliente; chamadas recusadas de um usuário não contam para o cliente.',
  )
  @Unset(
    '3/1 180/60 1800/3600 in production where RATE_LIMITS is not set, else off',
    '3/1 180/60 1800/3600 em produção onde RATE_LIMITS não é dado, senão off',
  )
  @RateWindows('USER_RATE_LIMITS', {
    example: CLASSIC_USER_LIMITS,
    default: ({ production }, isGiven) => (production && !isGiven('RATE_LIMITS') ? CLASSIC_USER_LIMITS : 'off'),
  })
  userRateLimits!: RateWindow[];

  @Meaning('The largest body of a request.', 'O maior corpo de uma chamada.')
  @Integer('MAX_BODY_MB', { ...MEBIBYTES, default: 2048 })
  maxBodyBytes!: number;

  @Meaning('The largest file.', 'O maior arquivo.')
  @Integer('MAX_FILE_MB', { ...MEBIBYTES, default: 1536 })
  maxFileBytes!: number;

  @Meaning('Files of one request.', 'Arquivos de uma chamada.')
  @Integer('MAX_FILES', { default: 100, min: 1, max: 1000 })
  maxFiles!: number;

  @Meaning('Large bodies read at the same time; others wait.', 'Corpos grandes lidos ao mesmo tempo; os outros esperam.')
  @Integer('CONCURRENT_UPLOADS', { default: 8, min: 1, max: 1000 })
  concurrentUploads!: number;

  @Meaning('Maximum duration of reading a large body.', 'Duração máxima da leitura de um corpo grande.')
  @Integer('UPLOAD_SECONDS', { default: 7200, min: 1, max: 86_400, unit: 'seconds' })
  uploadSeconds!: number;

  @Meaning(
    'Total size of bodies in progress or waiting; half of it per client. Above it 503, before the body is read.',
    'Tamanho total dos corpos em andamento ou em espera; a metade por cliente. Acima disso, 503, antes de ler o corpo.',
  )
  @Integer('MAX_INFLIGHT_MB', {
    ...MEBIBYTES,
    default: 16_384,
  })
  maxInflightBytes!: number;

  @Meaning('Simultaneous reports; above it 503.', 'Relatórios simultâneos; acima disso, 503.')
  @Integer('CONCURRENT_REPORTS', { default: 20, min: 1, max: 10_000 })
  concurrentReports!: number;

  @Meaning('The same for one client.', 'O mesmo para um cliente.')
  @Integer('REPORTS_PER_CLIENT', { default: 5, min: 1, max: 10_000 })
  reportsPerClient!: number;

  @Meaning(
    'Simultaneous downloads of links, at most half of them for one client; others wait within LINK_TIMEOUT_SECONDS.',
    'Downloads simultâneos de links, no máximo a metade para um cliente; os outros esperam dentro de LINK_TIMEOUT_SECONDS.',
  )
  @Integer('CONCURRENT_LINKS', { default: 16, min: 1, max: 10_000 })
  concurrentLinks!: number;

  @Meaning('Maximum number of logins waiting for the password check.', 'Número máximo de logins à espera da verificação da senha.')
  @Integer('LOGIN_QUEUE', { default: 200, max: 100_000 })
  loginQueue!: number;

  @Meaning('Maximum number of connections; further ones are closed.', 'Número máximo de conexões; outras são fechadas.')
  @Integer('MAX_CONNECTIONS', { default: 2000, min: 1, max: 1_000_000 })
  maxConnections!: number;

  @Meaning(
    'The same for those from one IPv4 address, or from one IPv6 network of 64 bits. 0: no such limit.',
    'O mesmo para as que vêm de um endereço IPv4, ou de uma rede IPv6 de 64 bits. 0: sem esse limite.',
  )
  @Unset(
    'a quarter of MAX_CONNECTIONS; 0 with TRUSTED_PROXIES, from whose addresses all of them come',
    'um quarto de MAX_CONNECTIONS; 0 com TRUSTED_PROXIES, de cujos endereços vêm todas',
  )
  @Integer('MAX_CONNECTIONS_PER_ADDRESS', {
    max: 1_000_000,
    default: ({ trustedProxies, maxConnections }) => (trustedProxies > 0 ? 0 : Math.ceil(maxConnections / 4)),
  })
  maxConnectionsPerAddress!: number;

  @Meaning(
    'Event-loop delay above which large bodies and reports get 503. 0: never.',
    'Atraso do event loop acima do qual corpos grandes e relatórios recebem 503. 0: nunca.',
  )
  @Integer('MAX_LOOP_DELAY_MS', { default: 400, max: 60_000, unit: 'milliseconds' })
  maxLoopDelayMs!: number;

  @Meaning(
    'Require a SubscriptionKey header on every call (create keys with `acervo keys rotate`).',
    'Exige o cabeçalho SubscriptionKey em toda chamada (crie as chaves com `acervo keys rotate`).',
  )
  @Flag('SUBSCRIPTION_KEYS', { default: false })
  subscriptionKeys!: boolean;
}

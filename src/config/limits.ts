import { Flag, Integer, RateWindows, type RateWindow } from './kinds';
import { Meaning, Section, Unset } from './setting';

/** Per client: 4 per second, 240 per minute, 2400 per hour. */
const CLASSIC_LIMITS = '4/1 240/60 2400/3600';
/** Per user: a quarter of the longer windows is left to the others of the client. */
const CLASSIC_USER_LIMITS = '4/1 180/60 1800/3600';
const MEBIBYTES = { min: 1, unit: 'MiB', times: 1024 * 1024 };
const MINUTES = { min: 1, unit: 'minutes' };

@Section(['Sessions', 'Sessões'])
export class SessionSettings {
  @Meaning('How long a token is good.', 'Por quanto tempo vale um token.')
  @Integer('SESSION_MINUTES', { ...MINUTES, default: 7200 })
  sessionMinutes!: number;

  @Meaning('The longest that a login may ask for.', 'O máximo que um login pode pedir.')
  @Integer('MAX_SESSION_MINUTES', {
    ...MINUTES,
    default: 43_200,
  })
  maxSessionMinutes!: number;

  @Meaning('How long a token may be renewed.', 'Por quanto tempo um token pode ser renovado.')
  @Integer('REFRESH_MINUTES', {
    ...MINUTES,
    default: 20_160,
  })
  refreshMinutes!: number;

  @Meaning(
    'How long after the login a session ends, however often its token is renewed.',
    'Quanto tempo depois do login uma sessão termina, por mais que se renove o token.',
  )
  @Integer('SESSION_DAYS', { default: 30, min: 1, max: 3650, unit: 'days' })
  sessionDays!: number;

  @Meaning(
    'In which a renewal whose answer was lost may be sent again.',
    'Dentro dos quais uma renovação cuja resposta se perdeu pode ser mandada de novo.',
  )
  @Integer('REFRESH_RETRY_SECONDS', { default: 30, max: 600, unit: 'seconds' })
  refreshRetrySeconds!: number;

  @Meaning(
    'The failure in a row at which a login is refused for a while.',
    'Com quantas falhas seguidas um login passa a ser recusado por um tempo.',
  )
  @Integer('LOGIN_FAILURES', { default: 6, min: 1 })
  loginFailures!: number;

  @Meaning('How long that is.', 'Quanto tempo é isso.')
  @Integer('LOGIN_BLOCK_MINUTES', { ...MINUTES, default: 5 })
  loginBlockMinutes!: number;
}

@Section(['Limits', 'Limites'])
export class LimitSettings {
  @Meaning(
    'Calls per client in windows of seconds (4/1: at most 4 in 1 second), counted for all replicas together. Logins, and apart from them wrong tokens, are counted by address likewise; share links ten times as generously.',
    'Chamadas por cliente em janelas de segundos (4/1: no máximo 4 em 1 segundo), contadas para todas as réplicas juntas. Logins e, à parte deles, tokens errados são contados do mesmo modo por endereço; links de compartilhamento, com dez vezes a folga.',
  )
  @Unset('4/1 240/60 2400/3600 in production, else off', '4/1 240/60 2400/3600 em produção, senão off')
  @RateWindows('RATE_LIMITS', { example: CLASSIC_LIMITS, default: ({ production }) => (production ? CLASSIC_LIMITS : 'off') })
  rateLimits!: RateWindow[];

  @Meaning(
    'Calls per user within those of the client: what one user is refused does not count against the others.',
    'Chamadas por usuário dentro das do cliente: o que é recusado a um usuário não conta para os outros.',
  )
  @Unset(
    '4/1 180/60 1800/3600 in production where RATE_LIMITS is not set, else off',
    '4/1 180/60 1800/3600 em produção onde RATE_LIMITS não é dado, senão off',
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

  @Meaning(
    'Large bodies that are read at a time; the others wait unread.',
    'Corpos grandes lidos ao mesmo tempo; os outros esperam sem ser lidos.',
  )
  @Integer('CONCURRENT_UPLOADS', { default: 8, min: 1, max: 1000 })
  concurrentUploads!: number;

  @Meaning(
    'The longest that the reading of a large body may take; slower lines send less at a time.',
    'O tempo máximo da leitura de um corpo grande; por linhas mais lentas envia-se menos por vez.',
  )
  @Integer('UPLOAD_SECONDS', { default: 7200, min: 1, max: 86_400, unit: 'seconds' })
  uploadSeconds!: number;

  @Meaning(
    'Bodies that are being read or wait to be, all together; a client may have half of it. Beyond that 503, before the body is read.',
    'Corpos que estão sendo lidos ou esperam por isso, todos juntos; um cliente pode ter a metade. Acima disso, 503, antes de ler o corpo.',
  )
  @Integer('MAX_INFLIGHT_MB', {
    ...MEBIBYTES,
    default: 16_384,
  })
  maxInflightBytes!: number;

  @Meaning('Reports being sent, all together; beyond that 503.', 'Relatórios sendo enviados, todos juntos; acima disso, 503.')
  @Integer('CONCURRENT_REPORTS', { default: 20, min: 1, max: 10_000 })
  concurrentReports!: number;

  @Meaning('The same for one client.', 'O mesmo para um cliente.')
  @Integer('REPORTS_PER_CLIENT', { default: 5, min: 1, max: 10_000 })
  reportsPerClient!: number;

  @Meaning(
    'Links being downloaded, half of them at most of one client; the others wait within their LINK_TIMEOUT_SECONDS.',
    'Links sendo baixados, no máximo a metade deles de um mesmo cliente; os outros esperam dentro de seus LINK_TIMEOUT_SECONDS.',
  )
  @Integer('CONCURRENT_LINKS', { default: 16, min: 1, max: 10_000 })
  concurrentLinks!: number;

  @Meaning('Logins that wait for their password to be checked.', 'Logins que esperam a conferência da senha.')
  @Integer('LOGIN_QUEUE', { default: 200, max: 100_000 })
  loginQueue!: number;

  @Meaning('Beyond that new connections are closed.', 'Acima disso, novas conexões são fechadas.')
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
    'While everything waits this long for its turn, large bodies and reports get 503. 0: never.',
    'Enquanto tudo espera tanto pela sua vez, corpos grandes e relatórios recebem 503. 0: nunca.',
  )
  @Integer('MAX_LOOP_DELAY_MS', { default: 400, max: 60_000, unit: 'milliseconds' })
  maxLoopDelayMs!: number;

  @Meaning(
    'Demand a SubscriptionKey header on every call (keys are made with `npm run acervo -- keys rotate`).',
    'Exige o cabeçalho SubscriptionKey em toda chamada (as chaves são feitas com `npm run acervo -- keys rotate`).',
  )
  @Flag('SUBSCRIPTION_KEYS', { default: false })
  subscriptionKeys!: boolean;
}

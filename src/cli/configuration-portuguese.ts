/** The Portuguese texts of docs/configuration.md; a test reports missing translations. */
export const PORTUGUESE: Readonly<Record<string, string>> = {
  Configuration: 'Configuração',
  'Made by `npm run configuration` from `src/config.ts`, checked by a test. All of it comes from the environment, and is checked at the start, which names every problem at once.':
    'Feita por `npm run configuration` a partir de `src/config.ts`, e conferida por um teste. Tudo vem do ambiente e é conferido na inicialização, que diz todos os problemas de uma vez.',
  'Without any of it the service runs embedded, with the demo archive. `.env.example` is the same list as a file.':
    'Sem nada disso o serviço roda embutido, com o acervo de demonstração. `.env.example` é a mesma lista como arquivo.',
  'From a file: NAME_FILE, for': 'De um arquivo: NOME_FILE, para',
  and: 'e',
  Name: 'Nome',
  Type: 'Tipo',
  Default: 'Padrão',
  Meaning: 'Significado',
  'Must be given': 'Deve ser informado',
  'Secret.': 'Segredo.',
  'with S3_ENDPOINT': 'com S3_ENDPOINT',
  'with DATABASE_URL, or in production': 'com DATABASE_URL, ou em produção',

  Mode: 'Modo',
  'no production': 'fora de produção',
  'production (or prod): keys must be given, no demo archive.':
    'production (ou prod): as chaves têm de ser dadas, e não há acervo de demonstração.',
  'true embedded, unless in production or with a HOST that other machines reach':
    'true no modo embutido, menos em produção ou com um HOST que outras máquinas alcançam',
  'Load the demo archive, whose passwords are public, into an empty archive.':
    'Carrega o acervo de demonstração, cujas senhas são públicas, em um banco de dados vazio.',
  'The API reference: its page at `/docs`, and the OpenAPI documents at `/openapi*`.':
    'A referência da API: a página em `/docs` e os documentos OpenAPI em `/openapi*`.',
  'The page to look through the archive.': 'A página para percorrer o acervo.',

  Storage: 'Armazenamento',
  'SQLite, files and keys of the embedded mode.': 'SQLite, arquivos e chaves do modo embutido.',
  'embedded SQLite': 'SQLite embutido',
  'mysql://user:password@host:3306/acervo (MySQL 8 or MariaDB 10.6 and later). Then also JWT_SECRET and LINK_SECRET.':
    'mysql://usuario:senha@host:3306/acervo (MySQL 8 ou MariaDB 10.6 em diante). Então também JWT_SECRET e LINK_SECRET.',
  'Connections to the database.': 'Conexões com o banco de dados.',
  'How many callers may wait for a connection of the pool; beyond that 503.':
    'Quantas chamadas podem esperar por uma conexão; acima disso, 503.',
  'How long they may wait; beyond that 503.': 'Quanto tempo podem esperar; acima disso, 503.',
  'The longest question; 5 seconds later an unanswered statement is given up and its connection closed.':
    'A consulta mais longa; 5 segundos depois, desiste-se de um comando sem resposta e fecha-se a sua conexão.',
  'For replicas that ask different nodes of a Galera or Group Replication cluster: reads wait for what other nodes have acknowledged.':
    'Para réplicas que falam com nós diferentes de um cluster Galera ou Group Replication: as leituras esperam o que outros nós já confirmaram.',
  'files below DATA_DIR': 'arquivos abaixo de DATA_DIR',
  'Where the store is: any S3.': 'Onde fica o armazenamento de arquivos: qualquer S3.',
  'Under which clients reach the store, for redirects.': 'Por onde os clientes chegam ao armazenamento, para redirecionamentos.',
  'The region that requests are signed for.': 'A região para a qual as chamadas são assinadas.',
  'The bucket; it must be there.': 'O bucket; tem de existir.',
  'Who the service is to the store.': 'A identidade do serviço perante o armazenamento.',
  'The key that goes with S3_ACCESS_KEY_ID.': 'A chave que acompanha S3_ACCESS_KEY_ID.',
  'For the answer to one try of a request (there are three at most), and between two pieces of an object that is read.':
    'Para a resposta a uma tentativa de chamada (são três, no máximo), e entre dois pedaços de um objeto que se lê.',

  Address: 'Endereço',
  'Where the service listens. 0: a free port.': 'Onde o serviço escuta. 0: uma porta livre.',
  '127.0.0.1 embedded, else 0.0.0.0': '127.0.0.1 no modo embutido, senão 0.0.0.0',
  'The address that it listens at.': 'O endereço em que escuta.',
  'How clients reach the service.': 'Como os clientes chegam ao serviço.',
  'Where share links point to. The service answers them at the path of this address.':
    'Para onde apontam os links de compartilhamento. O serviço responde a eles no caminho deste endereço.',
  'What a day is, in dates without a time.': 'O que é um dia, em datas sem hora.',
  'Origins whose pages may call the service from a browser, such as https://erp.example.com. Commas or blanks between.':
    'Origens cujas páginas podem chamar o serviço de um navegador, como https://erp.example.com. Separadas por vírgulas ou espaços.',
  'Proxies in front of the service that write X-Forwarded-For. 0: the header is not looked at.':
    'Proxies à frente do serviço que escrevem X-Forwarded-For. 0: não se olha esse cabeçalho.',

  Keys: 'Chaves',
  'made on first start in DATA_DIR/keys': 'criada em DATA_DIR/keys na primeira inicialização',
  'Signs tokens.': 'Assina os tokens.',
  'Signs share links.': 'Assina os links de compartilhamento.',
  'derived from LINK_SECRET': 'derivada de LINK_SECRET',
  'Seals the audit trail; do not change it.': 'Sela a trilha de auditoria; não a troque.',

  Sessions: 'Sessões',
  'How long a token is good.': 'Por quanto tempo vale um token.',
  'The longest that a login may ask for.': 'O máximo que um login pode pedir.',
  'How long a token may be renewed.': 'Por quanto tempo um token pode ser renovado.',
  'How long after the login a session ends, however often its token is renewed.':
    'Quanto tempo depois do login uma sessão termina, por mais que se renove o token.',
  'In which a renewal whose answer was lost may be sent again.':
    'Dentro dos quais uma renovação cuja resposta se perdeu pode ser mandada de novo.',
  'The failure in a row at which a login is refused for a while.':
    'Com quantas falhas seguidas um login passa a ser recusado por um tempo.',
  'How long that is.': 'Quanto tempo é isso.',

  Limits: 'Limites',
  'The largest body of a request.': 'O maior corpo de uma chamada.',
  'The largest file.': 'O maior arquivo.',
  'Files of one request.': 'Arquivos de uma chamada.',
  'Large bodies that are read at a time; the others wait unread.': 'Corpos grandes lidos ao mesmo tempo; os outros esperam sem ser lidos.',
  'The longest that the reading of a large body may take; slower lines send less at a time.':
    'O tempo máximo da leitura de um corpo grande; por linhas mais lentas envia-se menos por vez.',
  'Bodies that are being read or wait to be, all together; a client may have half of it. Beyond that 503, before the body is read.':
    'Corpos que estão sendo lidos ou esperam por isso, todos juntos; um cliente pode ter a metade. Acima disso, 503, antes de ler o corpo.',
  'Reports being sent, all together; beyond that 503.': 'Relatórios sendo enviados, todos juntos; acima disso, 503.',
  'The same for one client.': 'O mesmo para um cliente.',
  'Links being downloaded, half of them at most of one client; the others wait within their LINK_TIMEOUT_SECONDS.':
    'Links sendo baixados, no máximo a metade deles de um mesmo cliente; os outros esperam dentro de seus LINK_TIMEOUT_SECONDS.',
  'Logins that wait for their password to be checked.': 'Logins que esperam a conferência da senha.',
  'Beyond that new connections are closed.': 'Acima disso, novas conexões são fechadas.',
  'a quarter of MAX_CONNECTIONS; 0 with TRUSTED_PROXIES, from whose addresses all of them come':
    'um quarto de MAX_CONNECTIONS; 0 com TRUSTED_PROXIES, de cujos endereços vêm todas',
  'The same for those from one IPv4 address, or from one IPv6 network of 64 bits. 0: no such limit.':
    'O mesmo para as que vêm de um endereço IPv4, ou de uma rede IPv6 de 64 bits. 0: sem esse limite.',
  'While everything waits this long for its turn, large bodies and reports get 503. 0: never.':
    'Enquanto tudo espera tanto pela sua vez, corpos grandes e relatórios recebem 503. 0: nunca.',
  '4/1 240/60 2400/3600 in production, else off': '4/1 240/60 2400/3600 em produção, senão off',
  'Calls per client in windows of seconds (4/1: at most 4 in 1 second), counted for all replicas together. Logins, and apart from them wrong tokens, are counted by address likewise; share links ten times as generously.':
    'Chamadas por cliente em janelas de segundos (4/1: no máximo 4 em 1 segundo), contadas para todas as réplicas juntas. Logins e, à parte deles, tokens errados são contados do mesmo modo por endereço; links de compartilhamento, com dez vezes a folga.',
  '4/1 180/60 1800/3600 in production where RATE_LIMITS is not set, else off':
    '4/1 180/60 1800/3600 em produção onde RATE_LIMITS não é dado, senão off',
  'Calls per user within those of the client: what one user is refused does not count against the others.':
    'Chamadas por usuário dentro das do cliente: o que é recusado a um usuário não conta para os outros.',
  'Demand a SubscriptionKey header on every call (keys are made with `npm run acervo -- keys rotate`).':
    'Exige o cabeçalho SubscriptionKey em toda chamada (as chaves são feitas com `npm run acervo -- keys rotate`).',

  Files: 'Arquivos',
  'How long the bytes of deleted files are kept.': 'Por quanto tempo se guardam os bytes de arquivos excluídos.',
  'Between two looks for what may be removed. 0: this process never sweeps.':
    'Entre duas buscas pelo que pode ser removido. 0: este processo nunca varre.',
  'For a file given by link, from the first look-up to the last byte.':
    'Para um arquivo dado por link, da primeira consulta de nome ao último byte.',
  none: 'nada',
  'Networks beyond the public ones from which links may be fetched, such as 10.1.0.0/16.':
    'Redes, além das públicas, das quais se podem buscar links, como 10.1.0.0/16.',
  "the system's": 'os do sistema',
  'Addresses of the name servers that are asked for the hosts of links; the hosts file goes before them.':
    'Endereços dos servidores de nomes a que se perguntam os hosts dos links; o arquivo hosts vem antes deles.',

  'Signatures of PDF files': 'Assinaturas de arquivos PDF',
  'embedded: a self-signed one for development is made in DATA_DIR/keys/signing.p12; else 2.6 answers 503':
    'no modo embutido: um autoassinado, para desenvolvimento, é criado em DATA_DIR/keys/signing.p12; senão a 2.6 responde 503',
  'PKCS#12 file with an RSA or EC key and its certificate; read again when it changes.':
    'Arquivo PKCS#12 com uma chave RSA ou EC e o seu certificado; lido de novo quando muda.',
  'The password of that file.': 'A senha desse arquivo.',
  "none: signatures carry the service's own time": 'nenhuma: as assinaturas levam a hora do próprio serviço',
  'Timestamp authority (RFC 3161).': 'Autoridade de carimbo do tempo (RFC 3161).',

  Operation: 'Operação',
  'What is logged: this and what weighs more.': 'O que se registra no log: este nível e os mais graves.',
  'A JSON object per line, or lines for people.': 'Um objeto JSON por linha, ou linhas para pessoas.',
  off: 'desligado',
  'Where `/metrics` and `/metricas` are served for Prometheus, on a listener of its own; whoever reaches it may read. 0: a free port.':
    'Onde `/metrics` e `/metricas` são servidos para o Prometheus, em uma porta própria; quem chega a ela pode ler. 0: uma porta livre.',
  'The address of that listener; never one that clients reach.': 'O endereço dessa porta; nunca um a que os clientes cheguem.',
  'Who sends it as `Authorization: Bearer` reads the metrics at `/metricas`, where clients are served.':
    'Quem o envia como `Authorization: Bearer` lê as métricas em `/metricas`, onde os clientes são atendidos.',
  'On SIGTERM or SIGINT: how long what is running may take to finish (exit code 0; 1 when something had to be cut off).':
    'Com SIGTERM ou SIGINT: quanto tempo o que está em curso pode levar para terminar (código de saída 0; 1 quando algo teve de ser cortado).',
  'How long the service goes on answering before that, not ready any more, so that a load balancer can notice.':
    'Por quanto tempo o serviço continua respondendo antes disso, já não pronto, para que um balanceador perceba.',

  Traces: 'Rastros',
  'no traces': 'sem rastros',
  'An OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318.':
    'Um coletor OpenTelemetry que aceita OTLP por HTTP, como http://127.0.0.1:4318.',
  'What it wants to see, as name=value pairs between commas.': 'O que ele quer ver, como pares nome=valor entre vírgulas.',
  'What this service is called there.': 'Como este serviço se chama lá.',
  'How many of the requests are traced whose caller has not decided it (`traceparent`).':
    'Quantas das chamadas se rastreiam, entre as que ninguém decidiu antes (`traceparent`).',

  'Tests of crashes': 'Testes de quedas',
  'Allows FAILPOINT; never in production.': 'Permite FAILPOINT; nunca em produção.',
  'Where the process kills itself, such as before-commit:3 (docs/adr/0026-failpoints.md).':
    'Onde o processo se mata, como before-commit:3 (docs/adr/0026-failpoints.md).',
};

const TYPES: Readonly<Record<string, string>> = {
  'characters or more': 'caracteres ou mais',
  'time zone': 'fuso horário',
  'calls per seconds': 'chamadas por segundos',
  milliseconds: 'milissegundos',
  seconds: 'segundos',
  minutes: 'minutos',
  days: 'dias',
  number: 'número',
  percent: 'percentual',
  text: 'texto',
  list: 'lista',
  from: 'a partir de',
  to: 'a',
  or: 'ou',
  true: 'true',
  false: 'false',
  off: 'off',
};
const TYPE_WORDS = new RegExp(`\\b(?:${Object.keys(TYPES).join('|')}|[a-z]+)\\b`, 'g');

/** `number, 1 to 1000` */
export function typeInPortuguese(type: string): string {
  // The values that may be chosen from are what they are.
  if (/^\w+(, \w+)+$/.test(type)) return type;
  return type.replace(TYPE_WORDS, (word) => {
    const translated = TYPES[word];
    if (translated === undefined) throw new Error(`${word}: not said in src/cli/configuration-portuguese.ts`);
    return translated;
  });
}

import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestHelper,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

/** What stands in a credential; n8n keeps `sessionToken` in it, encrypted. */
interface Given {
  url: string;
  authentication: 'login' | 'token';
  username: string;
  password: string;
  token: string;
  subscriptionKey: string;
  sessionToken: string;
}

const keyOf = ({ subscriptionKey }: Given) => (subscriptionKey ? { SubscriptionKey: subscriptionKey } : {});

export class AcervoApi implements ICredentialType {
  name = 'acervoApi';

  displayName = 'Acervo API';

  icon = 'file:../icons/acervo.svg' as const;

  documentationUrl = 'https://github.com/acervo-example/acervo/blob/main/libs/n8n/README.md#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://acervo.example.com',
      description: 'Address of the service, without /api',
    },
    {
      displayName: 'Authentication',
      name: 'authentication',
      type: 'options',
      options: [
        { name: 'Login and Password', value: 'login' },
        { name: 'Token', value: 'token' },
      ],
      default: 'login',
    },
    {
      displayName: 'Login',
      name: 'username',
      type: 'string',
      default: '',
      required: true,
      displayOptions: { show: { authentication: ['login'] } },
    },
    {
      displayName: 'Password',
      name: 'password',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      displayOptions: { show: { authentication: ['login'] } },
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A token that a login gave; it is not renewed',
      displayOptions: { show: { authentication: ['token'] } },
    },
    {
      displayName: 'Subscription Key',
      name: 'subscriptionKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Only where the service demands one (SubscriptionKey)',
    },
    {
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
  ];

  /** n8n asks for this once, keeps what it answers, and asks again after a 401. */
  async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
    const given = credentials as unknown as Given;
    if (given.authentication === 'token') return { sessionToken: given.token };
    const { Token } = (await this.helpers.httpRequest({
      method: 'POST',
      baseURL: given.url.replace(/\/+$/, ''),
      url: '/api/Autenticacao/Login',
      headers: keyOf(given),
      body: { username: given.username, password: given.password, aplicacao: 'n8n' },
      json: true,
    })) as { Token: string };
    return { sessionToken: Token };
  }

  async authenticate(credentials: ICredentialDataDecryptedObject, options: IHttpRequestOptions): Promise<IHttpRequestOptions> {
    const given = credentials as unknown as Given;
    const Authorization = `Bearer ${given.authentication === 'token' ? given.token : given.sessionToken}`;
    return { ...options, headers: { ...options.headers, ...keyOf(given), Authorization } };
  }

  test: ICredentialTestRequest = { request: { baseURL: '={{$credentials.url}}', url: '/api/Estrutura' } };
}

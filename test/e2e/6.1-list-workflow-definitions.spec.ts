import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { Api, IDS, loggedIn } from './support/api';
import { demoText, edited, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { visible } from './support/reading';

const PATH = `/api/ConfWorkflow/${IDS.client}`;
const APPROVAL = 'Aprovação de Contrato';
const fieldId = (label: string) => stableId('workflow-field', DEMO_CLIENT, APPROVAL, label);
const suppliers = stableId('list', DEMO_CLIENT, 'Fornecedores');
const ofList = (label: string) => ({
  idCampo: stableId('list-field', DEMO_CLIENT, 'Fornecedores', label),
  nomeCampo: label,
  idLista: suppliers,
});
const own = (nomeCampo: string, obrigatorio = false) => ({ idCampo: fieldId(nomeCampo), nomeCampo, idLista: null, obrigatorio });
const definition = (NomeFluxo: string, TipoAtivacao: string, Formulario: unknown = null, Status = 'A') => ({
  IdCliente: IDS.client,
  IdConfWorkflow: stableId('workflow', DEMO_CLIENT, NomeFluxo),
  NomeFluxo,
  Status,
  TipoAtivacao,
  Formulario,
});
const FORM = {
  idFormulario: stableId('workflow-form', DEMO_CLIENT, APPROVAL),
  nomeFormulario: 'Dados do Contrato',
  campos: [
    own('Título', true),
    own('Vigência'),
    own('Valor'),
    own('Modalidade'),
    own('Dispensa Assinatura'),
    { ...ofList('CNPJ'), obrigatorio: false },
    { ...ofList('Razão Social'), obrigatorio: false },
    { ...ofList('Cidade'), obrigatorio: false },
  ],
};

describeScene('6.1 GET /api/ConfWorkflow/{idCliente}', openDesk, (desk) => {
  let demo: Api;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
  });

  it('returns the definitions of the client by name, with their forms', async () => {
    const { status, text } = await demo.get(PATH);
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify([definition(APPROVAL, 'I', FORM), definition('Conferência', 'A'), definition('Manual', 'M')]));
  });

  it('shows mandatory list fields of a form, and inactive definitions', async () => {
    const text = edited(
      await demoText(),
      [
        'lists:\n            - name: Fornecedores\n        workingTime',
        'lists:\n            - name: Fornecedores\n              mandatory: true\n        workingTime',
      ],
      ['- name: Conferência\n        activation', '- name: Conferência\n        active: false\n        activation'],
    );
    await desk.apply(text);
    const { json } = await demo.get(PATH);
    expect(json[1]).toEqual(definition('Conferência', 'A', null, 'I'));
    const mandatory = json[0].Formulario.campos.filter((field: { obrigatorio: boolean }) => field.obrigatorio);
    expect(mandatory.map((field: { nomeCampo: string }) => field.nomeCampo)).toEqual(['Título', 'CNPJ', 'Razão Social']);
    await desk.apply(await demoText());
  });

  it('gives readers and users of some levels the same answer, on the path in any case and under /v1', async () => {
    const plain = visible(await demo.get(PATH));
    for (const login of ['leitor', 'financeiro']) expect(visible(await (await loggedIn(desk.service.url, login)).get(PATH))).toEqual(plain);
    expect(visible(await demo.get(`/v1/API/confworkflow/{${IDS.client.toUpperCase()}}`))).toEqual(plain);
  });

  it('returns an empty list for a client without definitions', async () => {
    const other = await loggedIn(desk.service.url, 'outro');
    expect((await other.get(`/api/ConfWorkflow/${IDS.otherClient}`)).text).toBe('[]');
  });
});

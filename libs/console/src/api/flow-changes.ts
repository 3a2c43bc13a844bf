import { call } from './call';
import type { Definition } from './flows';

/** Who does what comes next, where that is not defined; several addresses, or one for each task of a group. */
export interface People {
  user: string;
  emails: readonly string[];
}
const peopleIn = ({ user, emails }: People) => ({
  ...(user && { idUsuario: user }),
  ...(emails.length > 0 && { email: emails[0], selecionadoExternoVarios: emails, emailGrupoExterno: emails }),
});

const stepPath = (client: string, execution: string) => `/api/Workflow/EtapaExecucao/${execution}/Cliente/${client}`;

interface Fill {
  flow: string;
  execution: string;
  values: readonly { field: string; list: string | null; value: string }[];
}
export const fillForm = (client: string, { flow, execution, values }: Fill) =>
  call('PATCH', `${stepPath(client, execution)}/atualizar-dados-formulario`, {
    body: {
      idWorkflow: flow,
      campos: values.map(({ field, list, value }) => ({ ...(list !== null && { idLista: list }), idCampo: field, valor: value })),
    },
  });

interface Completion {
  execution: string;
  comment: string;
  way: string | null;
  people: People;
}
export const completeStep = (client: string, { execution, comment, way, people }: Completion) =>
  call('POST', `${stepPath(client, execution)}/concluir`, {
    body: { ...(comment && { comentario: comment }), ...(way && { idProximaTarefa: way }), ...peopleIn(people) },
    isOnce: true,
  });

interface Start {
  definition: Definition;
  values: readonly { field: string; value: string }[];
  comment: string;
  people: People;
}
/** Answers the code of the flow. */
export async function startFlow(client: string, { definition, values, comment, people }: Start): Promise<number> {
  const form = definition.form && {
    idFormulario: definition.form.id,
    camposFormulario: values.map(({ field, value }) => ({ idCampo: field, valorCampo: value })),
  };
  const body = {
    idCliente: client,
    idConfWorkflow: definition.id,
    ...(comment && { comentario: comment }),
    ...(form && { formulario: form }),
    ...peopleIn(people),
  };
  const answer = await call('POST', '/api/Workflow/Ativar', { body, isOnce: true });
  return ((await answer.json()) as { CodigoWorkflow: number }).CodigoWorkflow;
}
/** Documents that the flow has already stay. */
export const joinFlow = (client: string, code: number, documents: readonly string[]) =>
  call('PATCH', `/api/Workflow/Cliente/${client}/associar-documentos`, { body: { codigoWorkflow: code, documentos: documents } });

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from './call';
import type { StoredFile } from './files';

/** The API knows the documents of a flow, not the flows of a document: only the newest flows are looked through. */
export const LOOKED_THROUGH = 20;

export interface Definition {
  id: string;
  name: string;
  isActive: boolean;
  activation: 'A' | 'I' | 'M';
  form: { id: string; fields: FormField[] } | null;
}
interface FormField {
  id: string;
  label: string;
  list: string | null;
  isMandatory: boolean;
}
/** A part of a step, for one person. */
export interface Execution {
  id: string;
  task: string;
  name: string;
  who: string;
  since: string;
  due: string | null;
  isDone: boolean;
  isLate: boolean;
}
interface FormValue {
  id: string;
  label: string;
  value: string;
  list: { id: string; name: string } | null;
}
export interface Details {
  state: string;
  executions: Execution[];
  files: (StoredFile & { document: number | null })[];
  documents: { id: string; code: number }[];
  comments: { task: string; who: string; at: string; text: string }[];
  form: FormValue[];
}
export interface Flow {
  id: string;
  definition: string;
  code: number;
  name: string;
  state: string;
  steps: readonly Execution[];
}
export interface Running {
  id: string;
  code: number;
  state: string;
  began: string;
  step: { name: string; due: string | null; isLate: boolean } | null;
}
export interface Task {
  id: string;
  name: string;
  flow: string;
  code: number;
  definition: string;
  definitionName: string;
  due: string | null;
  isLate: boolean;
}

interface WireDefinition {
  IdConfWorkflow: string;
  NomeFluxo: string;
  Status: 'A' | 'I';
  TipoAtivacao: 'A' | 'I' | 'M';
  Formulario: {
    idFormulario: string;
    campos: { idCampo: string; nomeCampo: string; idLista: string | null; obrigatorio: boolean }[];
  } | null;
}
interface WireFlow {
  status: number;
  etapaAtual: {
    idTarefa: string;
    nomeTarefa: string;
    execucoesTarefa: {
      idWorkflowEtapaExecucao: string;
      usuario: string | null;
      email: string | null;
      concluida: number;
      dataInicio: string;
      previsaoTermino: string | null;
      atrasada: boolean;
    }[];
  }[];
  anexosFluxo: { idArquivo: string; nomeArquivo: string }[];
  documentosFluxo: {
    idDocumento: string;
    codigoDocumento: number;
    arquivosDocumento: { idArquivoDocumento: string; nomeArquivo: string }[];
  }[];
  comentarios: { nomeTarefa: string; usuario: string | null; email: string | null; dataHora: string; comentario: string }[];
  formulario: { idCampo: string; nomeCampo: string; valor: string; idLista: string | null; nomeLista: string | null }[];
}
interface WireRunning {
  TotalDePaginasDaConsulta: number | null;
  Dados: {
    IdWorkflow: string;
    CodigoWorkflow: number;
    Status: number;
    DataInicio: string;
    EtapaAtual: { NomeTarefa: string; PrevisaoTermino: string | null; Atrasada: boolean } | null;
  }[];
}
interface WireTasks {
  TotalPaginas: number;
  Tarefas: {
    idWorkflowEtapaExecucao: string;
    tarefa: string;
    idWorkflow: string;
    codigoWorkflow: number;
    idConfWorkflow: string;
    nomeConfWorkflow: string;
    prazo: string | null;
    atrasada: boolean;
  }[];
}
const TASKS = 100;

const definitionOf = (wire: WireDefinition): Definition => ({
  id: wire.IdConfWorkflow,
  name: wire.NomeFluxo,
  isActive: wire.Status === 'A',
  activation: wire.TipoAtivacao,
  form: wire.Formulario && {
    id: wire.Formulario.idFormulario,
    fields: wire.Formulario.campos.map(({ idCampo, nomeCampo, idLista, obrigatorio }) => ({
      id: idCampo,
      label: nomeCampo,
      list: idLista,
      isMandatory: obrigatorio,
    })),
  },
});

const executionsOf = ({ etapaAtual }: WireFlow): Execution[] =>
  etapaAtual.flatMap(({ idTarefa, nomeTarefa, execucoesTarefa }) =>
    execucoesTarefa.map((execution) => ({
      id: execution.idWorkflowEtapaExecucao,
      task: idTarefa,
      name: nomeTarefa,
      who: execution.usuario ?? execution.email ?? '',
      since: execution.dataInicio,
      due: execution.previsaoTermino,
      isDone: execution.concluida === 1,
      isLate: execution.atrasada,
    })),
  );

const fileOf = (id: string, name: string, document: number | null) => ({ id, name, link: null, until: null, document });

function detailsOf(wire: WireFlow): Details {
  return {
    state: String(wire.status),
    executions: executionsOf(wire),
    files: [
      ...wire.documentosFluxo.flatMap(({ codigoDocumento, arquivosDocumento }) =>
        arquivosDocumento.map(({ idArquivoDocumento, nomeArquivo }) => fileOf(idArquivoDocumento, nomeArquivo, codigoDocumento)),
      ),
      ...wire.anexosFluxo.map(({ idArquivo, nomeArquivo }) => fileOf(idArquivo, nomeArquivo, null)),
    ],
    documents: wire.documentosFluxo.map(({ idDocumento, codigoDocumento }) => ({ id: idDocumento, code: codigoDocumento })),
    comments: wire.comentarios.map(({ nomeTarefa, usuario, email, dataHora, comentario }) => ({
      task: nomeTarefa,
      who: usuario ?? email ?? '',
      at: dataHora,
      text: comentario,
    })),
    form: wire.formulario.map(({ idCampo, nomeCampo, valor, idLista, nomeLista }) => ({
      id: idCampo,
      label: nomeCampo,
      value: valor,
      list: idLista === null ? null : { id: idLista, name: nomeLista ?? '' },
    })),
  };
}

export const definitions = (client: string) =>
  queryOptions({
    queryKey: ['flow-definitions', client],
    queryFn: async ({ signal }) => (await read<WireDefinition[]>(`/api/ConfWorkflow/${client}`, {}, signal)).map(definitionOf),
  });

const runningPath = (client: string, definition: string) => `/api/ConfWorkflow/${definition}/Cliente/${client}/fluxos-ativados`;

/** Newest first. */
export const running = (client: string, definition: string, state: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'running', definition, state],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { Status: state, Pagina: pageParam, BuscarQtdPaginas: true };
      const { Dados, TotalDePaginasDaConsulta } = await read<WireRunning>(runningPath(client, definition), query, signal);
      const flows = Dados.map(({ EtapaAtual, ...flow }): Running => ({
        id: flow.IdWorkflow,
        code: flow.CodigoWorkflow,
        state: String(flow.Status),
        began: flow.DataInicio,
        step: EtapaAtual && { name: EtapaAtual.NomeTarefa, due: EtapaAtual.PrevisaoTermino, isLate: EtapaAtual.Atrasada },
      }));
      return { flows, next: pageParam < (TotalDePaginasDaConsulta ?? 0) ? pageParam + 1 : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

const detailsPath = (client: string) => `/api/Workflow/Cliente/${client}/dados-fluxo`;

export const oneFlow = (client: string, id: string) =>
  queryOptions({
    queryKey: ['flows', 'one', id],
    queryFn: async ({ signal }) => detailsOf(await read<WireFlow>(detailsPath(client), { idWorkflow: id }, signal)),
  });

/** What waits for the person, what is due first before the rest. */
export const myTasks = (client: string) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'tasks', client],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { Pagina: pageParam, TamanhoPagina: TASKS };
      const { Tarefas, TotalPaginas } = await read<WireTasks>(`/api/Workflow/Cliente/${client}/tarefas`, query, signal);
      const tasks = Tarefas.map((task): Task => ({
        id: task.idWorkflowEtapaExecucao,
        name: task.tarefa,
        flow: task.idWorkflow,
        code: task.codigoWorkflow,
        definition: task.idConfWorkflow,
        definitionName: task.nomeConfWorkflow,
        due: task.prazo,
        isLate: task.atrasada,
      }));
      return { tasks, next: pageParam < TotalPaginas ? pageParam + 1 : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });

type Newest = Omit<Flow, 'state' | 'steps'>;

async function newestFlows(client: string, signal: AbortSignal): Promise<Newest[]> {
  const all = await read<WireDefinition[]>(`/api/ConfWorkflow/${client}`, {}, signal);
  const flows: Newest[] = [];
  for (const { IdConfWorkflow, NomeFluxo } of all) {
    const { Dados } = await read<WireRunning>(runningPath(client, IdConfWorkflow), {}, signal);
    flows.push(...Dados.map((flow) => ({ id: flow.IdWorkflow, definition: IdConfWorkflow, code: flow.CodigoWorkflow, name: NomeFluxo })));
  }
  return flows.toSorted((one, other) => other.code - one.code).slice(0, LOOKED_THROUGH);
}

export const flowsOf = (client: string, document: string) =>
  queryOptions({
    queryKey: ['flows', document],
    queryFn: async ({ signal }) => {
      const found: Flow[] = [];
      for (const flow of await newestFlows(client, signal)) {
        const data = await read<WireFlow>(detailsPath(client), { idWorkflow: flow.id }, signal);
        if (!data.documentosFluxo.some(({ idDocumento }) => idDocumento === document)) continue;
        found.push({ ...flow, state: String(data.status), steps: executionsOf(data) });
      }
      return found;
    },
  });

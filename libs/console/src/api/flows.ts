import { queryOptions } from '@tanstack/react-query';
import { read } from './call';

/** The API knows the documents of a flow, not the flows of a document: only the newest flows are looked through. */
export const LOOKED_THROUGH = 20;

export interface Flow {
  id: string;
  code: number;
  name: string;
  state: string;
  steps: { name: string; who: string; since: string; isLate: boolean }[];
}

interface WireFlow {
  status: number;
  documentosFluxo: { idDocumento: string }[];
  etapaAtual: {
    nomeTarefa: string;
    execucoesTarefa: { usuario: string | null; email: string | null; dataInicio: string; atrasada: boolean }[];
  }[];
}

async function newestFlows(client: string, signal: AbortSignal): Promise<{ id: string; code: number; name: string }[]> {
  const definitions = await read<{ IdConfWorkflow: string; NomeFluxo: string }[]>(`/api/ConfWorkflow/${client}`, {}, signal);
  const flows = [];
  for (const { IdConfWorkflow, NomeFluxo } of definitions) {
    const path = `/api/ConfWorkflow/${IdConfWorkflow}/Cliente/${client}/fluxos-ativados`;
    const { Dados } = await read<{ Dados: { IdWorkflow: string; CodigoWorkflow: number }[] }>(path, {}, signal);
    flows.push(...Dados.map(({ IdWorkflow, CodigoWorkflow }) => ({ id: IdWorkflow, code: CodigoWorkflow, name: NomeFluxo })));
  }
  return flows.toSorted((one, other) => other.code - one.code).slice(0, LOOKED_THROUGH);
}

export const flowsOf = (client: string, document: string) =>
  queryOptions({
    queryKey: ['flows', document],
    queryFn: async ({ signal }) => {
      const found: Flow[] = [];
      for (const flow of await newestFlows(client, signal)) {
        const data = await read<WireFlow>(`/api/Workflow/Cliente/${client}/dados-fluxo`, { idWorkflow: flow.id }, signal);
        if (!data.documentosFluxo.some(({ idDocumento }) => idDocumento === document)) continue;
        const steps = data.etapaAtual.flatMap(({ nomeTarefa, execucoesTarefa }) =>
          execucoesTarefa.map(({ usuario, email, dataInicio, atrasada }) => ({
            name: nomeTarefa,
            who: usuario ?? email ?? '',
            since: dataInicio,
            isLate: atrasada,
          })),
        );
        found.push({ ...flow, state: String(data.status), steps });
      }
      return found;
    },
  });

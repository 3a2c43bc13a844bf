import { queryOptions } from '@tanstack/react-query';
import { read } from './call';

/** Exact up to a bound, above it only "more than". */
export interface Count {
  value: number;
  isExact: boolean;
}
export interface PanelDocument {
  id: string;
  code: string;
  level: string;
  created: string;
  /** As on the wire; "": none. */
  due: string;
  /** The first values, for telling it from others. */
  summary: string;
}
interface PanelTask {
  id: string;
  name: string;
  flow: string;
  due: string | null;
  isLate: boolean;
}
export interface Panel {
  statuses: readonly { status: string; count: Count }[];
  months: readonly { first: Date; count: Count }[];
  recent: readonly PanelDocument[];
  due: { count: Count; documents: readonly PanelDocument[] };
  tasks: { total: number; next: readonly PanelTask[] } | null;
  /** The first day of the billed month. */
  storage: { month: Date; gigabytes: number } | null;
}

interface WireCount {
  valor: number;
  exato: boolean;
}
interface WireDocument {
  id: string;
  codigo: number;
  idArvoreOrganizacional: string;
  cadastro: string;
  vencimento: string | null;
  campos: { valor: string }[];
}
interface Wire {
  situacoes: { status: number; total: WireCount }[];
  cadastrosPorMes: { mes: string; total: WireCount }[];
  recentes: WireDocument[];
  vencendo: { total: WireCount; documentos: WireDocument[] };
  tarefas: {
    total: number;
    proximas: {
      idWorkflowEtapaExecucao: string;
      tarefa: string;
      codigoWorkflow: number;
      nomeConfWorkflow: string;
      prazo: string | null;
      atrasada: boolean;
    }[];
  } | null;
  armazenamento: { periodo: string; gigabytes: number } | null;
}
const SUMMARY = 3;

const countOf = ({ valor, exato }: WireCount): Count => ({ value: valor, isExact: exato });
const monthOf = (wire: string) => new Date(Number(wire.slice(0, 4)), Number(wire.slice(5, 7)) - 1, 1);
const documentOf = (wire: WireDocument): PanelDocument => ({
  id: wire.id,
  code: String(wire.codigo),
  level: wire.idArvoreOrganizacional,
  created: wire.cadastro,
  due: wire.vencimento ?? '',
  summary: wire.campos
    .map(({ valor }) => valor)
    .filter(Boolean)
    .slice(0, SUMMARY)
    .join(' · '),
});

export const panel = (client: string) =>
  queryOptions({
    queryKey: ['documents', 'panel', client],
    queryFn: async ({ signal }): Promise<Panel> => {
      const wire = await read<Wire>(`/api/Painel/${client}`, {}, signal);
      return {
        statuses: wire.situacoes.map(({ status, total }) => ({ status: String(status), count: countOf(total) })),
        months: wire.cadastrosPorMes.map(({ mes, total }) => ({ first: monthOf(mes), count: countOf(total) })),
        recent: wire.recentes.map(documentOf),
        due: { count: countOf(wire.vencendo.total), documents: wire.vencendo.documentos.map(documentOf) },
        tasks: wire.tarefas && {
          total: wire.tarefas.total,
          next: wire.tarefas.proximas.map((task) => ({
            id: task.idWorkflowEtapaExecucao,
            name: task.tarefa,
            flow: `${task.nomeConfWorkflow} ${task.codigoWorkflow}`,
            due: task.prazo,
            isLate: task.atrasada,
          })),
        },
        storage: wire.armazenamento && { month: monthOf(wire.armazenamento.periodo), gigabytes: wire.armazenamento.gigabytes },
      };
    },
  });

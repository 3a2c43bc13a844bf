import { queryOptions } from '@tanstack/react-query';
import { read } from './call';
import { save } from './save';

export interface Step {
  id: string;
  name: string;
  /** Of a group several. */
  tasks: readonly string[];
  /** Who does it, by when and what it needs, in the words of the service. */
  note: string;
  /** Somebody outside does it, who is named by an address; of a group one for each of these. */
  externals: number;
}
interface Way {
  /** A step, or null: the end. */
  to: string | null;
  name: string;
  /** What the call sends to take it; null: conditions decide. */
  choice: string | null;
}
/** What a flow follows: steps in the order of their definition. */
export interface Design {
  steps: readonly Step[];
  first: string | null;
  ways: ReadonlyMap<string, readonly Way[]>;
}

const PREFIX = /^Step_/;

/** Reads the definition of a flow as the service draws it (BPMN). */
function designIn(xml: string): Design {
  const [process] = new DOMParser().parseFromString(xml, 'application/xml').getElementsByTagNameNS('*', 'process');
  const inside = (element: Element, pattern: RegExp) => [...element.children].filter(({ localName }) => pattern.test(localName));
  const named = (id: string) => (PREFIX.test(id) ? id.replace(PREFIX, '') : null);
  const steps = process ? inside(process, /task$|^subProcess$/i) : [];
  const flows = process ? inside(process, /^sequenceFlow$/) : [];
  const from = (id: string) => flows.filter((flow) => flow.getAttribute('sourceRef') === id);
  const wayOf = (flow: Element): Way => ({
    to: named(flow.getAttribute('targetRef') ?? ''),
    name: flow.getAttribute('name') ?? '',
    choice: /idProximaTarefa = "(.+)"/.exec(flow.textContent)?.[1] ?? null,
  });
  const ways = steps.map(({ id }): [string, readonly Way[]] => [
    named(id)!,
    from(id).flatMap((flow) => {
      const decided = from(flow.getAttribute('targetRef') ?? '');
      return /^Decision_/.test(flow.getAttribute('targetRef') ?? '') ? decided.map(wayOf) : [wayOf(flow)];
    }),
  ]);
  return {
    steps: steps.map((step) => {
      const inner = inside(step, /task$/i);
      const [note] = inside(step, /^documentation$/);
      return {
        id: named(step.id)!,
        name: step.getAttribute('name') ?? '',
        tasks: (inner.length > 0 ? inner : [step]).map(({ id }) => named(id)!),
        note: note?.textContent ?? '',
        externals: (inner.length > 0 ? inner : [step]).filter(({ localName }) => localName === 'sendTask').length,
      };
    }),
    first: from('Start').map((flow) => wayOf(flow).to)[0] ?? null,
    ways: new Map(ways),
  };
}

interface Model {
  nomeModelo: string;
  arquivoModelo: string;
}
const model = (client: string, flow: string, format: 'pdf' | 'bpmn', signal?: AbortSignal) =>
  read<Model>(`/api/Workflow/Cliente/${client}/modelo-fluxo`, { idWorkflow: flow, formato: format }, signal);
const bytesIn = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** It does not change while a flow runs. */
export const flowDesign = (client: string, flow: string) =>
  queryOptions({
    queryKey: ['flow-design', flow],
    staleTime: Infinity,
    queryFn: async ({ signal }) => designIn(new TextDecoder().decode(bytesIn((await model(client, flow, 'bpmn', signal)).arquivoModelo))),
  });

/** The form of a flow with its values, to be filled on paper or screen. */
export async function saveFillable(client: string, flow: string): Promise<void> {
  const { nomeModelo, arquivoModelo } = await model(client, flow, 'pdf');
  save(bytesIn(arquivoModelo), nomeModelo);
}

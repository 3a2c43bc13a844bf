import { read } from './api.js';
import { make } from './elements.js';
import { dayOf, t } from './text.js';

/** The API knows the documents of a flow, not the flows of a document: only the newest flows are looked through. */
const LOOKED_THROUGH = 20;
const STATES = { 1: t('em execução', 'running'), 2: t('concluído', 'finished'), 3: t('cancelado', 'cancelled') };

function describe(name, code, { status, etapaAtual: tasks }) {
  const steps = tasks.flatMap(({ nomeTarefa, execucoesTarefa }) =>
    execucoesTarefa.map(({ usuario, email, dataInicio, atrasada }) =>
      [nomeTarefa, usuario ?? email, t(`desde ${dayOf(dataInicio)}`, `since ${dayOf(dataInicio)}`), atrasada && t('atrasada', 'late')]
        .filter(Boolean)
        .join(' · '),
    ),
  );
  return make(
    'li',
    {},
    make('strong', { textContent: `${name} ${code}` }),
    ` ${STATES[status]}`,
    steps.length > 0 &&
      make(
        'ul',
        {},
        steps.map((text) => make('li', { textContent: text })),
      ),
  );
}

export async function flowsOf(found, { idCliente }) {
  const definitions = await read(`api/ConfWorkflow/${idCliente}`);
  const newest = [];
  for (const { IdConfWorkflow, NomeFluxo } of definitions) {
    const { Dados } = await read(`api/ConfWorkflow/${IdConfWorkflow}/Cliente/${idCliente}/fluxos-ativados`);
    newest.push(...Dados.map((flow) => ({ ...flow, name: NomeFluxo })));
  }
  newest.sort((one, other) => other.CodigoWorkflow - one.CodigoWorkflow);
  const entries = [];
  for (const { IdWorkflow, CodigoWorkflow, name } of newest.slice(0, LOOKED_THROUGH)) {
    const flow = await read(`api/Workflow/Cliente/${idCliente}/dados-fluxo`, { idWorkflow: IdWorkflow });
    if (flow.documentosFluxo.some(({ idDocumento }) => idDocumento === found.id)) entries.push(describe(name, CodigoWorkflow, flow));
  }
  const text = t(`Em nenhum dos ${LOOKED_THROUGH} fluxos mais novos.`, `In none of the ${LOOKED_THROUGH} newest workflows.`);
  return entries.length > 0 ? make('ul', {}, entries) : make('p', { className: 'quiet', textContent: text });
}

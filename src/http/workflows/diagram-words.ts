import type { DiagramWords } from '#domain/workflows/diagram-words';
import type { DeadlineUnit, Requirements, Responsible } from '#domain/workflows/workflow-definition';

const RESPONSIBLE: Record<Responsible['type'], string> = {
  activator: 'quem ativou',
  user: 'usuário definido no desenho',
  'selected-user': 'usuário selecionado',
  'selected-external': 'externo selecionado (por e-mail)',
  'selected-externals': 'externos selecionados (por e-mail)',
  group: 'grupo de usuários',
  api: 'API Integração (concluída pela própria ativação)',
};

const UNITS: Record<DeadlineUnit, readonly [one: string, many: string]> = {
  minutes: ['minuto', 'minutos'],
  hours: ['hora', 'horas'],
  days: ['dia', 'dias'],
  'working-minutes': ['minuto útil', 'minutos úteis'],
  'working-hours': ['hora útil', 'horas úteis'],
  'working-days': ['dia útil', 'dias úteis'],
};

const REQUIREMENTS: Record<keyof Requirements, string> = {
  comment: 'comentário',
  form: 'formulário',
  attachment: 'anexo',
  document: 'documento',
};

/** Portuguese texts of workflow diagrams. */
export const DIAGRAM_WORDS: DiagramWords = {
  task({ responsible, deadline, requires }) {
    const needed = (Object.keys(REQUIREMENTS) as (keyof Requirements)[]).filter((each) => requires[each]).map((each) => REQUIREMENTS[each]);
    return [
      `Responsável: ${RESPONSIBLE[responsible.type]}.`,
      ...('consensus' in responsible ? [`Consenso: ${responsible.consensus}%.`] : []),
      ...(deadline ? [`Prazo: ${deadline.amount} ${UNITS[deadline.unit][deadline.amount === 1 ? 0 : 1]}.`] : []),
      ...(needed.length > 0 ? [`Exige: ${needed.join(', ')}.`] : []),
    ].join('\n');
  },
  group: (group) =>
    group === 'all'
      ? 'Grupo E: todas as tarefas precisam ser concluídas.'
      : 'Grupo OU: a primeira tarefa concluída conclui o grupo e cancela as demais.',
  consensus: (percent) => `concluídas >= ${percent}%`,
  choice: (targetId) => `idProximaTarefa = "${targetId}"`,
};

import { fieldOf, type Asked, type Criterion, type Order } from '../routes/documents/search';

/** Condition of a typed search. */
interface Condition {
  campo?: string;
  nomeLista?: string;
  sistema?: string;
  operador: string;
  valor?: string;
  valores?: readonly string[];
}
const PAGE = 100;
/** Of so many documents of a page the service shows where the words stand. */
const PAGE_WITH_EXCERPTS = 50;

/** Of the person's calendar, such as 2026-12-31. */
export const isoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
/** As the service reads days. */
export const wireDay = (iso: string) => iso.split('-').reverse().join('/');

const named = ({ list, label }: Pick<Criterion, 'list' | 'label'>) => ({ campo: label, ...(list !== null && { nomeLista: list }) });

/** Of a range one end may be open. */
function compared(operator: Criterion['operator'], values: readonly string[]): Omit<Condition, 'campo' | 'sistema'> {
  const [first = '', second = ''] = values;
  if (operator === 'preenchido' || operator === 'vazio') return { operador: operator };
  if (operator === 'em') return { operador: 'em', valores: values.filter((value) => value !== '') };
  if (operator !== 'entre') return { operador: operator, valor: first };
  if (first === '') return { operador: 'menor-igual', valor: second };
  if (second === '') return { operador: 'maior-igual', valor: first };
  return { operador: 'entre', valores: [first, second] };
}

function conditionsOf({ code, statuses, from, to, values }: Asked): Condition[] {
  const span = [from ?? '', to ?? ''].map(wireDay);
  return [
    ...values.map((criterion) => ({ ...named(criterion), ...compared(criterion.operator, criterion.values) })),
    ...(code ? [{ sistema: 'codigo', operador: 'igual', valor: code }] : []),
    ...(statuses.length > 0 ? [{ sistema: 'status', operador: 'em', valores: statuses }] : []),
    ...(from || to ? [{ sistema: 'cadastro', ...compared('entre', span) }] : []),
  ];
}

function orderOf({ by, isDescending }: Order): object {
  const field = fieldOf(by);
  return { ...(field ? named(field) : { sistema: by }), sentido: isDescending ? 'decrescente' : 'crescente' };
}

/** Counting costs more than reading: the first page alone asks for it. */
export function searchBody(asked: Asked, cursor: string | undefined): object {
  const conditions = conditionsOf(asked);
  return {
    ...(conditions.length > 0 && { filtro: { todas: conditions } }),
    ...(asked.words && { texto: asked.words, destaques: true }),
    ...(asked.order && { ordem: orderOf(asked.order) }),
    tamanhoPagina: asked.words ? PAGE_WITH_EXCERPTS : PAGE,
    ...(cursor === undefined ? { contar: true } : { cursor }),
  };
}

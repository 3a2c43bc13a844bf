import { Refusal, type FieldProblem } from '../../api/refusal';
import { sentencesOf } from '../../ui/Problem';

export interface Sorted {
  comment: string | undefined;
  user: string | undefined;
  emails: string | undefined;
  way: string | undefined;
  /** By the id of a field of the form. */
  byField: Readonly<Record<string, string>>;
  above: readonly string[];
}

const PLACES: readonly [RegExp, keyof Pick<Sorted, 'comment' | 'user' | 'emails' | 'way'>][] = [
  [/^comentario/, 'comment'],
  [/^idUsuario/, 'user'],
  [/^(email|selecionadoExternoVarios|emailGrupoExterno)/, 'emails'],
  [/^idProximaTarefa/, 'way'],
];
/** A mandatory field that was not sent has no place in the call: its name stands in the (Portuguese) sentence. */
const MISSING = 'CAMPO_DO_FORMULARIO_OBRIGATORIO';

function fieldOf({ field, code, message }: FieldProblem, sent: readonly string[], labels: ReadonlyMap<string, string>): string | undefined {
  const [, index] = /^(?:formulario\.)?campos(?:Formulario)?\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return sent[Number(index)];
  if (code !== MISSING) return undefined;
  const named = [...labels].toSorted(([, one], [, other]) => other.length - one.length);
  return named.find(([, label]) => message.includes(label))?.[0];
}

/** Puts what was refused beside the control that it is about. `sent` are ids of the fields of the call, `labels` those of the form. */
export function sortProblems(problem: unknown, sent: readonly string[], labels: ReadonlyMap<string, string>): Sorted {
  const sorted: Record<string, string> = {};
  const byField: Record<string, string> = {};
  const above: string[] = [];
  const add = (at: Record<string, string>, name: string, message: string) => {
    if (!at[name]?.includes(message)) at[name] = [at[name], message].filter(Boolean).join(' ');
  };
  if (problem !== null && !(problem instanceof Refusal && problem.fields.length > 0)) above.push(...sentencesOf(problem));
  for (const each of problem instanceof Refusal ? problem.fields : []) {
    const place = PLACES.find(([pattern]) => pattern.test(each.field));
    const field = fieldOf(each, sent, labels);
    if (place) add(sorted, place[1], each.message);
    else if (field) add(byField, field, each.message);
    else above.push(each.message);
  }
  const { comment, user, emails, way } = sorted;
  return { comment, user, emails, way, byField, above };
}

import { Refusal } from './refusal';

interface Unit {
  id: string;
  name: string;
}
/** Asks each unit, until one has answered enough; those that refuse are named. Refused where all do. */
export async function ofUnits<T>(
  units: readonly Unit[],
  work: (unit: string) => Promise<T>,
  isEnough: (answer: T) => boolean = () => false,
) {
  const found: T[] = [];
  const refused: { name: string; problem: Refusal }[] = [];
  for (const { id, name } of units)
    try {
      const answer = await work(id);
      found.push(answer);
      if (isEnough(answer)) break;
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== 'SEM_PERMISSAO') throw problem;
      refused.push({ name, problem });
    }
  if (refused[0] && found.length === 0) throw refused[0].problem;
  return { found, refused: refused.map(({ name }) => name) };
}

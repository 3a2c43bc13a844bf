import { Refusal } from './refusal';

/** Asks each unit; those that refuse are named. Refused where all do. */
export async function ofUnits<T>(units: readonly { id: string; name: string }[], work: (unit: string) => Promise<T>) {
  const found: T[] = [];
  const refused: { name: string; problem: Refusal }[] = [];
  for (const { id, name } of units)
    try {
      found.push(await work(id));
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== 'SEM_PERMISSAO') throw problem;
      refused.push({ name, problem });
    }
  if (refused[0] && found.length === 0) throw refused[0].problem;
  return { found, refused: refused.map(({ name }) => name) };
}

import { Refusal } from '../api/refusal';
import { sentencesOf } from '../ui/Problem';

/** A refusal's sentences: beside the fields of these names, and above the form what fits none of them. */
export function placeProblems(problem: unknown, names: readonly string[]) {
  const problems = problem instanceof Refusal ? problem.fields : [];
  const others = problems.filter(({ field }) => !names.includes(field)).map(({ message }) => message);
  const isPlaced = others.length < problems.length;
  return {
    above: problem === null || isPlaced ? others : sentencesOf(problem),
    errorOf: (name: string): string | undefined =>
      problems
        .filter(({ field }) => field === name)
        .map(({ message }) => message)
        .join(' ') || undefined,
  };
}

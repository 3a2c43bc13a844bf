import { DomainError, type FieldPath, type FieldProblem } from '#domain/errors';

/** Every parameter that a report may take. One without its words in `http/reports/words.ts` does not compile. */
export const PARAMETERS = {
  boxType: 'text',
  days: 'integer',
  from: 'moment-start',
  lateOnly: 'flag',
  levelId: 'guid',
  listId: 'guid',
  login: 'text',
  occupiedOnly: 'flag',
  until: 'moment-end',
  userId: 'guid',
  withSublevels: 'flag',
} as const;
export type ParameterName = keyof typeof PARAMETERS;
export type ParameterKind = (typeof PARAMETERS)[ParameterName];

type Values = { text: string; guid: string; integer: number; flag: boolean; 'moment-start': Date; 'moment-end': Date };
export type ParameterValue = Values[ParameterKind];

export interface Parameter {
  name: ParameterName;
  mandatory: boolean;
  /** Of a whole number. */
  min?: number;
  max?: number;
}

export const mandatory = (name: ParameterName): Parameter => ({ name, mandatory: true });
export const optional = (name: ParameterName, range: Pick<Parameter, 'min' | 'max'> = {}): Parameter => ({
  name,
  mandatory: false,
  ...range,
});

/** What a call gives a report, each value of its parameter's type, with where it stood in the call. */
export class ParameterValues {
  constructor(private readonly read: ReadonlyMap<ParameterName, { value: ParameterValue; path: FieldPath }> = new Map()) {}

  /** What is wrong with the values together. */
  problems(): readonly FieldProblem[] {
    const [from, until] = [this.get('from'), this.get('until')];
    return from && until && until < from ? this.refusal('until', 'ORDER').problems : [];
  }

  get<Name extends ParameterName>(name: Name): Values[(typeof PARAMETERS)[Name]] | undefined {
    return this.read.get(name)?.value as Values[(typeof PARAMETERS)[Name]] | undefined;
  }

  /** Of a mandatory parameter. */
  require<Name extends ParameterName>(name: Name): Values[(typeof PARAMETERS)[Name]] {
    const value = this.get(name);
    if (value === undefined) throw new Error(`${name} was let through without a value`);
    return value;
  }

  /** Where it stood, or where it would. */
  pathOf(name: ParameterName): FieldPath {
    return this.read.get(name)?.path ?? [name];
  }

  refusal(name: ParameterName, code: FieldProblem['code']): DomainError {
    return new DomainError('INPUT_INVALID', [{ path: this.pathOf(name), code }]);
  }
}

import type { Report, ReportPlace } from '../../api/reports';

const PARAMETER = 'p.';
/** The address of a report that runs. */
const RUNS = 'mostrar';

interface AskedReport {
  /** Of a report about the clients of a unit. */
  unit: string | null;
  values: ReadonlyMap<string, string>;
  runs: boolean;
}

export function askedReport(search: URLSearchParams): AskedReport {
  const values = [...search].filter(([name, value]) => name.startsWith(PARAMETER) && value !== '');
  return {
    unit: search.get('unidade'),
    values: new Map(values.map(([name, value]) => [name.slice(PARAMETER.length), value])),
    runs: search.has(RUNS),
  };
}

export function reportSearch(client: string, place: ReportPlace, values?: ReadonlyMap<string, string>): string {
  return new URLSearchParams([
    ['cliente', client],
    ...('unit' in place ? [['unidade', place.unit]] : []),
    ...[...(values ?? [])].filter(([, value]) => value !== '').map(([id, value]) => [PARAMETER + id, value]),
    ...(values ? [[RUNS, 'sim']] : []),
  ] as [string, string][]).toString();
}

/** Without parameters there is nothing to choose first. */
export const runsAtOnce = ({ parameters }: Report) => parameters.length === 0;

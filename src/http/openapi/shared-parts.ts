import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, sorted } from './document';

/** Where a part stands that may stand elsewhere, too. */
interface Place {
  part: object;
  /** Under which it is shared; other parts of this name are numbered. */
  name: string;
  replace: (by: { $ref: string }) => void;
}

/** Parts that are equal at several places, by their names; they are pointed at from there. */
function sharedAmong(kind: string, places: readonly Place[]): Record<string, object> {
  const keyOf = ({ name, part }: Place) => `${name} ${JSON.stringify(part)}`;
  const uses = new Map<string, number>();
  for (const place of places) uses.set(keyOf(place), (uses.get(keyOf(place)) ?? 0) + 1);
  const shared: Record<string, object> = {};
  const names = new Map<string, string>();
  const variants = new Map<string, number>();
  for (const place of places) {
    const key = keyOf(place);
    if (uses.get(key) === 1) continue;
    if (!names.has(key)) {
      const variant = (variants.get(place.name) ?? 0) + 1;
      variants.set(place.name, variant);
      names.set(key, variant === 1 ? place.name : `${place.name}_${variant}`);
    }
    const name = names.get(key) as string;
    shared[name] = place.part;
    place.replace({ $ref: `#/components/${kind}/${name}` });
  }
  return shared;
}

/** Moves identical refusals, and answers to dry runs, of several operations to shared responses by status: `Refusal_404`, `Preview_2XX_2`. */
export function withSharedRefusals(document: OpenAPIObject): void {
  const places = operationsOf(document).flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => !(Number(status) < 400))
      .map(([status, part]) => ({
        part,
        name: `${status === '2XX' ? 'Preview' : 'Refusal'}_${status}`,
        replace: (by: object) => void (responses[status] = by as never),
      })),
  );
  const shared = sharedAmong('responses', places);
  document.components = { ...document.components, responses: sorted({ ...document.components?.responses, ...shared }) } as never;
}

/** The same for parameters, by where they stand: `idCliente_path`, `idCliente_path_2`. */
export function withSharedParameters(document: OpenAPIObject): void {
  const places = operationsOf(document).flatMap(({ parameters = [] }) =>
    parameters.flatMap((part, index) =>
      /^\w+$/.test((part as Partial<typeof part>).name ?? '')
        ? [{ part, name: `${part.name}_${part.in}`, replace: (by: object) => void (parameters[index] = by as never) }]
        : [],
    ),
  );
  const shared = sharedAmong('parameters', places);
  document.components = { ...document.components, parameters: sorted({ ...document.components?.parameters, ...shared }) } as never;
}

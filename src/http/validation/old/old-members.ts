import type { FieldProblem } from '#domain/errors';
export type WireType =
  | { kind: 'text'; max: number; allowEmpty: boolean }
  | { kind: 'guid' }
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'moment'; edge: 'start' | 'end' }
  | { kind: 'day' }
  | { kind: 'file' }
  | { kind: 'extension' }
  | { kind: 'object'; of: () => Class }
  | { kind: 'map'; item: WireType; max: number; maxName: number }
  | { kind: 'list'; item: WireType; max: number };
export type Class<T extends object = object> = (new () => T) & {
  check?(read: T): FieldProblem[];
  checkMembers?(read: Partial<T>): FieldProblem[];
};
export interface WireMember {
  name: string;
  type: WireType;
  required: boolean;
}
const members = new Map<Class, WireMember[]>();
export function membersOf(type: Class): readonly WireMember[] {
  const own = members.get(type) ?? [];
  const parent = Object.getPrototypeOf(type) as Class | null;
  return parent && parent !== Function.prototype ? [...membersOf(parent), ...own] : own;
}
export const old =
  (type: WireType, required = false): PropertyDecorator =>
  (target, key) => {
    const owner = target.constructor as Class;
    members.set(owner, [...(members.get(owner) ?? []), { name: String(key), type, required }]);
  };

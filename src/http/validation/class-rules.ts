import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * Keeps the rules of a class: class-validator collects them again for each object, by going through all classes (a third of its time).
 * DTOs are complete when the first one is read, and have no validation groups.
 */
export function keepRulesOfClasses(storage: Storage = getMetadataStorage()): void {
  const collect = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const ofClass = new Map<unknown, Rules>();
  const byProperty = new WeakMap<Rules, ReturnType<typeof group>>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (groups) return collect(type, schema, always, strictGroups, groups);
    let rules = ofClass.get(type);
    if (!rules) ofClass.set(type, (rules = collect(type, schema, always, strictGroups)));
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    let grouped = byProperty.get(rules);
    if (!grouped) byProperty.set(rules, (grouped = group(rules)));
    return grouped;
  };
}

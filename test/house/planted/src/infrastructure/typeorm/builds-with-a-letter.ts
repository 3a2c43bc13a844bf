// expects: no-restricted-syntax
interface Manager {
  createQueryBuilder(entity: object, alias: string): unknown;
}
export const documents = (manager: Manager, entity: object) => manager.createQueryBuilder(entity, 'd');

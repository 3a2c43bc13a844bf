// expects: no-restricted-syntax
interface Manager {
  save(row: object): Promise<void>;
}
export const add = (manager: Manager, row: object) => manager.save(row);

export type * from './model';
export { writeBpmn } from './write-bpmn';

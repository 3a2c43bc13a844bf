import type { FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import type { Task } from './workflow-definition';

/** What there is when a task is to be completed. */
export interface Fulfilment {
  comment: boolean;
  /** Null: the form was never sent. Else the labels of its mandatory fields without a value. */
  formLacks: readonly string[] | null;
  attachment: boolean;
  document: boolean;
}

/** What a task requires and does not have; each as the property in which it would come. */
export function unmet({ name, requires }: Task, { comment, formLacks, attachment, document }: Fulfilment): FieldProblem[] {
  const needs = (property: string): FieldProblem => ({ path: [property], code: 'TASK_NEEDS', details: { task: name } });
  const lacks = (label: string): FieldProblem => ({ path: ['form'], code: 'FORM_FIELD_MANDATORY', details: { task: name, label } });
  return [
    ...(requires.comment && !comment ? [needs('comment')] : []),
    ...(requires.form ? (formLacks?.map(lacks) ?? [needs('form')]) : []),
    ...(requires.document && !document ? [needs('documents')] : []),
    ...(requires.attachment && !attachment ? [needs('attachments')] : []),
  ];
}

/** Labels of the mandatory fields of a form that have no value. */
export function lackingLabels(form: Level, texts: ReadonlyMap<string, string>): string[] {
  return form.indexers.filter(({ field, mandatory }) => mandatory && !texts.get(field.id)).map(({ field }) => field.label);
}

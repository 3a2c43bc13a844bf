export type Schema = Readonly<Record<string, unknown>>;

export const text = (maxLength: number, description?: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^(?:\\S(?:[\\s\\S]*\\S)?)?$',
  ...(description && { description }),
});
/** With or without quotes: it is read as it is written, to the last place. */
export const amount = (description: string): Schema => ({ type: ['string', 'number'], pattern: '^\\d{1,11}(\\.\\d{1,4})?$', description });
export const day = (description: string): Schema => ({ type: 'string', format: 'date', description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const listOf = (items: Schema, description?: string): Schema => ({ type: 'array', items, ...(description && { description }) });
export const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
export const thing = (required: readonly string[], properties: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  ...(description && { description }),
  properties,
});

export const id: Schema = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Given: the thing keeps this id whatever it is called. Otherwise the id follows from the path of names.',
};

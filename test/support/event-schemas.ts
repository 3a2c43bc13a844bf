import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { FILE_SCHEMA } from '#http/events/event-members';
import { dataSchema } from '#http/events/event-schemas';
import { AUDIT_ACTIONS } from '#domain/audit/audit-event';
import { EVENT_TYPES } from '#domain/audit/event-types';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uuid: UUID, int64: true } });
const validators = new Map<string, ValidateFunction>();

/** What `data` of an event has that its type's schema does not; none is allowed that is not described. */
export function dataProblems({ type, data }: { type: string; data: unknown }): string[] {
  const action = AUDIT_ACTIONS.find((each) => EVENT_TYPES[each] === type);
  if (!action) return [`${type}: no such type`];
  const validate =
    validators.get(type) ??
    ajv.compile({ ...dataSchema(action), additionalProperties: false, components: { schemas: { EventFile: FILE_SCHEMA } } });
  validators.set(type, validate);
  return validate(data) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(data)}`];
}

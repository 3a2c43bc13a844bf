const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The formats of the OpenAPI document, for ajv. */
export const FORMATS = {
  uuid: GUID,
  int64: true,
  double: true,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
  binary: true,
  'date-time': MOMENT,
  uri: true,
  email: true,
} as const;

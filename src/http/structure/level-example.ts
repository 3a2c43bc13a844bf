import type { DescribedLevel } from '#application/structure/describe-level.use-case';
import { Level } from '#domain/trees/client-structure';
import { NO_RULES, type Field } from '#domain/trees/field';
import { LevelDescription } from './level.dto';

const SUBJECT: Field = {
  code: 1,
  id: '',
  label: 'Assunto',
  type: 'text',
  ...NO_RULES,
};

const NODE = {
  code: 2,
  id: '82d2eca2-4404-8ba9-be93-3b6cc8645afc',
  parentCode: 1,
  name: 'Documentos',
  path: 'Geral > Documentos',
  retention: null,
};

/** The smallest level of the demo archive; a test compares this with what the service answers about it. */
const DOCUMENTS: DescribedLevel = {
  level: new Level(NODE, null, [{ nodeCode: NODE.code, field: SUBJECT, mandatory: true, position: 0 }]),
  clientId: 'a31aff81-c445-8c6d-8f03-1e9f2f24ef04',
  clientName: 'Outra Empresa',
  units: [{ id: '171cd2cb-7b8d-8542-bcea-2b95be1669d2', name: 'Unidade Sul' }],
  due: null,
  example: [{ listName: null, label: SUBJECT.label, text: 'Exemplo' }],
};

export const LEVEL_EXAMPLE = LevelDescription.from(DOCUMENTS);

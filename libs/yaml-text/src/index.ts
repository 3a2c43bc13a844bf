import { stringify, type ScalarTag } from 'yaml';

/** In YAML 1.1 a plain `=` is no text; `compat` does not know it. */
const VALUE: ScalarTag = { tag: 'tag:yaml.org,2002:value', default: true, test: /^=$/, identify: () => false, resolve: (text) => text };

/** Data as YAML that readers of YAML 1.1 and 1.2 take for the same. */
export const yamlText = (value: unknown): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1', customTags: [VALUE] });

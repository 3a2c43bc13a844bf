import { make } from './elements.js';
import { labelled } from './view.js';
import { t } from './text.js';

const HINTS = { Data: 'dd/mm/aaaa', Monetário: '1.234,56', CPF: '000.000.000-00', CNPJ: '00.000.000/0000-00', Numérico: '0' };

/** Inputs for the fields of a level; `choices` says what may be chosen, where the schema of the level does. */
export function fieldInputs(level, { choices = () => null, mandatory = false } = {}) {
  return level.campos.map((field) => {
    const isNeeded = mandatory && field.obrigatorio;
    const common = { required: isNeeded, 'data-label': field.label, 'data-list': field.nomeLista ?? '' };
    const options = field.tipo === 'Checkbox' ? ['Sim', 'Não'] : choices(field);
    const input = options
      ? make(
          'select',
          common,
          make('option', { value: '', textContent: '' }),
          options.map((text) => make('option', { value: text, textContent: text })),
        )
      : make('input', { ...common, placeholder: HINTS[field.tipo] ?? '', inputMode: /Num|Mone/.test(field.tipo) ? 'decimal' : 'text' });
    const name = field.nomeLista === null ? field.label : `${field.nomeLista}: ${field.label}`;
    return labelled(isNeeded ? `${name} (${t('obrigatório', 'required')})` : name, input);
  });
}

/** What was typed into them. */
export const valuesIn = (form) =>
  [...form.querySelectorAll('[data-label]')]
    .filter(({ value }) => value.trim() !== '')
    .map(({ dataset, value }) => ({ nomeLista: dataset.list, label: dataset.label, valorCampo: value.trim() }));

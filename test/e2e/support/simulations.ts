import { createHash } from 'node:crypto';
import { samplePdf, samplePng } from '#src/demo/sample-files';
import { PART } from '../../support/part';
import { IDS, invoiceValues, place, type Answer, type Api, type Call } from './api';
import { expectRefusal, VERSIONS, type Sent, type Version } from './creates';
import { NOBODY, visible } from './reading';
import { addingNothing, storingNothing } from './repeats';
import type { Service } from './service';

/** The newest create in `npm test`, and the former ones in `npm run test:all`. */
export const PLAYED = VERSIONS.filter((version) => PART === 'all' || (version === 'V3') === (PART === 'usual'));
export const describeOnce = PART === 'rest' ? describe.skip : describe;

/** Differences of a simulated create from one by `demo`. */
export interface Asked extends Pick<Call, 'headers' | 'token'> {
  api?: Api;
  at?: Record<string, string>;
  simular?: boolean | number | string;
  /** Further members of the body. */
  more?: object;
}

/** The same for a change. */
export type AskedChange = Omit<Asked, 'more'> & { document?: string };

export const PNG = samplePng(8, [1, 2, 3]);
export const PDF = samplePdf('Nota fiscal');
export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export const value = (label: string, valorCampo: string, nomeLista = '') => ({ nomeLista, label, valorCampo });
export const supplier = (label: string, valorCampo: string) => value(label, valorCampo, 'Fornecedores');
export const employee = (label: string, valorCampo: string) => value(label, valorCampo, 'Funcionários');
export const contract = (...more: object[]): Sent => ({ values: [value('Título', 'Contrato'), ...more] });

/** The same call, simulated and real: both get the same refusal; the simulation stores nothing, even temporarily. */
export async function expectRefusedAlike(service: Service, status: number, call: (simular: boolean) => Promise<Answer>): Promise<void> {
  const asked = await storingNothing(service, () => call(true));
  const real = await addingNothing(service, () => call(false));
  const [question, earnest] = [asked, real].map((answer) => {
    expectRefusal(answer, status);
    return visible(answer);
  });
  expect(question).toEqual(earnest);
}

/** Creates refused at the level Notas Fiscais: what, status, document, further members of the body. */
export function refusedCreates(version: Version): [string, number, Sent, Record<string, unknown>?][] {
  const files = [{ arquivo: '***', extensao: 'txt', nomeAmigavel: 'x', contentType: 'text/plain' }];
  return [
    ['an unknown field', 400, { values: invoiceValues('7', [value('Cor', 'azul')]) }],
    ['a field twice', 400, { values: invoiceValues('7', [value('Número', '8')]) }],
    ['an unknown box', 400, { box: 9999, values: invoiceValues() }],
    ['a box of somebody else', 400, { box: 5003, values: invoiceValues() }],
    ['a word for a box', 400, { box: 'A1', values: invoiceValues() }],
    ['a missing mandatory field', 422, { values: [value('Número', '7')] }],
    ['a word for a number', 422, { values: [value('Número', 'sete'), value('Data de Emissão', '01/01/2024')] }],
    ['a day that does not exist', 422, { values: [value('Número', '7'), value('Data de Emissão', '31/02/2024')] }],
    ['wrong check digits', 422, { values: invoiceValues('7', [value('CPF/CNPJ Fornecedor', '52998224724')]) }],
    ['several things', 422, { values: [value('Número', 'x'), value('Valor Total', 'y')] }],
    ['no Base64', 400, {}, { [version === 'V2' ? 'Arquivos' : 'arquivos']: files }],
    ['a file too large', 413, { files: [{ content: Buffer.alloc(1024 * 1024 + 1), extension: 'bin' }] }],
  ];
}

/** The same for lists: what, level, values. */
export const REFUSED_LISTS: [string, string, object[]][] = [
  ['a list without its key', IDS.contracts, [supplier('Razão Social', 'x')]],
  ['a new row that lacks a mandatory-import field', IDS.contracts, [supplier('CNPJ', '19131243000197')]],
  ['values that contradict the row', IDS.contracts, [supplier('CNPJ', '11222333000181'), supplier('Razão Social', 'Outra')]],
  ['an unknown key of a closed list', IDS.records, [employee('Matrícula', '9999'), employee('Nome', 'x')]],
];

/** Refused changes of an invoice: what, status, changes, differences of the call. */
export const REFUSED_CHANGES: [string, number, object[], AskedChange?][] = [
  ['nothing to change', 400, []],
  ['an unknown field', 400, [{ campo: 'Cor', valor: 'azul' }]],
  ['an unknown document', 400, [{ campo: 'Número', valor: '3' }], { document: NOBODY }],
  ['a document of another level', 400, [{ campo: 'Número', valor: '3' }], { at: place(IDS.contracts) }],
  ['an emptied mandatory field', 422, [{ campo: 'Número', valor: '' }]],
  ['a word for a number', 422, [{ campo: 'Número', valor: 'três' }]],
  ['a stale version', 412, [{ campo: 'Número', valor: '3' }], { headers: { 'if-match': '"0-0"' } }],
  ['somebody without a token', 401, [{ campo: 'Número', valor: '3' }], { token: null }],
];

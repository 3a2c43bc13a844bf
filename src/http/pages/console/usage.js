import { read, Refusal } from './api.js';
import { barTable, columnChart } from './charts.js';
import { byId, make } from './elements.js';
import { bytes, monthName, number, t } from './text.js';
import { attempt, button, show } from './view.js';

const MONTHS = 12;
const STORAGE_REPORT = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a03';
/** `ServiceId` of what a bill meters. */
const [STORED_DOCUMENTS, STORED_GIGABYTES] = [1, 3];

const day = (date) => `${String(date.getDate()).padStart(2, '0')}/${String(date.getMonth() + 1).padStart(2, '0')}/${date.getFullYear()}`;

/** First and last day of each of the last months, oldest first. */
function lastMonths() {
  const today = new Date();
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(today.getFullYear(), today.getMonth() - (MONTHS - 1 - index), 1);
    return { first, last: new Date(first.getFullYear(), first.getMonth() + 1, 0) };
  });
}

/** How many documents were filed, counted by the search: nothing but the counts travels. */
async function filedByMonth({ client }) {
  const points = [];
  for (const { first, last } of lastMonths()) {
    const query = {
      IdCliente: client.idCliente,
      DataCadastroInicial: day(first),
      DataCadastroFinal: day(last),
      TamanhoPagina: 1,
      BuscarQtdPaginasDocumento: true,
    };
    points.push({ name: monthName(first), value: (await read('api/Documento/Get', query)).QtdDocumentos });
  }
  return columnChart(t('Documentos cadastrados por mês', 'Documents filed by month'), points, number);
}

async function storedByLevel({ client }) {
  const rows = await read('api/Relatorios/GetDadosRelatorios', { idCliente: client.idCliente, idRelatorio: STORAGE_REPORT });
  const levels = new Map();
  for (const { Dados } of rows) {
    const cell = (name) => Dados.find(({ NomeColuna }) => NomeColuna === name).Valor;
    const name = cell('ArvoreDocumental');
    const sum = levels.get(name) ?? { name, documents: 0, files: 0, value: 0 };
    sum.documents += Number(cell('QtdDocumentos'));
    sum.files += Number(cell('QtdArquivos'));
    sum.value += Number(cell('TamanhoBytes'));
    levels.set(name, sum);
  }
  const lines = [...levels.values()]
    .sort((one, other) => other.value - one.value)
    .map(({ name, documents, files, value }) => ({ name, value, texts: [number(documents), number(files), bytes(value)] }));
  const heads = [t('Nível', 'Level'), t('Documentos', 'Documents'), t('Arquivos', 'Files'), t('Tamanho', 'Size')];
  return barTable(t('Armazenamento por nível', 'Storage by level'), lines, heads);
}

/** What was stored at the end of each month that was billed. */
async function billedByMonth({ unit, client }) {
  const [oldest] = lastMonths();
  const ids = await read('api/Billing/Get', { idUnidade: unit.idUnidade, startDate: day(oldest.first), dueDate: day(new Date()) });
  const stored = { [STORED_DOCUMENTS]: [], [STORED_GIGABYTES]: [] };
  for (const billId of ids.slice(-2 * MONTHS)) {
    const bill = await read('api/Billing/Get/Conta', { idUnidade: unit.idUnidade, billId });
    if (bill.ClientId !== client.idCliente) continue;
    for (const { ServiceId, Quantity } of bill.ServiceContracts) stored[ServiceId]?.push({ at: bill.BillDate, value: Quantity });
  }
  const points = (service) =>
    stored[service]
      .sort((one, other) => one.at.localeCompare(other.at))
      .slice(-MONTHS)
      .map(({ at, value }) => ({
        name: new Date(at).toLocaleDateString(document.documentElement.lang, { day: '2-digit', month: 'short' }),
        value,
      }));
  const charts = [
    [STORED_DOCUMENTS, t('Documentos guardados, por fatura', 'Documents stored, by bill'), number],
    [STORED_GIGABYTES, t('Armazenamento, por fatura', 'Storage, by bill'), (gigabytes) => bytes(gigabytes * 1e9)],
  ].filter(([service]) => stored[service].length > 0);
  return make(
    'div',
    {},
    charts.map(([service, title, write]) => columnChart(title, points(service), write)),
  );
}

/** Who may not see one of them sees the others. */
async function orNothing(chart) {
  try {
    return await chart;
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 401) return null;
    throw problem;
  }
}

export function showUsage(place, back) {
  show('usage-view', t('Uso', 'Usage'));
  return attempt(async () => {
    const head = make('div', { className: 'row' }, button(t('‹ Voltar', '‹ Back'), back));
    byId('usage-view').replaceChildren(head, make('p', { className: 'quiet', textContent: t('Contando…', 'Counting…') }));
    const charts = [];
    for (const chart of [filedByMonth, storedByLevel, billedByMonth]) charts.push(await orNothing(chart(place)));
    byId('usage-view').replaceChildren(head, ...charts.filter(Boolean));
  });
}

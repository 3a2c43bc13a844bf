import { base64 } from '../e2e/support/api';
import { bodyOf, PATHS } from '../e2e/support/creates';
import { revokePath, sharesPath } from '../e2e/support/reading';
import { LEVEL_NAMES, LEVELS, LISTS, listFieldId, listId, placeOf, sees, type LevelName, type User } from './archive';
import { AMOUNTS, day, DEADLINES, OPTIONS, type Names } from './names';
import type { Act, HistoryCall, Held, SentFile, SentValue, State } from './state';
import type { CreateStep, FilePick, Single, ValuePicks } from './steps';

type StepOf<Kind extends Single['kind']> = Extract<Single, { kind: Kind }>;

/** Picks of documents below it are reasonable ones. */
const LIKELY = 21;

const TAX_IDS = ['52998224725', '11222333000181', '12345678909'];

/** Makes calls of steps: here the numbers of a step become what is there when its turn comes; null where nothing is. */
export class Calls {
  constructor(
    private readonly names: Names,
    private readonly state: State,
    private readonly made: readonly HistoryCall[],
  ) {}

  of(step: Single): HistoryCall | null {
    switch (step.kind) {
      case 'create':
        return this.create(step);
      case 'change':
        return this.change(step);
      case 'add':
        return this.add(step);
      case 'remove file':
        return this.removeFile(step);
      case 'delete':
        return this.delete(step);
      case 'share':
      case 'unshare':
        return this.share(step);
      case 'add row':
        return this.addRow(step);
      case 'change row':
        return this.changeRow(step);
      case 'repeat':
        return this.repeat(step);
    }
  }

  private call(who: User, act: Act, method: string, path: string, rest: Partial<HistoryCall> = {}): HistoryCall {
    return { who, act, method, path, query: {}, key: null, ...rest };
  }

  private create(step: CreateStep): HistoryCall {
    const { who, version, box, astray, ifExists } = step;
    const level = astray || sees(who, step.level) ? step.level : (LEVEL_NAMES.find((name) => sees(who, name)) as LevelName);
    const values = this.valuesOf(level, step.values).slice(step.omits ? 1 : 0);
    const files = step.files.map((file) => ({ ...this.fileOf(file), version: null, share: version !== 'V1' && file.share }));
    const externalKey = step.externalKey === null ? null : this.names.externalKey(step.externalKey);
    const sent = {
      box,
      values: values.map(({ list, label, value }) => ({ ...(list && { nomeLista: LISTS[list].name }), label, valorCampo: value })),
      files: files.map(({ share, ...file }) => ({ ...file, ...(version !== 'V1' && { share }) })),
    };
    const body = {
      ...bodyOf(version, sent),
      ...(externalKey !== null && { [version === 'V2' ? 'ChaveExterna' : 'chaveExterna']: externalKey }),
    };
    const query = { ...placeOf(level), ...(ifExists && { seExistir: 'retornar' }) };
    const act: Act = { kind: 'create', version, level, box, values, files, externalKey, ifExists };
    return this.call(who, act, 'POST', PATHS[version], { query, body, key: this.keyOf(step.key) });
  }

  private change({ who, document, astray, fields, clears, values }: StepOf<'change'>): HistoryCall | null {
    const held = this.pick(who, document);
    if (!held) return null;
    const level = this.levelNamed(held, astray);
    const all = this.valuesOf(level, values);
    const custom = all.filter(({ list }) => list === null);
    const chosen = [...new Set(fields.map((field) => field % custom.length))].map((index) => custom[index] as SentValue);
    const listed = all.filter(({ list }) => list !== null);
    const sent = clears
      ? [...chosen, ...listed.slice(0, 1)].map((value): SentValue => ({ ...value, value: '', shown: '' }))
      : [...chosen, ...listed];
    const body = sent.map(({ list, label, value }) => ({ valor: value, campo: label, ...(list && { nomeLista: LISTS[list].name }) }));
    const query = { ...placeOf(level), idDocumento: held.id };
    return this.call(who, { kind: 'change', document: held.id, level, values: sent }, 'PUT', '/api/Documento/Put', { query, body });
  }

  private add({ who, document, mayRepeat, files: picks, key }: StepOf<'add'>): HistoryCall | null {
    const held = this.pick(who, document);
    if (!held) return null;
    const files = picks.map((file) => this.fileOf(file));
    const body = files.map(({ name, extension, content, version }) => ({
      ...{ arquivo: base64(content), nomeImagem: name, extensao: extension },
      ...(version !== null && { versao: version }),
    }));
    const path = `/api/Arquivo/${mayRepeat ? 'Upload' : 'Post'}`;
    const act: Act = { kind: 'add', document: held.id, mayRepeat, files };
    return this.call(who, act, 'POST', path, { query: { idDocumento: held.id }, body, key: this.keyOf(key) });
  }

  private removeFile({ who, document, file }: StepOf<'remove file'>): HistoryCall | null {
    const held = this.pick(who, document);
    const id = held && this.fileIds(held, [file])[0];
    if (!held || !id) return null;
    const query = { idDocumento: held.id, idArquivo: id };
    return this.call(who, { kind: 'remove file', document: held.id, file: id }, 'DELETE', '/api/Arquivo/Delete', { query });
  }

  private delete({ who, document, astray, really }: StepOf<'delete'>): HistoryCall | null {
    const held = this.pick(who, document);
    if (!held || really > 0) return null;
    const level = this.levelNamed(held, astray);
    const query = { ...placeOf(level), idDocumento: held.id };
    return this.call(who, { kind: 'delete', document: held.id, level }, 'DELETE', '/api/Documento/Delete', { query });
  }

  private share(step: StepOf<'share'> | StepOf<'unshare'>): HistoryCall | null {
    const { who } = step;
    const held = this.pick(who, step.document);
    if (!held) return null;
    const files = this.fileIds(held, step.files);
    const { idCliente } = placeOf(held.level);
    const named: Record<string, string> = files.length > 0 ? { idImagem: files.join(',') } : {};
    if (step.kind === 'unshare') {
      return this.call(who, { kind: 'unshare', document: held.id, files }, 'PATCH', revokePath(held.id, idCliente), { query: named });
    }
    const deadline = step.deadline === null ? null : (DEADLINES[step.deadline] ?? null);
    const query = { ...named, ...(deadline && { PrazoCompartilhamento: deadline[0] }) };
    return this.call(who, { kind: 'share', document: held.id, files, deadline }, 'POST', sharesPath(held.id, idCliente), { query });
  }

  private addRow({ who, list, row, name, more, idempotency }: StepOf<'add row'>): HistoryCall {
    const { key, must, more: label } = LISTS[list];
    const cells: Record<string, string> = {
      ...(row !== null && { [key]: this.names.rowKey(list, row) }),
      ...(name !== null && { [must]: this.names.rowName(name) }),
      ...(label !== null && more && { [label]: this.names.more(more) }),
    };
    if (Object.keys(cells).length === 0) cells[must] = this.names.rowName(0);
    const body = Object.entries(cells).map(([cell, valorCampo]) => ({ idCampo: listFieldId(list, cell), valorCampo }));
    const query = { idCliente: placeOf('invoices').idCliente, idLista: listId(list) };
    const rest = { query, body, key: this.keyOf(idempotency) };
    return this.call(who, { kind: 'add row', list, cells }, 'POST', '/api/AdicionarItemLista/Post', rest);
  }

  private changeRow({ who, row: pick, other, key: keyPick, name, more, empties }: StepOf<'change row'>): HistoryCall | null {
    const row = this.state.rows[pick % this.state.rows.length];
    if (!row?.id) return null;
    const list = other ? (row.list === 'staff' ? 'suppliers' : 'staff') : row.list;
    const { key, must, more: label } = LISTS[list];
    const cells: Record<string, string> = {
      ...(keyPick !== null && { [key]: this.names.rowKey(list, keyPick) }),
      ...(name !== null && { [must]: empties ? '' : this.names.rowName(name) }),
      ...(label !== null && more !== null && { [label]: this.names.more(more) }),
    };
    if (Object.keys(cells).length === 0) return null;
    const body = Object.entries(cells).map(([cell, valorCampo]) => ({ idCampo: listFieldId(list, cell), valorCampo }));
    const path = `/api/Lista/${listId(list)}/Cliente/${placeOf('invoices').idCliente}/LinhaLista/${row.id}`;
    return this.call(who, { kind: 'change row', list, row: row.id, cells }, 'PUT', path, { body });
  }

  /** Something sent before with a key: once more, or with other texts under the same key. */
  private repeat({ call: pick, altered }: StepOf<'repeat'>): HistoryCall | null {
    const keyed = this.made.filter(({ key }) => key !== null);
    const call = keyed[pick % keyed.length];
    if (!call || !altered) return call ?? null;
    const changed = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(`${this.names.prefix} `, `${this.names.prefix} x`));
    return { ...call, act: changed(call.act), body: changed(call.body) };
  }

  /** Mostly one that the user could have found. */
  private pick(who: User, document: number): Held | undefined {
    const likely = this.state.documents.filter(({ deleted, level }) => !deleted && sees(who, level));
    const among = document < LIKELY && likely.length > 0 ? likely : this.state.documents;
    return among[document % among.length];
  }

  private levelNamed({ level }: Held, astray: boolean): LevelName {
    if (!astray) return level;
    return LEVEL_NAMES.find((name) => name !== level && LEVELS[name].foreign === LEVELS[level].foreign) ?? level;
  }

  private fileIds({ files, gone }: Held, picks: readonly number[]): string[] {
    const ids = [...files.flatMap(({ id }) => id ?? []), ...gone];
    return ids.length === 0 ? [] : [...new Set(picks.map((pick) => ids[pick % ids.length] as string))];
  }

  private keyOf(pick: number | null): string | null {
    return pick === null ? null : this.names.idempotencyKey(pick);
  }

  private fileOf({ content, name, lies, version }: FilePick): SentFile {
    return {
      name: this.names.fileName(name),
      extension: lies ? 'pdf' : 'txt',
      content: this.names.content(content),
      version: version === null ? null : `v${version}`,
      share: false,
    };
  }

  private valuesOf(level: LevelName, picks: ValuePicks): SentValue[] {
    const custom = (label: string, value: string, shown: string | null = value): SentValue => ({ list: null, label, value, shown });
    const [sentDay, shownDay] = day(picks.day);
    const dated = (label: string) => (picks.impossible ? custom(label, '31/02/2024', null) : custom(label, sentDay, shownDay));
    const text = custom(LEVELS[level].text, this.names.text(picks.text));
    if (level === 'invoices') {
      const amount = picks.amount === null ? [] : [custom('Valor Total', AMOUNTS[picks.amount] as string)];
      const payer = picks.option === null ? [] : [custom('CPF/CNPJ Fornecedor', TAX_IDS[picks.option] as string)];
      return [custom('Número', this.names.number(picks.number)), dated('Data de Emissão'), text, ...amount, ...payer];
    }
    if (level === 'contracts') {
      const situation = picks.option === null ? [] : [custom('Situação', OPTIONS[picks.option] as string)];
      return [text, dated('Vigência'), ...situation, ...this.entryOf(level, picks)];
    }
    return [text, ...this.entryOf(level, picks)];
  }

  private entryOf(level: LevelName, { entry }: ValuePicks): SentValue[] {
    const { lists } = LEVELS[level];
    const list = entry && lists[entry.list % lists.length];
    if (!list) return [];
    const { key, must } = LISTS[list];
    const cell = (label: string, value: string): SentValue => ({ list, label, value, shown: value });
    return [
      ...(entry.key === null ? [] : [cell(key, this.names.rowKey(list, entry.key))]),
      ...(entry.name === null ? [] : [cell(must, this.names.rowName(entry.name))]),
    ];
  }
}

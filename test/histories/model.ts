import { createdBy } from '../e2e/support/creates';
import type { Answer } from '../e2e/support/api';
import type { SharedFile } from '../e2e/support/reading';
import { BOXES, changes, LEVELS, LISTS, reaches, sees, type User } from './archive';
import { change, missingMandatory, linkProblems, linkRows, type Rule } from './model-values';
import type { Act, Held, HeldFile, HistoryCall, SentFile, State } from './state';
import { sha256 } from './names';

/** What must become of a call: refused with one of these statuses, or done, whereupon the state follows the answer. */
type Verdict =
  | { refused: readonly number[] }
  | {
      status: number;
      text?: string;
      /** Statuses of refusals that the contract allows as well. */
      orRefused?: readonly number[];
      follow(answer: Answer): void;
    };

const brokenBy = (rules: readonly Rule[]) => rules.flatMap(([holds, ...statuses]) => (holds ? [] : statuses));

const or = (rules: readonly Rule[], done: () => Verdict): Verdict => {
  const broken = brokenBy(rules);
  return broken.length > 0 ? { refused: broken } : done();
};

const fileHeld = ({ name, extension, content, version }: SentFile, id: string | null = null, link: string | null = null): HeldFile => ({
  ...{ id, name, extension, content, version, link },
  deadline: null,
});

/** The archive as the contract tells of it, and nothing else: it knows no line of the service. */
class Model {
  constructor(
    private readonly state: State,
    private readonly who: User,
  ) {}

  decide(act: Act): Verdict {
    if (!changes(this.who)) return { refused: [401] };
    switch (act.kind) {
      case 'create':
        return this.create(act);
      case 'change':
        return this.change(act);
      case 'add':
        return this.add(act);
      case 'remove file':
        return this.removeFile(act);
      case 'delete':
        return this.delete(act);
      case 'share':
        return this.share(act);
      case 'unshare':
        return this.unshare(act);
      case 'add row':
        return this.addRow(act);
      case 'change row':
        return this.changeRow(act);
    }
  }

  private create(act: Extract<Act, { kind: 'create' }>): Verdict {
    if (!sees(this.who, act.level)) return { refused: [401] };
    const { foreign } = LEVELS[act.level];
    const holder =
      act.externalKey === null
        ? undefined
        : this.state.documents.find(
            (held) => !held.deleted && held.externalKey === act.externalKey && LEVELS[held.level].foreign === foreign,
          );
    const returns = holder && act.ifExists && sees(this.who, holder.level);
    const rules: Rule[] = [
      [act.version !== 'V3' || act.values.length + act.files.length > 0, 400],
      ...missingMandatory(act.level, act.values),
      ...linkProblems(this.state, act.values, false),
      [act.box === null || BOXES[act.box]?.foreign === foreign, 400],
      [act.version === 'V1' || act.files.every(({ extension }) => extension === 'txt'), 422],
    ];
    // Whether a call that would break rules is told of the document that is there already, is left open.
    if (returns) return { status: 200, orRefused: brokenBy(rules), follow: (answer) => this.expectFirst(answer, holder) };
    return or([...rules, [!holder, 422]], () => ({ status: 201, follow: (answer) => this.created(act, answer) }));
  }

  private created(act: Extract<Act, { kind: 'create' }>, answer: Answer): void {
    const { id, code, files } = createdBy(answer);
    const told = act.version !== 'V1';
    if (told) {
      same('files answered', files.length, act.files.length);
      files.forEach(({ link }, index) => same('link answered', link !== undefined, act.files[index]?.share));
    }
    const held: Held = {
      ...{ id, code, level: act.level, by: this.who, box: act.box, externalKey: act.externalKey },
      ...{ values: {}, rows: {}, gone: [], deleted: false },
      files: act.files.map((file, index) => fileHeld({ ...file, version: null }, files[index]?.id ?? null, files[index]?.link ?? null)),
    };
    this.freshLinks(held.files);
    change(held, act.values);
    linkRows(this.state, held, act.values);
    this.state.documents.push(held);
  }

  private expectFirst(answer: Answer, holder: Held): void {
    const { id, code } = createdBy({ ...answer, status: 201 });
    same('document of the external key', [id, code], [holder.id, holder.code]);
  }

  private change(act: Extract<Act, { kind: 'change' }>): Verdict {
    if (!sees(this.who, act.level)) return { refused: [401] };
    const held = this.find(act.document);
    if (!held || held.level !== act.level) return { refused: [400] };
    const emptied = act.values.some(
      ({ list, label, value }) => list === null && value === '' && LEVELS[act.level].mandatory.includes(label),
    );
    return or([[!emptied, 422], ...linkProblems(this.state, act.values, true)], () => ({
      status: 200,
      text: '"Registro alterado com sucesso."',
      follow: () => {
        change(held, act.values);
        linkRows(this.state, held, act.values);
      },
    }));
  }

  private add({ document, mayRepeat, files }: Extract<Act, { kind: 'add' }>): Verdict {
    const held = this.find(document);
    if (!held) return { refused: [400] };
    const sent = files.map(({ content }) => content);
    const repeats = new Set(sent).size < sent.length || held.files.some(({ content }) => sent.includes(content));
    return or([[mayRepeat || !repeats, 422]], () => ({
      status: 200,
      ...(!mayRepeat && { text: '"Ok!"' }),
      follow: ({ json }) => {
        const told = mayRepeat ? (json as { idImagem: string; nomeImagem: string }[]) : [];
        if (mayRepeat) same('names answered', told.map(({ nomeImagem }) => nomeImagem), files.map(({ name }) => name)); // prettier-ignore
        held.files.push(...files.map((file, index) => fileHeld(file, told[index]?.idImagem ?? null)));
      },
    }));
  }

  private removeFile({ document, file }: Extract<Act, { kind: 'remove file' }>): Verdict {
    const held = this.find(document);
    const index = held?.files.findIndex(({ id }) => id === file) ?? -1;
    if (!held || index < 0) return { refused: [400] };
    const follow = () => {
      this.bury(held.files.splice(index, 1));
      held.gone.push(file);
    };
    return { status: 200, text: '"Ok!"', follow };
  }

  private delete({ document, level }: Extract<Act, { kind: 'delete' }>): Verdict {
    if (!sees(this.who, level)) return { refused: [401] };
    const held = this.find(document);
    if (held?.level !== level) return { refused: [400] };
    const follow = () => {
      held.deleted = true;
      this.bury(held.files);
    };
    return { status: 200, text: '"Documento excluído com sucesso!"', follow };
  }

  /** The client stands in the path, so that the other client's user is told nothing. */
  private addressed(document: string): Held | { refused: number[] } {
    const held = this.state.documents.find(({ id }) => id === document);
    if (held && (this.who === 'outro') !== LEVELS[held.level].foreign) return { refused: [401] };
    return this.find(document) ?? { refused: [404] };
  }

  private share({ document, files, deadline }: Extract<Act, { kind: 'share' }>): Verdict {
    const held = this.addressed(document);
    if ('refused' in held) return held;
    const named = held.files.filter(({ id }) => files.length === 0 || files.includes(id as string));
    const known = files.every((file) => named.some(({ id }) => id === file));
    const rules: Rule[] = [
      [known, 400],
      [deadline?.[1] !== null, 422],
      [files.length > 0 || named.length > 0, 422],
    ];
    return or(rules, () => ({
      status: 200,
      follow: ({ json }) => {
        const shares = (json as { Arquivos: SharedFile[] }).Arquivos;
        same('files shared', shares.map(({ IdArquivo }) => IdArquivo), named.map(({ id }) => id)); // prettier-ignore
        shares.forEach(({ LinkCompartilhado, PrazoCompartilhamento }, index) => {
          const file = named[index] as HeldFile;
          same('link answered', typeof LinkCompartilhado, 'string');
          const isNew = file.link === null;
          if (!isNew) same('link when shared again', LinkCompartilhado, file.link);
          file.link = LinkCompartilhado as string;
          // Without one, that of a file that is shared already stays.
          if (deadline) file.deadline = deadline[1];
          same('deadline answered', PrazoCompartilhamento?.startsWith(file.deadline ?? '?') ?? null, file.deadline === null ? null : true);
          if (isNew) this.freshLinks([file]);
        });
      },
    }));
  }

  private unshare({ document, files }: Extract<Act, { kind: 'unshare' }>): Verdict {
    const held = this.addressed(document);
    if ('refused' in held) return held;
    const named = held.files.filter(({ id }) => files.length === 0 || files.includes(id as string));
    const known = files.every((file) => named.some(({ id }) => id === file));
    const shared = named.filter(({ link }) => link !== null);
    const rules: Rule[] = [
      [known, 400],
      [files.length === 0 ? shared.length > 0 : shared.length === named.length, 422],
    ];
    return or(rules, () => ({ status: 200, text: '"Compartilhamento removido com sucesso."', follow: () => this.bury(shared) }));
  }

  private addRow({ list, cells }: Extract<Act, { kind: 'add row' }>): Verdict {
    if (this.who === 'outro') return { refused: [401] };
    if (!reaches(this.who, list)) return { refused: [400] };
    const { key, must } = LISTS[list];
    const taken = this.state.rows.some((row) => row.list === list && row.cells[key] === cells[key]);
    const rules: Rule[] = [
      [!!cells[key] && !!cells[must], 422],
      [!taken, 422],
    ];
    return or(rules, () => ({
      status: 201,
      follow: ({ text }) => {
        const id = /^"Item adicionado: '([0-9a-f-]{36})'!"$/.exec(text)?.[1];
        same('answer of 5.5', id === undefined ? text : true, true);
        this.state.rows.push({ list, id: id as string, cells: { ...cells } });
      },
    }));
  }

  private changeRow({ list, row: rowId, cells }: Extract<Act, { kind: 'change row' }>): Verdict {
    if (this.who === 'outro') return { refused: [401] };
    const row = this.state.rows.find(({ id }) => id === rowId);
    if (!reaches(this.who, list) || row?.list !== list) return { refused: [404] };
    const { key, must } = LISTS[list];
    const taken = this.state.rows.some((other) => other !== row && other.list === list && other.cells[key] === cells[key]);
    const rules: Rule[] = [
      [cells[key] !== '' && cells[must] !== '', 422],
      [!taken, 422],
    ];
    return or(rules, () => ({
      status: 200,
      text: '"Registro alterado com sucesso."',
      follow: () => void Object.assign(row.cells, cells),
    }));
  }

  private find(document: string): Held | undefined {
    return this.state.documents.find(({ id, deleted, level }) => id === document && !deleted && sees(this.who, level));
  }

  private bury(files: readonly HeldFile[]): void {
    for (const file of files) {
      if (file.link !== null) this.state.deadLinks.push(file.link);
      file.link = file.deadline = null;
    }
  }

  private freshLinks(files: readonly HeldFile[]): void {
    for (const { link } of files)
      if (link !== null && this.state.deadLinks.includes(link)) throw new Mismatch(`a dead link lives again: ${link}`);
  }
}

/** The service did what the contract does not say. */
export class Mismatch extends Error {}

export function same(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Mismatch(`${what}:\n  answered ${a}\n  expected ${b}`);
}

export const digestOf = ({ path, query, body }: HistoryCall) => sha256(JSON.stringify([path, query, body]));

/** Follows one answered call in the state, or throws a `Mismatch`. `isTwin`: the same key is in use at the same moment. */
export function follow(state: State, call: HistoryCall, answer: Answer, isTwin = false): void {
  const slot = `${call.who} ${call.key}`;
  const receipt = call.key === null || !changes(call.who) ? undefined : state.receipts[slot];
  const says = `${answer.status} ${answer.text.slice(0, 600)}`;
  const replayed = answer.headers.get('idempotent-replayed') === 'true';
  if (isTwin && answer.status === 409) return;
  if (receipt?.digest === digestOf(call)) {
    same('repeated call', [answer.status, answer.text, replayed], [receipt.status, receipt.text, true]);
    return;
  }
  const verdict = new Model(state, call.who).decide(call.act);
  const refused = 'refused' in verdict ? [...verdict.refused, ...(receipt ? [422] : [])] : receipt ? [422] : null;
  if (replayed) throw new Mismatch(`replayed what was never answered: ${says}`);
  if (refused) {
    if (!refused.includes(answer.status)) throw new Mismatch(`expected a refusal with ${refused.join(' or ')}, got ${says}`);
    return;
  }
  if ('status' in verdict && verdict.orRefused?.includes(answer.status)) return;
  const { status, text = answer.text, follow: done } = verdict as Extract<Verdict, { status: number }>;
  if (answer.status !== status || answer.text !== text) throw new Mismatch(`expected ${status} ${text.slice(0, 80)}, got ${says}`);
  done(answer);
  if (call.key !== null) state.receipts[slot] = { digest: digestOf(call), status: answer.status, text: answer.text };
}

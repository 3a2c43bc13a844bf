import { useRef, useState, type FormEvent } from 'react';
import { filesOf, headOf } from '../../api/files';
import { forgetSigned, queryClient } from '../../api/query-client';
import { signFiles } from '../../api/signing';
import type { Client } from '../../api/structure';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { number, t } from '../../i18n';
import { Popup } from '../../ui/Popup';
import { sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { kindOf } from '../../viewers/which';
import { firstSignature, refusedOf, SignerFields } from '../sign/SignerFields';
import { Progress, Refusals, type Listed, type Refused } from './one-by-one';
import { FormActions } from '../../forms/FormActions';

interface Props {
  client: Client;
  documents: readonly Listed[];
  onClose: () => void;
  /** With the ids of those whose files are signed. */
  onDone: (signed: readonly string[]) => void;
}
async function pdfsOf(client: string, document: string): Promise<string[]> {
  const files = await queryClient.fetchQuery(filesOf(client, document));
  const heads = await Promise.all(files.map(({ id }) => queryClient.fetchQuery(headOf(client, id))));
  return files.filter((_, index) => kindOf(heads[index]!.name) === 'pdf').map(({ id }) => id);
}

/** Asks who signs, then signs the PDF files of one document after the other; what was refused stays here, with its reason. */
export default function Signing({ client, documents, onClose, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState(documents);
  const [signature, setSignature] = useState(() => firstSignature(client));
  const [first] = useState(signature);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState<number | null>(null);
  const count = left.length;
  useFocusProblem(form, problem);
  const { close } = useUnsaved(signature !== first && refused.length === 0);

  /** How many files; a text: why none. */
  const signOne = async ({ id, level }: Listed): Promise<number | string> => {
    if (!client.levels.find((each) => each.id === level)?.permissions.has('arquivo.assinar')) return t.sign.notAllowed;
    try {
      const files = await pdfsOf(client.id, id);
      if (files.length === 0) return t.sign.noPdf;
      return (await signFiles(client.id, signature.origin, signature.signer, files)).length;
    } catch (cause) {
      // So would all the others be.
      if (Object.keys(refusedOf(cause)).length > 0) throw cause;
      return sentencesOf(cause).join(' ');
    }
  };
  const signAll = async () => {
    const failed: Refused[] = [];
    const signed: string[] = [];
    let files = 0;
    try {
      for (const [index, found] of left.entries()) {
        setDone(index);
        const result = await signOne(found);
        if (typeof result === 'string') failed.push({ found, why: result });
        else signed.push(found.id);
        files += Number(result) || 0;
      }
    } catch (cause) {
      setProblem(cause);
    }
    if (files > 0) say(t.sign.done(files, number(files)));
    setRefused(failed);
    onDone(signed);
    await forgetSigned();
    setDone(null);
    if (signed.length === count) return onClose();
    setLeft(left.filter(({ id }) => !signed.includes(id)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    void signAll();
  };
  return (
    <Popup title={t.sign.several(count, number(count))} onClose={done === null ? () => close(onClose) : undefined}>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <p>{t.sign.severalText}</p>
        <Refusals title={t.sign.refused} refused={refused} />
        <SignerFields {...signature} client={client} refused={refusedOf(problem)} onChange={setSignature} />
        <Progress label={t.sign.action} done={done} count={count} />
        <FormActions submit={refused.length > 0 ? t.remove.again : t.sign.action} isBusy={done !== null} onCancel={() => close(onClose)} />
      </form>
    </Popup>
  );
}

import { useState } from 'react';
import { Button } from 'react-aria-components';
import { removeDocument } from '../../api/changes';
import { forgetDocuments } from '../../api/query-client';
import type { Client } from '../../api/structure';
import { useUnsaved } from '../../forms/unsaved';
import { number, t } from '../../i18n';
import { Popup } from '../../ui/Popup';
import { sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { noteRemoved, restoreAll } from './removed';
import { Progress, Refusals, type Listed, type Refused } from './one-by-one';

interface Props {
  client: Client;
  documents: readonly Listed[];
  onClose: () => void;
  /** With the ids of those that are gone. */
  onDone: (removed: readonly string[]) => void;
}
/** Asks once, then deletes one after the other; what was refused stays here, with its reason. */
export function Removal({ client, documents, onClose, onDone }: Props) {
  const [left, setLeft] = useState(documents);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const count = left.length;
  useUnsaved(done !== null);

  const removeOne = async (found: Listed): Promise<string | null> => {
    const level = client.levels.find(({ id }) => id === found.level);
    if (!level?.permissions.has('documento.excluir')) return t.remove.notAllowed;
    try {
      await removeDocument(client, level, found.id);
      return null;
    } catch (problem) {
      return sentencesOf(problem).join(' ');
    }
  };
  const removeAll = async () => {
    const failed: Refused[] = [];
    const gone: string[] = [];
    for (const [index, found] of left.entries()) {
      setDone(index);
      const why = await removeOne(found);
      if (why === null) gone.push(found.id);
      else failed.push({ found, why });
      noteRemoved({ client: client.id, gone, count });
    }
    noteRemoved(null);
    setRefused(failed);
    if (failed.length > 0) setLeft(failed.map(({ found }) => found));
    if (gone.length > 0)
      say(t.remove.done(gone.length, number(gone.length)), { label: t.remove.undo, run: () => void restoreAll(client.id, gone) });
    onDone(gone);
    await forgetDocuments();
    setDone(null);
    if (failed.length === 0) onClose();
  };
  return (
    <Popup title={t.remove.title(count, number(count))} role="alertdialog" onClose={done === null ? onClose : undefined}>
      <p>{t.remove.text}</p>
      <Refusals title={t.remove.refused} refused={refused} />
      <Progress label={t.remove.action} done={done} count={count} />
      <div className="dialog-actions">
        <Button className="button" isDisabled={done !== null} onPress={onClose} autoFocus>
          {t.cancel}
        </Button>
        <Button className="button danger-solid" isPending={done !== null} onPress={() => void removeAll()}>
          {refused.length > 0 ? t.remove.again : t.remove.confirm(count, number(count))}
        </Button>
      </div>
    </Popup>
  );
}

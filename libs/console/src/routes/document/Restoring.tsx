import { useState } from 'react';
import { Button } from 'react-aria-components';
import { restoreDocument } from '../../api/changes';
import type { OneDocument } from '../../api/documents';
import { forgetDocuments } from '../../api/query-client';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { complain, say } from '../../ui/Toasts';

interface Props {
  client: string;
  found: OneDocument;
  mayRestore: boolean;
}

/** Says that the document is deleted, and takes that back while its files are kept. */
export function Restoring({ client, found, mayRestore }: Props) {
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await restoreDocument(client, found.id);
      say(t.remove.undone(1, '1'));
      await forgetDocuments();
    } catch (problem) {
      complain(problem);
    }
    setBusy(false);
  };
  return (
    <div className="notice warn" role="status">
      <Icon name="trash-2" />
      <p className="grow">{mayRestore ? t.remove.isDeleted : t.remove.isDeletedOnly}</p>
      {mayRestore && (
        <Button className="button" isPending={isBusy} onPress={() => void restore()}>
          {t.remove.restore}
        </Button>
      )}
    </div>
  );
}

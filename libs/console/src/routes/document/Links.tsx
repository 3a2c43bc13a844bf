import { useState } from 'react';
import { Button } from 'react-aria-components';
import { revoke, share, type StoredFile } from '../../api/files';
import { queryClient } from '../../api/query-client';
import { day, t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { copyText } from '../../ui/copyText';
import { complain } from '../../ui/Toasts';

interface Props {
  client: string;
  document: string;
  files: readonly StoredFile[];
  mayShare: boolean;
}

/** The day that was asked for, which is the archive's, wherever the reader is. */
const lastDay = (iso: string) => day(iso.slice(0, 10).split('-').reverse().join('/'));

/** Share links of the files: who has one can read the file without an account. */
export function Links({ client, document, files, mayShare }: Props) {
  const [until, setUntil] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const change = async (id: string, work: () => Promise<unknown>) => {
    setBusy(id);
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: ['files', document] });
    } catch (problem) {
      complain(problem);
    }
    setBusy(null);
  };
  const copy = async (link: string) => {
    const field = window.document.querySelector<HTMLInputElement>(`input[value="${CSS.escape(link)}"]`);
    await copyText(link, field, t.links.copied);
  };
  if (files.length === 0) return <p className="quiet">{t.links.none}</p>;
  return (
    <div className="stack">
      {mayShare && (
        <LabelledField label={t.links.deadline}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              min={new Date().toLocaleDateString('sv')}
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          )}
        </LabelledField>
      )}
      <ul className="stack">
        {files.map((file) => (
          <li key={file.id} className="link-of">
            <span className="ellipsis file-name">{file.name}</span>
            {file.link ? (
              <>
                <input
                  className="input"
                  readOnly
                  value={file.link}
                  aria-label={t.links.of(file.name)}
                  onFocus={({ target }) => target.select()}
                />
                <div className="row">
                  <span className="quiet small grow">{file.until ? t.links.until(lastDay(file.until)) : t.links.forever}</span>
                  <Button className="button" onPress={() => void copy(file.link!).catch(complain)}>
                    <Icon name="copy" size={16} /> {t.links.copy}
                  </Button>
                  {mayShare && (
                    <Button
                      className="button danger"
                      isPending={busy === file.id}
                      onPress={() => void change(file.id, () => revoke(client, document, file.id))}
                    >
                      {t.links.revoke}
                    </Button>
                  )}
                </div>
              </>
            ) : (
              mayShare && (
                <Button
                  className="button"
                  isPending={busy === file.id}
                  onPress={() => void change(file.id, () => share(client, document, file.id, until))}
                >
                  <Icon name="link" size={16} /> {t.links.create}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

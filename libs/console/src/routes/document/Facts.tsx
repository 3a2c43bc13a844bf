import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { OneDocument } from '../../api/documents';
import { fieldKey } from '../../api/field-key';
import { removeFile, type StoredFile } from '../../api/files';
import { forgetDocuments } from '../../api/query-client';
import type { Level } from '../../api/structure';
import { day, shown, t } from '../../i18n';
import { Ask } from '../../ui/Ask';
import { FileButton } from '../../uploads/FileButton';
import { Icon } from '../../ui/Icon';
import { complain, say } from '../../ui/Toasts';

export function Facts({ found, level }: { found: OneDocument; level: Level | undefined }) {
  const fields = found.values.map(({ label, value }, index): [string, string] => {
    const field = level?.fields[index];
    return [field ? fieldKey(field) : label, shown(field?.type ?? '', value)];
  });
  const others = (
    [
      [t.document.box, found.box],
      [t.document.custody, found.custody],
      [t.document.due, day(found.due)],
    ] as [string, string][]
  ).filter(([, text]) => text !== '');
  return (
    <dl className="facts">
      {[...fields, ...others].map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text || <span className="quiet">{t.document.empty}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FilesProps {
  found: OneDocument;
  files: readonly StoredFile[];
  chosen: string | undefined;
  mayAdd: boolean;
  mayRemove: boolean;
  onChoose: (id: string) => void;
  onAdd: (files: readonly File[]) => void;
}

export function Files({ found, files, chosen, mayAdd, mayRemove, onChoose, onAdd }: FilesProps) {
  const [removing, setRemoving] = useState<StoredFile | null>(null);
  const remove = async ({ id }: StoredFile) => {
    await removeFile(found.id, id).then(() => say(t.document.removedFile), complain);
    void forgetDocuments();
  };
  return (
    <>
      <h2 className="small-head">{t.document.files}</h2>
      {files.length === 0 && <p className="quiet small">{mayAdd ? t.document.noFilesHint : t.document.noFiles}</p>}
      <ul className="files">
        {files.map((file) => (
          <li key={file.id} className="row">
            <Button className="file" aria-current={file.id === chosen ? 'true' : undefined} onPress={() => onChoose(file.id)}>
              <Icon name="file" />
              <span className="ellipsis file-name">{file.name}</span>
            </Button>
            {mayRemove && (
              <Button
                className="button ghost square"
                aria-label={`${t.document.removeFile}: ${file.name}`}
                onPress={() => setRemoving(file)}
              >
                <Icon name="trash-2" size={16} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayAdd && <FileButton label={t.document.add} take={onAdd} className="button wide" />}
      {removing && (
        <Ask
          title={t.remove.file(removing.name)}
          text={t.remove.fileText}
          choices={[{ name: t.document.removeFile, isBad: true, work: () => remove(removing) }]}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

import { Button } from 'react-aria-components';
import { bytes, number, t } from '../i18n';
import { extensionOf } from '../viewers/which';
import { useStore } from '../store';
import { Icon } from '../ui/Icon';
import { sentencesOf } from '../ui/Problem';
import { cancel, clearSent, mayBeSentAgain, sendAgain, sendAllAgain, takeAway, uploads, type Upload } from './uploads';

function stateOf({ state, share, problem, file }: Upload): string {
  if (state === 'unlike') return t.uploads.unlike(extensionOf(file.name));
  if (state === 'sending') return share < 1 ? `${Math.floor(share * 100)} %` : t.uploads.checking;
  if (state === 'refused') return sentencesOf(problem).join(' ');
  return t.uploads[state];
}

function Row({ upload }: { upload: Upload }) {
  const { id, file, document, state, share } = upload;
  const isUnderWay = state === 'waiting' || state === 'sending';
  return (
    <li className={`upload ${state}`}>
      <span className="ellipsis grow upload-name">{file.name}</span>
      <span className="quiet small">{`${bytes(file.size)} · ${t.document.title(document.code)}`}</span>
      {isUnderWay && <progress aria-label={file.name} max={1} value={share} />}
      <span className="upload-state small">{stateOf(upload)}</span>
      {(state === 'unlike' || mayBeSentAgain(upload)) && (
        <Button className="button" onPress={() => sendAgain(id)}>
          {state === 'unlike' ? t.uploads.anyway : t.uploads.again}
        </Button>
      )}
      <Button
        className="button ghost square"
        aria-label={isUnderWay ? t.uploads.cancel(file.name) : t.uploads.remove(file.name)}
        onPress={() => (isUnderWay ? cancel(id) : takeAway(id))}
      >
        <Icon name="x" size={16} />
      </Button>
    </li>
  );
}

/** Files on their way, whatever page is open. */
export function UploadTray() {
  const all = useStore(uploads);
  if (all.length === 0) return null;
  const sent = all.filter(({ state }) => state === 'sent').length;
  const failed = all.filter((each) => each.state === 'refused' && mayBeSentAgain(each)).length;
  const isAnyDone = all.some(({ state }) => state === 'sent' || state === 'cancelled');
  return (
    <section className="tray" aria-labelledby="tray-title">
      <div className="tray-head">
        <h2 id="tray-title" className="grow">
          {t.uploads.title}
          {all.length > 1 && <span className="quiet small"> {t.uploads.done(number(sent), number(all.length))}</span>}
        </h2>
        {failed > 1 && (
          <Button className="button ghost" onPress={sendAllAgain}>
            {t.uploads.againAll}
          </Button>
        )}
        {isAnyDone && (
          <Button className="button ghost" onPress={clearSent}>
            {t.uploads.clear}
          </Button>
        )}
      </div>
      <ul aria-live="polite" aria-relevant="additions">
        {all.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

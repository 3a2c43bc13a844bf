import { useRef, type ReactNode, type RefObject } from 'react';
import { Button } from 'react-aria-components';
import { download, saveReceipt } from '../api/files';
import { t } from '../i18n';
import { useShortcuts } from '../shell/keys';
import { Icon, type IconName } from '../ui/Icon';
import { complain } from '../ui/Toasts';

interface ToolProps {
  label: string;
  icon: IconName;
  onPress: () => void;
  isDisabled?: boolean;
  /** Of what it shows and hides. */
  isOpen?: boolean;
}

export function Tool({ label, icon, onPress, isDisabled = false, isOpen }: ToolProps) {
  return (
    <Button className="button ghost square" aria-label={label} aria-expanded={isOpen} isDisabled={isDisabled} onPress={onPress}>
      <Icon name={icon} />
    </Button>
  );
}

interface Props {
  client: string;
  file: string;
  name: string;
  note?: string | undefined;
  tools?: ReactNode;
  /** Between the bar and the file. */
  below?: ReactNode;
  /** At the side of the file. */
  beside?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
  box?: RefObject<HTMLDivElement | null>;
  onScroll?: () => void;
}

/** The bar above a file, and the place that scrolls. */
export function Frame({ client, file, name, note, tools, below, beside, isBusy = false, children, box, onScroll }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const place = box ?? own;
  const fill = () => void place.current?.requestFullscreen();
  useShortcuts('file', [{ keys: ['Shift F'], what: t.viewer.full, run: fill }]);
  return (
    <section className="viewer" aria-label={`${t.viewer.label}: ${name}`} aria-busy={isBusy}>
      <div className="viewer-bar" role="toolbar" aria-label={name}>
        <span className="ellipsis grow">{name}</span>
        {note && <span className="quiet small not-narrow">{note}</span>}
        {tools}
        <Tool
          label={t.viewer.receipt}
          icon="shield-check"
          onPress={() => void saveReceipt(client, file, t.viewer.receiptOf(name)).catch(complain)}
        />
        <Tool label={t.viewer.download} icon="download" onPress={() => void download(client, file).catch(complain)} />
        <Tool label={t.viewer.full} icon="maximize" onPress={fill} />
      </div>
      {below}
      <div className="viewer-body">
        {beside}
        <div ref={place} className="viewer-pages" tabIndex={0} role="group" aria-label={name} onScroll={onScroll}>
          {children}
        </div>
      </div>
    </section>
  );
}

import { t } from '../i18n';
import { EmptyState } from './EmptyState';
import { Problem } from './Problem';
import { Skeleton } from './Skeleton';

interface Props {
  isPending: boolean;
  error: unknown;
  retry: () => void;
  isPage?: boolean;
}

/** In place of a page about a client: not known yet, not read, or none within reach. */
export function NoClient({ isPending, error, retry, isPage = true }: Props) {
  if (isPending) return <Skeleton rows={12} isPage={isPage} />;
  if (error !== null) return <Problem problem={error} retry={retry} isPage={isPage} />;
  return (
    <EmptyState icon="circle-alert" isPage={isPage} title={t.documents.noReach}>
      <p className="quiet">{t.documents.noReachHint}</p>
    </EmptyState>
  );
}

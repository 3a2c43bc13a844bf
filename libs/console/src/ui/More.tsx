import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { t } from '../i18n';

type Parts = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>;

/** Asks for the next part of a list; nothing at its end. */
export function More({ of: { hasNextPage, fetchNextPage, isFetchingNextPage } }: { of: Parts }) {
  if (!hasNextPage) return null;
  return (
    <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
      {t.audit.more}
    </Button>
  );
}

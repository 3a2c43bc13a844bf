import { Button } from 'react-aria-components';
import { Refusal } from '../api/refusal';
import { t } from '../i18n';
import { EmptyState } from './EmptyState';
import { Icon } from './Icon';

/** What a refusal says: every sentence once. */
export function sentencesOf(problem: unknown): string[] {
  if (!(problem instanceof Refusal)) return [t.problems.unexpected];
  const fields = problem.fields.map(({ message }) => message);
  return problem.fields.length === 1 ? fields : [...new Set([problem.message, ...fields])];
}

/** Why a page could not be shown; trying again is offered where it may help. */
export function Problem({ problem, retry, isPage = false }: { problem: unknown; retry?: () => void; isPage?: boolean }) {
  const refusal = problem instanceof Refusal ? problem : null;
  const isDenied = refusal?.code === 'SEM_PERMISSAO';
  return (
    <EmptyState icon="circle-alert" isPage={isPage} title={isDenied ? t.problems.denied : sentencesOf(problem)[0]!}>
      {isDenied && <p className="quiet">{t.problems.deniedHint}</p>}
      {!isDenied &&
        sentencesOf(problem)
          .slice(1)
          .map((text) => <p key={text}>{text}</p>)}
      {refusal?.requestId && <p className="quiet small">{t.problems.reference(refusal.requestId)}</p>}
      {retry && (!refusal || refusal.mayPass) && (
        <Button className="button" onPress={retry}>
          {t.problems.retry}
        </Button>
      )}
    </EmptyState>
  );
}

/** Said where it happened, and to screen readers. */
export function Notice({ texts, tone = 'bad' }: { texts: readonly string[]; tone?: 'bad' | 'warn' | 'info' }) {
  return (
    <div className={`notice ${tone}`} role="alert" tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { archive, changeLevels, readArchive, type Archive, type Planned } from '../../api/archive';
import { queryClient } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import type { Client } from '../../api/structure';
import { number, t } from '../../i18n';
import { Notice, sentencesOf } from '../../ui/Problem';
import { Popup } from '../../ui/Popup';
import { Skeleton } from '../../ui/Skeleton';
import { say } from '../../ui/Toasts';
import type { Draft } from './draft';
import { sortProblems, touchedBy, type Sorted } from './plan';
import { PlanInWords } from './PlanInWords';
import { Touched } from './Touched';
import { byLabels, workflowsFor } from './tree';

interface Props {
  client: Client;
  stored: Archive;
  draft: Draft;
  onClose: () => void;
  /** From now on compares with this version. */
  onRebase: (etag: string) => void;
  /** Applied, or given up: what is stored counts. */
  onDone: () => Promise<void>;
  onProblems: (found: Sorted) => void;
}

const isStale = (problem: unknown) => problem instanceof Refusal && problem.code === 'ACERVO_ALTERADO';
const removals = (plan: readonly Planned[]) => plan.filter(({ action }) => action === 'remove').length;

/** Shows what the changes would do, as the service says, and has them done. */
export function Review({ client, stored, draft, onClose, onRebase, onDone, onProblems }: Props) {
  const [isAgreed, setAgreed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const asked = {
    client: stored.client,
    levels: byLabels(draft.levels),
    workflows: workflowsFor(stored.client, draft.levels),
    etag: draft.etag,
  };
  const { data: plan, error } = useQuery({
    queryKey: ['plan', asked],
    queryFn: () => changeLevels({ ...asked, isDryRun: true, mayRemove: true }),
    // Asked once for each opening, however often the window is left.
    gcTime: 0,
    staleTime: Infinity,
    enabled: !isBusy,
  });
  const problem = refused ?? error;
  useEffect(() => {
    if (problem instanceof Refusal && problem.fields.length > 0) onProblems(sortProblems(problem.fields, draft.levels));
    // What is found belongs to this problem.
  }, [problem]); // eslint-disable-line react-hooks/exhaustive-deps
  const gone = removals(plan ?? []);
  const apply = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await changeLevels({ ...asked, isDryRun: false, mayRemove: gone > 0 });
      say(t.levels.applied);
      await onDone();
      await Promise.all([['structure'], ['choices'], ['documents']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    } catch (found) {
      setRefused(found);
      setBusy(false);
    }
  };
  const compare = async () => {
    setRefused(null);
    try {
      const now = await readArchive(client.id);
      queryClient.setQueryData(archive(client.id).queryKey, now);
      onRebase(now.etag);
    } catch (found) {
      setRefused(found);
    }
  };
  return (
    <Popup title={t.levels.plan} onClose={isBusy ? undefined : onClose}>
      {problem ? (
        <Notice texts={isStale(problem) ? [t.levels.stale] : sentencesOf(problem)} />
      ) : !plan ? (
        <Skeleton rows={4} />
      ) : plan.length === 0 ? (
        <p>{t.form.unchanged}</p>
      ) : (
        <div className="plan" tabIndex={0} role="group" aria-label={t.levels.plan}>
          <PlanInWords plan={plan} client={stored.client.name} />
          <Touched client={client} levels={touchedBy(plan, stored.client.name, stored.client.levels ?? [], draft.levels)} />
        </div>
      )}
      {plan && !problem && gone > 0 && (
        <label className="row">
          <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
          {t.levels.agree(gone, number(gone))}
        </label>
      )}
      <div className="dialog-actions">
        <Button className="button" isDisabled={isBusy} onPress={onClose}>
          {t.cancel}
        </Button>
        {isStale(problem) ? (
          <>
            <Button className="button" onPress={() => void onDone()}>
              {t.levels.readAgain}
            </Button>
            <Button className="button primary" onPress={() => void compare()}>
              {t.levels.compare}
            </Button>
          </>
        ) : (
          plan &&
          plan.length > 0 && (
            <Button
              className="button primary"
              isPending={isBusy}
              isDisabled={Boolean(problem) || (gone > 0 && !isAgreed)}
              onPress={() => void apply()}
            >
              {t.levels.apply}
            </Button>
          )
        )}
      </div>
    </Popup>
  );
}

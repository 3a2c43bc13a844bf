import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { queryClient } from '../../api/query-client';
import type { Client } from '../../api/structure';
import { deliveries, replayEvents, type Webhook } from '../../api/webhooks';
import { momentOf, number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice, sentencesOf } from '../../ui/Problem';
import { TableInParts } from '../../ui/TableInParts';
import { say } from '../../ui/Toasts';
import { Result } from './Result';
import { FormActions } from '../../forms/FormActions';

interface ReplayProps {
  client: Client;
  webhook: Webhook;
  /** The event that is asked for, if one is. */
  position: number | null;
  onClose: () => void;
}

function Replay({ client, webhook, position, onClose }: ReplayProps) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      const count = await replayEvents(client.id, webhook.id, Number(sent.get('from')), Number(sent.get('to')));
      say(t.webhooks.replayed(count, number(count)));
      await queryClient.invalidateQueries({ queryKey: ['deliveries', webhook.id] });
      onClose();
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <Popup title={t.webhooks.replay} onClose={isBusy ? undefined : onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        {problem !== null && <Notice texts={sentencesOf(problem)} />}
        <p>{t.webhooks.replayHint}</p>
        <div className="inputs">
          {(
            [
              ['from', t.webhooks.first],
              ['to', t.webhooks.last],
            ] as const
          ).map(([name, label]) => (
            <LabelledField key={name} label={label}>
              {(control) => (
                <input {...control} className="input" name={name} type="number" min={1} required defaultValue={position ?? undefined} />
              )}
            </LabelledField>
          ))}
        </div>
        <FormActions submit={t.webhooks.replay} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Popup>
  );
}

/** What was sent, newest first. */
export function Log({ client, webhook }: { client: Client; webhook: Webhook }) {
  const parts = useInfiniteQuery(deliveries(client.id, webhook.id));
  const { refetch, isRefetching } = parts;
  const [replaying, setReplaying] = useState<{ position: number | null } | null>(null);
  return (
    <>
      <div className="page-head">
        <h2 className="small-head grow">{t.webhooks.log}</h2>
        <Button className="button" onPress={() => setReplaying({ position: null })}>
          {t.webhooks.replay}
        </Button>
        <Button className="button" isPending={isRefetching} onPress={() => void refetch()}>
          <Icon name="rotate-cw" size={16} /> {t.webhooks.refresh}
        </Button>
      </div>
      <TableInParts
        label={t.webhooks.log}
        of={parts}
        rowsOf={(part) => part.found}
        heads={[t.audit.when, { numeric: t.webhooks.position }, t.webhooks.result, { numeric: t.webhooks.attempt }, null]}
        empty={
          <EmptyState icon="webhook" title={t.webhooks.nothingSent}>
            <p className="quiet">{t.webhooks.nothingSentHint}</p>
          </EmptyState>
        }
      >
        {(delivery) => (
          <tr key={`${delivery.position} ${delivery.attempt} ${delivery.at}`}>
            <td className="nowrap">{momentOf(delivery.at)}</td>
            <td className="numeric">{number(delivery.position)}</td>
            <td>
              <Result outcome={delivery} />
              {delivery.isReplay && <span className="quiet small"> {t.webhooks.again}</span>}
              {delivery.isGivenUp && <span className="quiet small"> {t.webhooks.givenUp}</span>}
            </td>
            <td className="numeric">{number(delivery.attempt)}</td>
            <td className="numeric">
              <Button
                className="button ghost square"
                aria-label={t.webhooks.replayOne(number(delivery.position))}
                onPress={() => setReplaying({ position: delivery.position })}
              >
                <Icon name="rotate-cw" size={16} />
              </Button>
            </td>
          </tr>
        )}
      </TableInParts>
      {replaying && <Replay client={client} webhook={webhook} position={replaying.position} onClose={() => setReplaying(null)} />}
    </>
  );
}

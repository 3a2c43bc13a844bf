import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation } from 'wouter';
import { userNames } from '../../api/audit';
import { queryClient } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import type { Client } from '../../api/structure';
import { isActive, removeWebhook, replaceSecret, resumeWebhook, testWebhook, type Outcome, type Webhook } from '../../api/webhooks';
import { momentOf, number, t } from '../../i18n';
import { Ask } from '../../ui/Ask';
import { Icon } from '../../ui/Icon';
import { complain, say } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { Log } from './Log';
import { Result } from './Result';
import { SecretShown } from './SecretShown';
import { State } from './State';
import { WebhookForm } from './WebhookForm';
import { wordOf } from './words';

function Facts({ client, webhook, end }: { client: Client; webhook: Webhook; end: number }) {
  const { data: names } = useQuery(userNames(client.id));
  const facts: [string, string][] = [
    [t.webhooks.url, webhook.url],
    [t.webhooks.types, webhook.types.map(wordOf).join(', ') || t.webhooks.allTypes],
    [t.webhooks.level, client.levels.find(({ id }) => id === webhook.level)?.path ?? webhook.level ?? t.webhooks.allLevels],
    [t.webhooks.waiting, number(Math.max(0, end - webhook.reached))],
    ...(webhook.failures > 0 ? [[t.webhooks.failures, number(webhook.failures)] as [string, string]] : []),
    ...(webhook.failingSince ? [[t.webhooks.failingSince, momentOf(webhook.failingSince)] as [string, string]] : []),
    ...(webhook.nextTry ? [[t.webhooks.nextTry, momentOf(webhook.nextTry)] as [string, string]] : []),
    ...(webhook.reason ? [[t.webhooks.reason, t.webhooks.reasons[webhook.reason] ?? webhook.reason] as [string, string]] : []),
    [t.webhooks.author, names?.get(webhook.author) ?? webhook.author],
  ];
  return (
    <dl className="facts card">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Asking = 'change' | 'remove' | 'resume' | 'secret' | 'force';

export function OneWebhook({ client, webhook, end }: { client: Client; webhook: Webhook; end: number }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<Outcome | null>(null);
  const [secret, setSecret] = useState<{ secret: string; until: string } | null>(null);
  const name = webhook.description || webhook.url;
  const list = `/webhooks?${placeSearch(client.id)}`;
  useTitle(name);
  const changed = () => queryClient.invalidateQueries({ queryKey: ['webhooks', client.id] });
  const test = async () => {
    setTesting(true);
    setTested(await testWebhook(client.id, webhook.id).catch((problem: unknown) => (complain(problem), null)));
    setTesting(false);
  };
  const replace = async (force: boolean) => {
    try {
      setSecret(await replaceSecret(client.id, webhook.id, force));
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.code !== 'SEGREDO_EM_SOBREPOSICAO') throw problem;
      // An older one still signs along: that is asked about.
      setTimeout(() => setAsking('force'));
    }
  };
  const resume = async (mode: 'continuar' | 'pular') => {
    await resumeWebhook(client.id, webhook.id, mode);
    await changed();
    say(t.webhooks.resumed);
  };
  const remove = async () => {
    await removeWebhook(client.id, webhook.id);
    say(t.webhooks.removed);
    navigate(list, { replace: true });
    await changed();
  };
  const close = () => setAsking(null);
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head wrap">
        <div className="grow">
          <p className="crumbs">
            <Link href={list}>{t.webhooks.title}</Link>
          </p>
          <h1 id="title">
            <span className="ellipsis">{name}</span> <State webhook={webhook} />
          </h1>
        </div>
        {!isActive(webhook) && (
          <Button className="button primary" onPress={() => setAsking('resume')}>
            {t.webhooks.resume}
          </Button>
        )}
        <Button className="button" isPending={isTesting} onPress={() => void test()}>
          {t.webhooks.test}
        </Button>
        <Button className="button" onPress={() => setAsking('secret')}>
          {t.webhooks.replaceSecret}
        </Button>
        <Button className="button" onPress={() => setAsking('change')}>
          <Icon name="pen-line" size={16} /> {t.document.edit}
        </Button>
        <Button className="button danger" onPress={() => setAsking('remove')}>
          <Icon name="trash-2" size={16} /> {t.remove.action}
        </Button>
      </div>
      {tested && (
        <p role="status">
          {t.webhooks.tested} <Result outcome={tested} />
        </p>
      )}
      <Facts client={client} webhook={webhook} end={end} />
      <Log client={client} webhook={webhook} />
      {asking === 'change' && <WebhookForm client={client} webhook={webhook} onClose={close} />}
      {asking === 'resume' && (
        <Ask
          title={t.webhooks.resume}
          text={t.webhooks.resumeText}
          choices={[
            { name: t.webhooks.skip, work: () => resume('pular') },
            { name: t.webhooks.goOn, work: () => resume('continuar') },
          ]}
          onClose={close}
        />
      )}
      {(asking === 'secret' || asking === 'force') && (
        <Ask
          key={asking}
          title={t.webhooks.replaceSecret}
          text={asking === 'force' ? t.webhooks.forceText : t.webhooks.secretText}
          choices={[{ name: t.webhooks.replaceSecret, isBad: asking === 'force', work: () => replace(asking === 'force') }]}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <Ask
          title={t.webhooks.remove}
          text={t.webhooks.removeText}
          choices={[{ name: t.webhooks.removeIt, isBad: true, work: remove }]}
          onClose={close}
        />
      )}
      {secret && (
        <SecretShown secret={secret.secret} note={t.webhooks.secretUntil(momentOf(secret.until))} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}

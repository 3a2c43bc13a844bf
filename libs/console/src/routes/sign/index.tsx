import { useQueries } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { Link, useSearchParams } from 'wouter';
import { headOf } from '../../api/files';
import { forgetSigned } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import { signFiles, type Signed } from '../../api/signing';
import { useClient, type Client } from '../../api/structure';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { NoClient } from '../../ui/NoClient';
import { Notice, sentencesOf } from '../../ui/Problem';
import { useTitle } from '../../ui/useTitle';
import { kindOf } from '../../viewers/which';
import { Card } from './Card';
import { Result } from './Result';
import { controlOf, firstSignature, refusedOf, SignerFields } from './SignerFields';

function Form({
  client,
  ids,
  back,
  onSigned,
}: {
  client: Client;
  ids: readonly string[];
  back: string;
  onSigned: (signed: Signed[]) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const heads = useQueries({ queries: ids.map((id) => headOf(client.id, id)) });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [signature, setSignature] = useState(() => firstSignature(client));
  const [first] = useState(signature);
  const [failed, setFailed] = useState<{ problem: unknown; sent: readonly string[] }>({ problem: null, sent: [] });
  const [isBusy, setBusy] = useState(false);
  useFocusProblem(form, failed.problem);
  const { saved } = useUnsaved(signature !== first);
  const files = ids.map((id, index) => ({ id, head: heads[index]?.data, error: heads[index]?.error }));
  const chosen = files.filter(({ id, head }) => head && kindOf(head.name) === 'pdf' && !left.has(id));
  const errors: Partial<Record<string, string>> = {};
  const above: string[] = [];
  const problems = failed.problem instanceof Refusal ? failed.problem.fields : [];
  for (const { field, message } of problems) {
    const [, index] = /^arquivos\[(\d+)\]/.exec(field) ?? [];
    const at = failed.sent[Number(index)];
    if (at !== undefined) errors[at] = [errors[at], message].filter(Boolean).join(' ');
    else if (!controlOf(field)) above.push(message);
  }
  if (failed.problem !== null && problems.length === 0) above.push(...sentencesOf(failed.problem));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = chosen.map(({ id }) => id);
    setBusy(true);
    setFailed({ problem: null, sent });
    try {
      const signed = await signFiles(client.id, signature.origin, signature.signer, sent);
      await forgetSigned();
      saved();
      onSigned(signed);
    } catch (problem) {
      setFailed({ problem, sent });
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="sign" noValidate onSubmit={(event) => void submit(event)}>
      <div className="card stack">
        {above.length > 0 && <Notice texts={above} />}
        <fieldset className="stack">
          <legend>{t.sign.files}</legend>
          {files.map(({ id, head, error }) => {
            const isPdf = head && kindOf(head.name) === 'pdf';
            const problem = errors[id] ?? (error ? sentencesOf(error).join(' ') : head && !isPdf ? t.sign.onlyPdf : undefined);
            return (
              <div key={id}>
                <label className="row">
                  <input
                    type="checkbox"
                    checked={Boolean(isPdf) && !left.has(id)}
                    disabled={!isPdf}
                    aria-invalid={errors[id] ? true : undefined}
                    aria-describedby={problem && `problem-${id}`}
                    onChange={({ target }) => setLeft(new Set(target.checked ? [...left].filter((each) => each !== id) : [...left, id]))}
                  />
                  {head?.name ?? '…'}
                </label>
                {problem && (
                  <span className="field-error" id={`problem-${id}`}>
                    {problem}
                  </span>
                )}
              </div>
            );
          })}
        </fieldset>
        <SignerFields {...signature} client={client} refused={refusedOf(failed.problem)} onChange={setSignature} />
        <div className="form-actions">
          <Link className="button" href={back}>
            {t.cancel}
          </Link>
          <Button className="button primary" type="submit" isPending={isBusy} isDisabled={chosen.length === 0}>
            {t.sign.sign(chosen.length, number(chosen.length))}
          </Button>
        </div>
      </div>
      <Card origin={client.origins.find(({ id }) => id === signature.origin)?.message ?? ''} signer={signature.signer} />
    </form>
  );
}

function Signing({ client }: { client: Client }) {
  const [search] = useSearchParams();
  const [signed, setSigned] = useState<readonly Signed[] | null>(null);
  const ids = [...new Set((search.get('arquivos') ?? '').split(',').filter(Boolean))];
  const code = search.get('documento');
  const back = code ? `/documentos/${client.id}/${code}` : `/documentos?cliente=${client.id}`;
  const may = client.levels.some(({ permissions }) => permissions.has('arquivo.assinar'));
  if (!may) return <EmptyState icon="circle-alert" title={t.problems.denied} />;
  if (ids.length === 0) return <EmptyState icon="file" title={t.sign.noFiles} />;
  if (client.origins.length === 0) return <EmptyState icon="circle-alert" title={t.sign.noOrigins} />;
  if (signed) return <Result client={client.id} signed={signed} back={back} />;
  return <Form client={client} ids={ids} back={back} onSigned={setSigned} />;
}

export default function Sign() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  useTitle(t.sign.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.sign.title}</h1>
      {client ? <Signing client={client} /> : <NoClient {...looking} isPage={false} />}
    </section>
  );
}

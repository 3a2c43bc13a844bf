import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useSearchParams } from 'wouter';
import { checkDocument, createDocument, filled } from '../../api/changes';
import { forgetDocuments } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import { useClient, type Client, type Level } from '../../api/structure';
import { Inputs } from '../../forms/Inputs';
import { sortProblems, type Sorted } from '../../forms/problems';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { bytes, t } from '../../i18n';
import { useDropTarget } from '../../uploads/DropZone';
import { looksAsNamed } from '../../uploads/content';
import { FileButton } from '../../uploads/FileButton';
import { upload } from '../../uploads/uploads';
import { Ask } from '../../ui/Ask';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { NoClient } from '../../ui/NoClient';
import { Notice, sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { extensionOf } from '../../viewers/which';
import { placeSearch } from '../documents/search';
import { carriedFiles } from './carried';
import { draftOf, dropDraft, keepDraft } from './draft';

const CHECK_MS = 400;
const NOTHING: Sorted = { byField: {}, above: [] };

/** The service's own complaints about what was typed so far, shortly after the last change; only about fields that were touched. */
function useCheck(
  place: { client: string; unit: string; level: string },
  level: Level,
  values: Record<string, string>,
  touched: ReadonlySet<string>,
) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const { client, unit } = place;
  useEffect(() => {
    if (touched.size === 0) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      checkDocument({ client, unit, level: level.id }, level.fields, values, controller.signal)
        .then(() => setFound({}))
        .catch((problem: unknown) => {
          if (controller.signal.aborted || !(problem instanceof Refusal)) return;
          const { byField } = sortProblems(problem.fields, filled(level.fields, values), level.fields);
          setFound(Object.fromEntries(Object.entries(byField).filter(([key]) => touched.has(key) && values[key])));
        });
    }, CHECK_MS);
    return () => (clearTimeout(timer), controller.abort());
  }, [client, unit, level, values, touched]);
  return found;
}

/** Files whose content is not what their names say. */
function useUnlike(files: readonly File[]): ReadonlySet<File> {
  const [unlike, setUnlike] = useState<ReadonlySet<File>>(new Set());
  useEffect(() => {
    let isOff = false;
    void Promise.all(files.map(async (file) => ((await looksAsNamed(file).catch(() => true)) ? [] : [file]))).then(
      (found) => isOff || setUnlike(new Set(found.flat())),
    );
    return () => void (isOff = true);
  }, [files]);
  return unlike;
}

function FileList({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  const unlike = useUnlike(files);
  return (
    <fieldset className="stack">
      <legend>{t.form.files}</legend>
      <p className="quiet small">{t.form.filesHint}</p>
      <ul className="files">
        {files.map((file, index) => (
          <li key={`${file.name}-${index}`} className="file">
            <Icon name="file" />
            <span className="ellipsis grow">{file.name}</span>
            <span className="quiet small">{bytes(file.size)}</span>
            {unlike.has(file) && <span className="field-error">{t.uploads.unlike(extensionOf(file.name))}</span>}
            <Button
              className="button ghost square"
              aria-label={t.form.takeAway(file.name)}
              onPress={() => onChange(files.filter((each) => each !== file))}
            >
              <Icon name="x" size={16} />
            </Button>
          </li>
        ))}
      </ul>
      <FileButton label={t.form.chooseFiles} take={(more) => onChange([...files, ...more])} />
    </fieldset>
  );
}

interface FormProps {
  client: Client;
  level: Level;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
}

function CreateForm({ client, level, files, onFiles }: FormProps) {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => draftOf(level.id));
  const [isRestored, setRestored] = useState(() => Object.keys(draftOf(level.id)).length > 0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [unit, setUnit] = useState(client.units[0]!.id);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const place = { client: client.id, unit, level: level.id };
  const checked = useCheck(place, level, values, touched);
  useFocusProblem(form, refused === NOTHING ? null : refused);
  // Values are kept as a draft; files cannot be.
  const { saved } = useUnsaved(files.length > 0);

  const change = (key: string, value: string) => {
    const next = { ...values, [key]: value };
    keepDraft(level.id, next);
    setValues(next);
    setTouched(new Set([...touched, key]));
    const { [key]: _, ...others } = refused.byField;
    if (_) setRefused({ byField: others, above: [] });
  };
  const discard = () => {
    dropDraft(level.id);
    setValues({});
    setTouched(new Set());
    setRestored(false);
    return Promise.resolve();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { idDocumento, codigoDocumento } = await createDocument(place, level.fields, values);
      dropDraft(level.id);
      const code = String(codigoDocumento);
      say(t.form.created(code));
      if (files.length > 0) upload({ id: idDocumento, code }, files);
      void forgetDocuments();
      saved();
      navigate(`/documentos/${client.id}/${code}`, { replace: true });
    } catch (problem) {
      setBusy(false);
      const sorted = sortProblems(problem instanceof Refusal ? problem.fields : [], filled(level.fields, values), level.fields);
      const isPlaced = Object.keys(sorted.byField).length > 0 || sorted.above.length > 0;
      setRefused(isPlaced ? sorted : { byField: {}, above: sentencesOf(problem) });
    }
  };
  return (
    // The service says what is missing, together with everything else.
    <form ref={form} className="stack card" id="create" noValidate onSubmit={(event) => void submit(event)}>
      {refused.above.length > 0 && <Notice texts={refused.above} />}
      {isRestored && (
        <p className="notice info">
          <span className="grow">{t.form.unsaved}</span>
          <Button className="button ghost" onPress={() => (touched.size > 0 ? setAsking(true) : void discard())}>
            {t.form.discard}
          </Button>
        </p>
      )}
      {client.units.length > 1 && (
        <LabelledField label={t.form.unit}>
          {(control) => (
            <select {...control} className="input" value={unit} onChange={({ target }) => setUnit(target.value)}>
              {client.units.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <Inputs level={level} values={values} errors={{ ...checked, ...refused.byField }} onChange={change} />
      {level.permissions.has('arquivo.incluir') && <FileList files={files} onChange={onFiles} />}
      <div className="form-actions">
        <Link className="button" href={`/documentos?${placeSearch(client.id, level.id)}`}>
          {t.cancel}
        </Link>
        <Button className="button primary" type="submit" isPending={isBusy}>
          {t.form.create}
        </Button>
      </div>
      {isAsking && (
        <Ask
          title={t.form.discardTitle}
          text={t.form.discardText}
          choices={[{ name: t.form.discard, isBad: true, work: discard }]}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

export default function NewDocument() {
  const [search, setSearch] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const [files, setFiles] = useState<readonly File[]>(carriedFiles);
  const levels = client?.levels.filter(({ fields, permissions }) => fields.length > 0 && permissions.has('documento.incluir')) ?? [];
  const level = levels.find(({ id }) => id === search.get('nivel'));
  useTitle(t.documents.create);
  useDropTarget({ text: t.uploads.dropNew(level?.name ?? t.appName), take: (more) => setFiles([...files, ...more]) });
  if (!client) return <NoClient {...looking} />;
  if (levels.length === 0) return <EmptyState icon="circle-alert" isPage title={t.form.noLevels} />;
  return (
    <section className="page narrow-page" aria-labelledby="title">
      <div className="page-head">
        <h1 id="title">{t.documents.create}</h1>
      </div>
      <LabelledField label={t.form.level}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={level?.id ?? ''}
            onChange={({ target }) => setSearch((now) => (now.set('nivel', target.value), now), { replace: true })}
          >
            {!level && <option value="">{t.form.chooseLevel}</option>}
            {levels.map(({ id, path }) => (
              <option key={id} value={id}>
                {path.replaceAll(' > ', ' / ')}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      {level && <CreateForm key={level.id} client={client} level={level} files={files} onFiles={setFiles} />}
    </section>
  );
}

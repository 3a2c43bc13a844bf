import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import type { Excerpt } from '../../api/documents';
import { longestWords } from '../../api/limits';
import type { Client } from '../../api/structure';
import { number, t } from '../../i18n';
import { Icon } from '../../ui/Icon';

/** Asks for words in the text of files, where the service reads it and the person may. */
export function Words({ client, words, put }: { client: Client; words: string | undefined; put: (values: readonly string[]) => void }) {
  const mayRead = client.levels.some(({ permissions }) => permissions.has('arquivo.consultar'));
  const { data: longest = 0 } = useQuery({ ...longestWords(), enabled: mayRead });
  const [shown, setShown] = useState(words);
  const [typed, setTyped] = useState(words ?? '');
  if (shown !== words) {
    setShown(words);
    setTyped(words ?? '');
  }
  if (longest === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    put(typed.trim() === '' ? [] : [typed.trim()]);
  };
  return (
    <form className="row words-box" role="search" onSubmit={submit}>
      <input
        className="input"
        name="words"
        type="search"
        aria-label={t.documents.inFiles}
        placeholder={t.documents.inFiles}
        title={t.documents.inFilesHint}
        maxLength={longest}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button className="button square" type="submit" aria-label={t.documents.findInFiles}>
        <Icon name="search" size={16} />
      </Button>
    </form>
  );
}

/** A piece of a file's text, its found words marked: the service puts them into brackets. */
export function Marked({ text }: { text: string }) {
  return centred(text)
    .split(/\[([^[\]]*)\]/)
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

const AHEAD = 24;

/** The found words stand in sight, whatever is before them. */
function centred(text: string): string {
  const at = text.indexOf('[');
  if (at <= AHEAD) return text;
  const start = text.indexOf(' ', at - AHEAD);
  return `…${text.slice(start >= 0 && start < at ? start + 1 : at)}`;
}

/** The words that were found, as the file has them. */
export const foundWords = ({ text }: Excerpt) => /\[([^[\]]*)\]/.exec(text)?.[1] ?? '';

export const excerptOf = ({ excerpts }: { excerpts: readonly Excerpt[] }) => excerpts[0];

/** Not everything can be found yet. */
export function Pending({ files }: { files: number }) {
  if (files === 0) return null;
  return (
    <p className="quiet small" role="status">
      {t.documents.pending(files, number(files))}
    </p>
  );
}

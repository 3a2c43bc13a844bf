import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { FoundTexts } from '#application/ports/document-search';
import { Settings } from '#application/support/settings';
import type { Scope } from '#domain/access/scope';
import { highlightsIn, wordPattern } from '#domain/documents/highlights';
import { readTextQuery, TEXT_LIMITS, type TextWord } from '#domain/documents/text-query';
import type { FieldProblem } from '#domain/errors';

export interface Highlight {
  fileId: string;
  page: number;
  text: string;
}

/** What is asked of the text of files, and who may read these: whoever may see documents need not. */
export interface AskedText {
  words: readonly TextWord[];
  scope: Scope;
}

/** Documents of a page of which there are highlights, and how many of each. */
export const MOST_HIGHLIGHTED = 50;
export const HIGHLIGHTS_OF_ONE = 3;

/** The part of a typed search that is about the text of files. */
@Injectable()
export class TextSearch {
  constructor(
    private readonly texts: FoundTexts,
    private readonly access: AccessPolicy,
    private readonly settings: Settings,
  ) {}

  read(text: string, problems: FieldProblem[], refused: FieldProblem[]): readonly TextWord[] | null {
    if (!this.settings.readFiles) refused.push({ path: ['text'], code: 'TEXT_NOT_CONFIGURED' });
    const words = readTextQuery(text);
    if (typeof words !== 'string') return words;
    const path = ['text'];
    if (words === 'phrase') problems.push({ path, code: 'PHRASE_UNSUPPORTED' });
    else if (words === 'terms') problems.push({ path, code: 'FILTER_TOO_LARGE', details: { of: 'terms', max: TEXT_LIMITS.terms } });
    else problems.push({ path, code: 'FORMAT', details: { type: 'text-words' } });
    return null;
  }

  /** Nobody finds by its words what he may not read. */
  scopeOf({ actor, clientId }: Scope): Promise<Scope> {
    return this.access.require(actor, 'file:view', { clientId });
  }

  pending({ scope }: AskedText): Promise<number | null> {
    return this.texts.pending(scope);
  }

  /** Of these documents, by their codes. */
  async highlights({ scope, words }: AskedText, codes: readonly number[]): Promise<ReadonlyMap<number, readonly Highlight[]>> {
    const [found, pattern] = [new Map<number, Highlight[]>(), wordPattern(words)];
    if (!pattern) return found;
    for (const { code, fileId, firstPage, pages } of await this.texts.of(scope, codes.slice(0, MOST_HIGHLIGHTED), words)) {
      const highlights = found.get(code) ?? [];
      found.set(code, highlights);
      if (highlights.length === HIGHLIGHTS_OF_ONE) continue;
      for (const [index, page] of (await pages()).entries())
        for (const text of highlightsIn(page, pattern, HIGHLIGHTS_OF_ONE - highlights.length))
          highlights.push({ fileId, page: firstPage + index, text });
      // Looking through a long text takes milliseconds: others have their turn.
      await turn();
    }
    return found;
  }
}

import type { Task } from './workflow-definition';

/** What a diagram says beside names, in the language of its readers. */
export interface DiagramWords {
  /** Who does it, until when, and what it takes. */
  task(task: Task): string;
  group(group: 'all' | 'one'): string;
  /** When so many percent have done it. */
  consensus(percent: number): string;
  /** That whoever completes the step chooses this way on. */
  choice(targetId: string): string;
}

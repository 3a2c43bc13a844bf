import type { Task } from './workflow-definition';

/** Translated texts of a diagram. */
export interface DiagramWords {
  /** Who does it, until when, and what it takes. */
  task(task: Task): string;
  group(group: 'all' | 'one'): string;
  /** When so many percent have done it. */
  consensus(percent: number): string;
  /** The user who completes the step chooses this exit. */
  choice(targetId: string): string;
}

import { foldName } from './names';

/** A place in the JSON on the way to a file member. */
export interface PathNode {
  readonly members: Map<string, PathNode>;
  elements: PathNode | undefined;
  isFile: boolean;
}

/**
 * Compiles patterns such as `arquivos[*].arquivo` or `[*].arquivo` into one tree.
 * @throws TypeError for a text that is not a pattern
 */
export function compilePaths(patterns: readonly string[]): PathNode {
  const root = emptyNode();
  for (const pattern of patterns) {
    const steps = /^(\[\*\]|[^.[\]]+)(\[\*\]|\.[^.[\]]+)*$/.test(pattern) && pattern.match(/\[\*\]|[^.[\]]+/g);
    if (!steps) throw new TypeError(`Not a path of a file member: ${JSON.stringify(pattern)}`);
    steps.reduce(childOf, root).isFile = true;
  }
  return root;
}

function childOf(node: PathNode, step: string): PathNode {
  if (step === '[*]') return (node.elements ??= emptyNode());
  const name = foldName(step);
  const child = node.members.get(name) ?? emptyNode();
  node.members.set(name, child);
  return child;
}

function emptyNode(): PathNode {
  return { members: new Map(), elements: undefined, isFile: false };
}

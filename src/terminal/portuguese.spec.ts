import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { inPortuguese } from './portuguese';

const SRC = join(__dirname, '..');
/** Where sentences for operators are written, in English alone. */
const FOLDERS = [
  'domain/provisioning',
  'domain/workflows',
  'application/provisioning',
  'application/billing',
  'config',
  'cli/provisioning',
  'infrastructure/provisioning',
];
const FILES = ['config.ts', 'infrastructure/typeorm/migrate.ts', 'infrastructure/typeorm/schema-version.ts'];
/** What is called with a message. */
const CALLS = /^(?:add|push|refuse|refuseUsed|problem|UserRefused|ClosingRefused|told|SchemaRefused)$/;

/** The messages of a file, each hole filled with an X; what follows the name of a thing gets one. */
function messagesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const textOf = (node: ts.Node): string | null => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (!ts.isTemplateExpression(node)) return null;
    return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
  };
  const isMessage = (node: ts.Node): boolean => {
    for (let at = node.parent; at; at = at.parent) {
      if (ts.isPropertyAssignment(at)) return /^(?:message|reason|problem)$/.test(at.name.getText());
      if (ts.isCallExpression(at) || ts.isNewExpression(at)) {
        const name = at.expression.getText().split('.').at(-1) ?? '';
        return CALLS.test(name);
      }
      if (ts.isBlock(at) || ts.isClassElement(at)) return false;
    }
    return false;
  };
  /** What something is used for is no message. */
  const isUse = ({ parent }: ts.Node) => ts.isCallExpression(parent) && parent.expression.getText().endsWith('refuseUsed');
  const walk = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && / \S+ /.test(text) && isMessage(node) && !isUse(node))
      found.push(text.replace(/^X?(?=must|is |needs|has|holds)/, 'X '));
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

describe('messages of the archive and the configuration', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder))
      .filter((name) => /(?<!\.spec)\.ts$/.test(name))
      .map((name) => join(SRC, folder, name)),
  );
  const messages = [...new Set([...files, ...FILES.map((name) => join(SRC, name))].flatMap(messagesOf))];

  it('are found in the source', () => expect(messages.length).toBeGreaterThan(100));
  it('all have a Portuguese translation', () => expect(messages.filter((text) => inPortuguese(text) === null)).toEqual([]));
});

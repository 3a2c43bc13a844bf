// The first commands of the README.

const FENCE = /^```(\w*).*\n([\s\S]*?)^```$/gm;

function section(markdown, title) {
  const from = markdown.indexOf(`\n## ${title}\n`);
  if (from < 0) throw new Error(`the README has no section "${title}"`);
  const to = markdown.indexOf('\n## ', from + 1);
  return markdown.slice(from, to < 0 ? undefined : to);
}

const blocksOf = (text) =>
  [...text.matchAll(FENCE)].map(({ 1: language, 2: content, index }) => {
    const before = text.slice(0, index).trimEnd();
    return { language, content, introduction: before.slice(before.lastIndexOf('\n') + 1).replace(/:$/, '') };
  });

/** The command that starts the service, and the calls with what they are to answer, if the page shows it. */
export function readSteps(markdown) {
  const [start] = blocksOf(section(markdown, 'Run it'));
  const blocks = blocksOf(section(markdown, 'First calls'));
  const calls = blocks.flatMap(({ language, content, introduction }, index) => {
    const next = blocks[index + 1];
    return language === 'sh' ? [{ title: introduction, commands: content, answer: next?.language === 'text' ? next.content : null }] : [];
  });
  return { start: start.content.trim(), calls };
}

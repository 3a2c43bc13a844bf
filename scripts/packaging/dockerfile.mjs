/** Reads what docker/Dockerfile says, as far as it says it: instructions by stage, and what .dockerignore leaves of the context. */
import { readFileSync } from 'node:fs';

const words = (text) => text.split(/\s+/).filter(Boolean);
/** The exec form is JSON; the other is for a shell. */
const command = (text) => (text.trimStart().startsWith('[') ? JSON.parse(text) : ['sh', '-c', text]);

/** [{ instruction, text }], without comments, continued lines joined. */
function instructionsOf(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line) && line.trim() !== '');
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => ({ instruction: words(line)[0].toUpperCase(), text: line.replace(/^\s*\S+\s+/, '') }));
}

/** Stages in order: { name, base, steps }; a stage without a name has its number. */
export function stagesOf(file) {
  const stages = [];
  for (const { instruction, text } of instructionsOf(file)) {
    if (instruction === 'FROM') {
      const [base, , name = String(stages.length)] = words(text);
      stages.push({ name, base, steps: [] });
    } else stages.at(-1).steps.push({ instruction, text });
  }
  return stages;
}

const pairs = (text) => [...text.matchAll(/([\w.]+)=("[^"]*"|\S*)/g)].map(([, name, value]) => [name, value.replaceAll('"', '')]);

/** What a container of the last stage is started with; a stage inherits from its base. */
export function imageOf(stages) {
  const image = { env: {}, workdir: '/', user: '0', command: [], healthcheck: null, volumes: [], labels: {} };
  const inherit = (stage) => {
    const parent = stages.find(({ name }) => name === stage.base);
    if (parent) inherit(parent);
    else image.base = stage.base;
    for (const { instruction, text } of stage.steps) {
      if (instruction === 'ENV') Object.assign(image.env, Object.fromEntries(pairs(text)));
      if (instruction === 'LABEL') Object.assign(image.labels, Object.fromEntries(pairs(text)));
      if (instruction === 'WORKDIR') image.workdir = text;
      if (instruction === 'USER') image.user = text;
      if (instruction === 'VOLUME') image.volumes.push(text);
      if (instruction === 'CMD') image.command = command(text);
      if (instruction === 'HEALTHCHECK') image.healthcheck = command(text.slice(text.indexOf('CMD') + 3));
    }
  };
  inherit(stages.at(-1));
  return image;
}

/** `node:24.1.2-bookworm-slim` is 24.1.2. */
export const nodeVersionOf = ({ base }) => /^node:(\d+\.\d+\.\d+)-/.exec(base)?.[1];

const PATTERN = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' };

/** Says of a path of the context whether the build gets it: the last matching line decides, a folder's line is for all in it. */
export function contextFilter(file) {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const path = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*\*\/|\*\*|\*/g, (found) => PATTERN[found]);
      return { taken: line.startsWith('!'), pattern: new RegExp(`^${path}(?:/.*)?$`) };
    });
  return (path) => rules.reduce((taken, rule) => (rule.pattern.test(path) ? rule.taken : taken), true);
}

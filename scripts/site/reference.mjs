/** The reference of the API as pages, one for each group of operations, from the OpenAPI document of each language. */
import { table } from '../markdown.mjs';

const WORDS = {
  pt: {
    title: 'Referência da API',
    about: 'Todas as operações, do documento OpenAPI desta versão. Para testá-las, abra `/docs` no seu serviço.',
    edition: 'pt-BR',
    operation: 'Operação',
    name: 'Nome',
    place: 'Onde',
    type: 'Tipo',
    meaning: 'Significado',
    required: 'obrigatório',
    parameters: 'Parâmetros',
    body: 'Corpo',
    answer: 'Resposta',
    answers: 'Respostas',
    status: 'Código',
    example: 'Exemplo de resposta:',
    list: (of) => `lista de ${of}`,
    events: 'Eventos',
  },
  en: {
    title: 'API reference',
    about: 'All operations, from the OpenAPI document of this version. To try them, open `/docs` of your service.',
    edition: 'en',
    operation: 'Operation',
    name: 'Name',
    place: 'In',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    parameters: 'Parameters',
    body: 'Body',
    answer: 'Answer',
    answers: 'Answers',
    status: 'Code',
    example: 'Example of an answer:',
    list: (of) => `list of ${of}`,
    events: 'Events',
  },
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DEEPEST = 3;
/** Long examples, such as files, say no more than their beginnings. */
const MOST_LINES = 60;

/** As GitHub names headings. */
export const anchor = (heading) =>
  heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-'); // prettier-ignore

/** Addresses in texts are those of a service. */
const plain = (text = '') => text.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');

class Reference {
  /** @param files by tag, as the same group has one name in every language */
  constructor(document, files, words) {
    this.document = document;
    this.files = files;
    this.words = words;
  }

  seen(part) {
    if (!part?.$ref) return part ?? {};
    return this.seen(part.$ref.slice(2).split('/').reduce((at, name) => at[name.replaceAll('~1', '/')], this.document)); // prettier-ignore
  }

  typeOf(schema) {
    const { type, format, enum: values, items, oneOf, anyOf, const: only } = this.seen(schema);
    const kinds = oneOf ?? anyOf;
    if (only !== undefined) return `\`${JSON.stringify(only)}\``;
    if (values) return values.map((value) => `\`${value}\``).join(', ');
    if (kinds) return [...new Set(kinds.map((each) => this.typeOf(each)))].join(' / ');
    if (items) return this.words.list(this.typeOf(items));
    return [[type].flat().join(' / ') || 'object', format].filter(Boolean).join(', ');
  }

  /** Names with points for what lies within. */
  members(schema, prefix = '', depth = 0) {
    const { properties, required = [], items, allOf = [] } = this.seen(schema);
    if (items) return this.members(items, `${prefix}[].`.replace('.[]', '[]'), depth);
    const own = Object.entries(properties ?? {}).flatMap(([name, member]) => {
      const { description } = { ...this.seen(member), ...(member.description && { description: member.description }) };
      const type = this.typeOf(member) + (required.includes(name) ? `, ${this.words.required}` : '');
      const within = depth < DEEPEST ? this.members(member, `${prefix}${name}.`, depth + 1) : [];
      return [[`\`${prefix}${name}\``, type, plain(description)], ...within];
    });
    return [...allOf.flatMap((part) => this.members(part, prefix, depth)), ...own];
  }

  contents(title, { description, content = {} }) {
    const { words } = this;
    const [kind, { schema } = {}] = Object.entries(content)[0] ?? [];
    const rows = schema ? this.members(schema) : [];
    if (!kind) return [];
    return [`**${title}** (${Object.keys(content).map((each) => `\`${each}\``).join(', ')})`, plain(description), ...(rows.length > 0 ? [table([words.name, words.type, words.meaning], rows)] : [])]; // prettier-ignore
  }

  example({ content = {} }) {
    const { examples } = content['application/json'] ?? {};
    const [first] = Object.values(examples ?? {});
    if (!first) return [];
    const lines = JSON.stringify(this.seen(first).value, null, 2).split('\n');
    const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
    return [this.words.example, ['```json', ...shown, '```'].join('\n')];
  }

  operation({ method, path, summary, description, parameters = [], requestBody, responses }) {
    const { words } = this;
    const asked = parameters.map((each) => this.seen(each)).map(({ name, in: place, required, schema, description: meaning }) => [`\`${name}\``, place, this.typeOf(schema) + (required ? `, ${words.required}` : ''), plain(meaning)]); // prettier-ignore
    const answers = Object.entries(responses).map(([code, each]) => [code, this.seen(each)]);
    const [, good] = answers.find(([code]) => code.startsWith('2')) ?? [null, {}];
    return [
      `## ${summary}`,
      `\`${method.toUpperCase()} ${path}\``,
      plain(description),
      ...(asked.length > 0 ? [`**${words.parameters}**`, table([words.name, words.place, words.type, words.meaning], asked)] : []),
      ...(requestBody ? this.contents(words.body, this.seen(requestBody)) : []),
      ...this.contents(words.answer, { ...good, description: '' }),
      ...this.example(good),
      `**${words.answers}**`,
      table([words.status, words.meaning], answers.map(([code, { description: meaning }]) => [code, plain(meaning)])), // prettier-ignore
    ].filter(Boolean).join('\n\n'); // prettier-ignore
  }

  pages() {
    const { document, words } = this;
    const operations = Object.entries(document.paths).flatMap(([path, each]) =>
      METHODS.filter((method) => each[method]).map((method) => ({ method, path, ...each[method] })),
    );
    const groups = document.tags.map((tag) => ({ ...tag, title: tag['x-displayName'] ?? tag.name, operations: operations.filter(({ tags }) => tags.includes(tag.name)) })).filter((group) => group.operations.length > 0); // prettier-ignore
    const index = groups.map(({ name, title, operations: own }) => [
      `## ${title}`,
      table([words.operation, ''], own.map(({ method, path, summary }) => [`[${summary}](./${this.files.get(name)}.md#${anchor(summary)})`, `\`${method.toUpperCase()} ${path}\``])), // prettier-ignore
    ]);
    const events = Object.entries(document.webhooks ?? {}).map(([name, { post }]) => [
      `## ${name}`,
      plain([post.summary, post.description].filter(Boolean).join('\n\n')),
      ...this.contents(words.body, { ...this.seen(post.requestBody), description: '' }),
    ]);
    return [
      ['index', [`# ${words.title}`, words.about, ...index.flat()]],
      ...groups.map(({ name, title, description, operations: own }) => [this.files.get(name), [`# ${title}`, plain(description), ...own.map((each) => this.operation(each))]]), // prettier-ignore
      ['events', [`# ${words.events}`, ...events.flat()]],
    ].map(([name, parts]) => [name, `${parts.filter(Boolean).join('\n\n')}\n`]);
  }
}

/** @returns [place, text] of each page */
export async function referencePages(language) {
  const { openApiDocument } = await import('../../dist/scripts/docs/openapi-file.js');
  const [document, english] = await Promise.all([WORDS[language], WORDS.en].map(({ edition }) => openApiDocument(edition)));
  const files = new Map(document.tags.map(({ name }, index) => [name, anchor(english.tags[index].name)]));
  const reference = new Reference(document, files, WORDS[language]);
  return reference.pages().map(([name, text]) => [`${language}/api/${name}.md`, text]);
}

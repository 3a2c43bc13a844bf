import { readFile, stat } from 'node:fs/promises';
import type { ModelDefinition, PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { LARGEST_MODEL } from '#domain/workflows/workflow-definition';

/** Finds a file named in the archive file; if there is none, the problem has been reported. */
type Locate = (file: string, path: DefinitionPath) => Promise<string | null>;

/** The PDFs of models become part of the definition. */
export async function readModels(definition: PartialArchive, locate: Locate, problems: ArchiveProblem[]): Promise<PartialArchive> {
  if (!definition.clients) return definition;
  const clients = [];
  for (const [index, client] of definition.clients.entries()) {
    const workflows = [];
    for (const [number, workflow] of (client.workflows ?? []).entries()) {
      const path = ['clients', index, 'workflows', number, 'model'];
      workflows.push(workflow.model?.file === undefined ? workflow : { ...workflow, model: await withContent(workflow.model, path) });
    }
    clients.push(client.workflows ? { ...client, workflows } : client);
  }
  return { ...definition, clients };

  async function withContent({ file = '', content, ...model }: ModelDefinition, path: DefinitionPath): Promise<ModelDefinition> {
    if (content !== undefined) problems.push({ path, message: `model "${model.name}" has both a file and a content` });
    const at = [...path, 'file'];
    const target = await locate(file, at);
    // The problem has already been reported.
    return { ...model, content: (target === null ? null : await read(target, file, at)) ?? content ?? '' };
  }

  async function read(target: string, file: string, path: DefinitionPath): Promise<string | null> {
    try {
      if ((await stat(target)).size <= LARGEST_MODEL) return (await readFile(target)).toString('base64');
      problems.push({ path, message: `"${file}" is too large: at most ${LARGEST_MODEL} bytes` });
    } catch (error) {
      problems.push({ path, message: `"${file}" cannot be read: ${(error as NodeJS.ErrnoException).code}` });
    }
    return null;
  }
}

import type { PdfForms } from '#application/ports/workflows';
import type { ModelDefinition, PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { LARGEST_MODEL } from '#domain/workflows/workflow-definition';

/** Problems of the PDF models of workflows: a model must be fillable. */
export async function checkModels({ clients = [] }: PartialArchive, forms: PdfForms): Promise<ArchiveProblem[]> {
  const problems: ArchiveProblem[] = [];
  for (const [index, { workflows = [] }] of clients.entries()) {
    for (const [number, { model }] of workflows.entries()) {
      // The content is empty if the file could not be read, which is already reported.
      if (model?.content) problems.push(...(await checkModel(model, ['clients', index, 'workflows', number, 'model'], forms)));
    }
  }
  return problems;
}

async function checkModel(
  { name, content = '', fields = [] }: ModelDefinition,
  path: DefinitionPath,
  forms: PdfForms,
): Promise<ArchiveProblem[]> {
  const bare = content.replace(/\s+/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(bare)) {
    return [{ path: [...path, 'content'], message: `the content of model "${name}" is not written in Base64` }];
  }
  const pdf = Buffer.from(bare, 'base64');
  if (pdf.length > LARGEST_MODEL) {
    return [{ path: [...path, 'content'], message: `model "${name}" is too large: at most ${LARGEST_MODEL} bytes` }];
  }
  const known = await forms.fieldNames(pdf);
  if (!known) return [{ path, message: `model "${name}" is not a fillable PDF: it is damaged, encrypted or not a PDF` }];
  return fields.flatMap((field, index) =>
    known.includes(field.pdf)
      ? []
      : [{ path: [...path, 'fields', index, 'pdf'], message: `the PDF has no field "${field.pdf}"; it has ${known.join(', ') || 'none'}` }],
  );
}

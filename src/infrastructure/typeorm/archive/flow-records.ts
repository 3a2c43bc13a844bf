import { isDeepStrictEqual } from 'node:util';
import type { RecordedDesign, RecordedFlow, RestoredFlow } from '#application/ports/client-records';
import type { WorkflowDesign } from '#domain/workflows/workflow-definition';
import type { Sql } from '../sql';
import { COMMENT, EXECUTION, FLOW_HEAD, insertFlow } from '../workflows/workflow-rows';
import { paged } from '../batches';
import { FileRecords } from './file-records';
import { codesOf, Grouped } from './grouped';

/** Earlier designs of a definition: what a design is called outside, where codes mean nothing. */
const RANK = `(SELECT COUNT(*) FROM workflow_design e WHERE e.definition_id = x.definition_id
   AND (e.created_at < x.created_at OR (e.created_at = x.created_at AND e.code <= x.code)))`;

interface DesignRow {
  code: number;
  definition_id: string;
  number: number;
  design: string;
  model: string | null;
  created_at: number;
}

/** A client's flows with the designs that they follow; flows in the order of their codes. */
export class FlowRecords {
  private readonly files: FileRecords;

  constructor(private readonly sql: Sql) {
    this.files = new FileRecords(sql);
  }

  async *designs(clientId: string): AsyncGenerator<RecordedDesign> {
    const codes = await this.sql.rows<{ code: number }>(
      'SELECT x.code FROM workflow_design x WHERE x.client_id = ? ORDER BY x.definition_id, x.created_at, x.code',
      [clientId],
    );
    // One by one: a model may be large.
    for (const { code } of codes) {
      const row = await this.sql.first<DesignRow>(`SELECT x.*, ${RANK} AS number FROM workflow_design x WHERE x.code = ?`, [code]);
      const { definition_id: definitionId, number, created_at: createdAt, design, model } = row as DesignRow;
      yield {
        definitionId,
        number: Number(number),
        createdAt: new Date(createdAt),
        design: JSON.parse(design) as WorkflowDesign,
        model,
      };
    }
  }

  async addDesigns(clientId: string, designs: readonly RecordedDesign[]): Promise<void> {
    for (const each of designs) {
      const { definitionId, createdAt, design, model } = each;
      const at = createdAt.getTime();
      const rows = await this.sql.rows<DesignRow>(
        'SELECT x.* FROM workflow_design x WHERE x.definition_id = ? AND x.client_id = ? AND x.created_at >= ? ORDER BY x.created_at, x.code',
        [definitionId, clientId, at],
      );
      const [same] = rows.filter((row) => row.model === model && isDeepStrictEqual(JSON.parse(row.design), design));
      if (!same) {
        await this.sql.insert(
          'workflow_design',
          ['definition_id', 'client_id', 'design', 'model', 'created_at'],
          [[definitionId, clientId, JSON.stringify(design), model, at]],
        );
      } else if (same.created_at !== at) {
        await this.sql.write('UPDATE workflow_design SET created_at = ? WHERE code = ?', [at, same.code]);
      }
    }
  }

  all(clientId: string): AsyncIterable<RecordedFlow> {
    return paged(0, (code, limit) => this.after(clientId, code, limit), ({ code }) => code); // prettier-ignore
  }

  async add(clientId: string, flow: RestoredFlow): Promise<void> {
    await this.sql.together(async () => {
      const design = await this.sql.first<{ code: number }>(
        'SELECT x.code FROM workflow_design x WHERE x.definition_id = ? AND x.client_id = ? ORDER BY x.created_at, x.code LIMIT 1 OFFSET ?',
        [flow.definitionId, clientId, flow.design - 1],
      );
      if (!design) throw new Error(`workflow ${flow.definitionId} has no design ${flow.design}`);
      const code = await insertFlow(this.sql, { code: flow.code, clientId, revision: design.code }, flow);
      const add = (table: string, columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
        this.sql.insert(table, ['workflow_code', 'client_id', ...columns], rows.map((row) => [code, clientId, ...row])); // prettier-ignore
      const values = flow.values.map(({ fieldId, text }) => [fieldId, text]);
      await add('workflow_form_value', ['field_id', 'value'], values);
      await add('workflow_execution', EXECUTION.names, flow.executions.map((each) => EXECUTION.values(each))); // prettier-ignore
      await add('workflow_comment', COMMENT.names, flow.comments.map((each) => COMMENT.values(each))); // prettier-ignore
      const ids = flow.documents.map(({ id }) => id);
      const documents = await codesOf(this.sql, clientId, 'document', ids);
      const linked = flow.documents.map(({ id, addedAt }) => [documents(id), addedAt.getTime()]);
      await add('workflow_document', ['document_code', 'added_at'], linked);
      await add('workflow_signing', ['file_id'], flow.toSign.map((id) => [id])); // prettier-ignore
      await this.files.addToFlow(clientId, code, flow.files);
    });
  }

  private async after(clientId: string, after: number, limit: number): Promise<RecordedFlow[]> {
    const flows = await this.sql.rows<{ code: number; design: number }>(
      `SELECT w.code, ${FLOW_HEAD.of('w')}, ${RANK} AS design FROM workflow w JOIN workflow_design x ON x.code = w.revision
       WHERE w.client_id = ? AND w.code > ? ORDER BY w.code LIMIT ?`,
      [clientId, after, limit],
    );
    const codes = flows.map(({ code }) => code);
    const part = <Row extends { owner: number }, Thing>(table: string, columns: string, order: string, thingOf: (row: Row) => Thing) =>
      Grouped.of<Row, Thing>(
        this.sql,
        codes,
        (list) =>
          `SELECT x.workflow_code AS owner, ${columns} FROM ${table} WHERE x.workflow_code IN (${list}) ORDER BY x.workflow_code, ${order}`,
        thingOf,
      );
    const values = await part(
      'workflow_form_value x',
      'x.field_id, x.value',
      'x.field_id',
      (row: { owner: number; field_id: string; value: string }) => ({ fieldId: row.field_id, text: row.value }),
    );
    const executions = await part('workflow_execution x', EXECUTION.of('x'), 'x.code', (row) => EXECUTION.read(row));
    const comments = await part('workflow_comment x', COMMENT.of('x'), 'x.code', (row) => COMMENT.read(row));
    const documents = await part(
      'workflow_document x JOIN document d ON d.code = x.document_code',
      'd.id, x.added_at',
      'd.code',
      (row: { owner: number; id: string; added_at: number }) => ({ id: row.id, addedAt: new Date(row.added_at) }),
    );
    const toSign = await part('workflow_signing x', 'x.file_id', 'x.file_id', (row: { owner: number; file_id: string }) => row.file_id);
    const filesOf = await this.files.ofFlows(codes);
    return flows.map((row) => {
      const { code, design } = row;
      const { id, ...head } = FLOW_HEAD.read(row);
      return {
        id,
        code,
        design: Number(design),
        ...head,
        values: values.get(code),
        executions: executions.get(code),
        comments: comments.get(code),
        files: filesOf(code),
        documents: documents.get(code),
        toSign: toSign.get(code),
      };
    });
  }
}

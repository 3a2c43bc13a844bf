import {
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
} from 'n8n-workflow';
import { documentOperations, documentProperties } from './document';
import { fileOperations, fileProperties } from './file';
import { levelOperations, levelProperties } from './level';
import { listOperations, listProperties } from './list';
import { loadOptions } from './structure';

type Answer = IDataObject | Omit<INodeExecutionData, 'pairedItem'>;
type Operation = (caller: IExecuteFunctions, index: number) => Promise<Answer[]>;

const OPERATIONS: Record<string, Record<string, Operation>> = {
  document: documentOperations,
  file: fileOperations,
  level: levelOperations,
  list: listOperations,
};

const itemOf = (answer: Answer, item: number): INodeExecutionData => {
  const content = 'binary' in answer ? (answer as INodeExecutionData) : { json: answer as IDataObject };
  return { ...content, pairedItem: { item } };
};

export class Acervo implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Acervo',
    name: 'acervo',
    icon: 'file:../../icons/acervo.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'File, find, change, fetch and share documents of an Acervo archive',
    defaults: { name: 'Acervo' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'acervoApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Document', value: 'document' },
          { name: 'File', value: 'file' },
          { name: 'Level', value: 'level' },
          { name: 'List', value: 'list' },
        ],
        default: 'document',
      },
      ...documentProperties,
      ...fileProperties,
      ...levelProperties,
      ...listProperties,
    ],
  };

  methods = { loadOptions };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const found: INodeExecutionData[] = [];
    for (const index of this.getInputData().keys()) {
      try {
        const resource = this.getNodeParameter('resource', index) as string;
        const operation = OPERATIONS[resource]?.[this.getNodeParameter('operation', index) as string];
        if (!operation) throw new NodeOperationError(this.getNode(), `There is no such operation of ${resource}`, { itemIndex: index });
        for (const answer of await operation(this, index)) found.push(itemOf(answer, index));
      } catch (error) {
        if (this.continueOnFail()) {
          const { message, description } = error as NodeApiError;
          found.push({ json: { error: message, ...(description && { description }) }, pairedItem: { item: index } });
          continue;
        }
        if (error instanceof NodeOperationError) throw new NodeOperationError(this.getNode(), error, { itemIndex: index });
        throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index });
      }
    }
    return [found];
  }
}

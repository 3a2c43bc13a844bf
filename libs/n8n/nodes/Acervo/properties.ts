import type { INodeProperties } from 'n8n-workflow';

/** Where a property is shown: under these operations of a resource. */
export const shownFor = (resource: string, ...operation: string[]) => ({ displayOptions: { show: { resource: [resource], operation } } });

export const clientId: INodeProperties = {
  displayName: 'Client Name or ID',
  name: 'clientId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getClients' },
  default: '',
  required: true,
  description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
export const unitId: INodeProperties = {
  displayName: 'Unit Name or ID',
  name: 'unitId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getUnits', loadOptionsDependsOn: ['clientId'] },
  default: '',
  required: true,
  description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
export const levelId: INodeProperties = {
  displayName: 'Level Name or ID',
  name: 'levelId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getLevels', loadOptionsDependsOn: ['clientId'] },
  default: '',
  required: true,
  description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
export const listId: INodeProperties = {
  displayName: 'List Name or ID',
  name: 'listId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getLists', loadOptionsDependsOn: ['clientId'] },
  default: '',
  required: true,
  description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
/** In a collection a property cannot be required. */
export const optional = (property: INodeProperties): INodeProperties => ({ ...property, required: undefined });

export const documentId: INodeProperties = { displayName: 'Document ID', name: 'documentId', type: 'string', default: '', required: true };
export const fileId: INodeProperties = { displayName: 'File ID', name: 'fileId', type: 'string', default: '', required: true };

export const fields: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Field',
  default: {},
  options: [
    {
      displayName: 'Field',
      name: 'field',
      values: [
        { displayName: 'Label', name: 'label', type: 'string', default: '', description: 'Name of the field at its level' },
        { displayName: 'Value', name: 'value', type: 'string', default: '' },
        { displayName: 'List', name: 'list', type: 'string', default: '', description: 'Name of the list, if the field belongs to one' },
      ],
    },
  ],
};

export const simplify: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: true,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};
export const returnAll: INodeProperties = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
};
export const limit: INodeProperties = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 50,
  description: 'Max number of results to return',
};

/** How many, for an operation that answers many. */
export const many = (resource: string, operation: string): INodeProperties[] => [
  { ...returnAll, ...shownFor(resource, operation) },
  { ...limit, displayOptions: { show: { resource: [resource], operation: [operation], returnAll: [false] } } },
];

/** What may be left out, of an operation. */
export const optionsOf = (shown: Pick<INodeProperties, 'displayOptions'>, options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  ...shown,
  options,
});

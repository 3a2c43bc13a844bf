import type { SharedKind } from '#application/ports/provisioning';
import {
  asNamed,
  type ClientDefinition,
  type ListDefinition,
  type ModelDefinition,
  type NamedDefinition,
  type PartialArchive,
  type WorkflowDescription,
} from '#domain/provisioning/archive-definition';
import type { ArchiveImage } from '#domain/provisioning/archive-image';
import type { DefinitionPath, Problems } from '#domain/provisioning/archive-problem';
import type { ContractDefinition } from '#domain/provisioning/contract-definition';
import { fold } from '#domain/text';
import { clientDefinition, isShown, type SharedUse } from './client-archive';
import type { ClientSight } from './client-sight';

const FILES = 'files beside the definition cannot be read here';
const UNSEEN = { profiles: 'profiles are not changed here', users: 'users are not changed here' };

/** What an administrator sent, completed by what the client has; notes what cannot be sent here. */
export class ClientMerge {
  private readonly clientId: string;

  constructor(
    private readonly sight: ClientSight,
    private readonly sent: PartialArchive,
    private readonly use: SharedUse,
    private readonly problems: Problems,
  ) {
    this.clientId = sight.scope.clientId;
  }

  definition(running: ArchiveImage): PartialArchive {
    const { boxTypes, profiles: known, client } = clientDefinition(running);
    const shown = clientDefinition(this.sight.of(running)).client.contracts;
    const { units } = this.sent;
    const [profiles, users] = [this.seen('profiles'), this.seen('users')];
    return {
      ...(units && { units }),
      ...(this.sent.boxTypes && { boxTypes: this.shared('boxTypes', 'box type', this.sent.boxTypes.map(asNamed), boxTypes.map(asNamed)) }),
      ...(profiles && { profiles: this.shared('profiles', 'profile', profiles, known) }),
      ...this.client(client, shown ?? []),
      // Passwords are not set here.
      ...(users && { users: users.map(({ password: _password, passwordHash: _hash, ...user }) => user) }),
    };
  }

  /** Who does not see a section learns nothing from what would change in it. */
  private seen<K extends 'profiles' | 'users'>(section: K): PartialArchive[K] {
    if (this.sent[section] === undefined || this.sight.people) return this.sent[section];
    this.problems.add([section], UNSEEN[section]);
    return undefined;
  }

  /** What is not shown stays as it is, and its names cannot be used. */
  private shared<T extends NamedDefinition>(kind: SharedKind, what: string, sent: readonly T[], running: readonly T[]): readonly T[] {
    const hidden = running.filter(({ id = '' }) => !isShown(kind, this.clientId, id, this.use[kind]));
    const [ids, names] = [new Set(hidden.map(({ id }) => id)), new Set(hidden.map(({ name }) => fold(name)))];
    const isHidden = ({ id, name }: T) => (id !== undefined && ids.has(id)) || names.has(fold(name));
    for (const [index, thing] of sent.entries()) {
      if (isHidden(thing)) this.problems.add([kind, index], `${what} "${thing.name}" cannot have this name or id`);
    }
    return [...sent.filter((thing) => !isHidden(thing)), ...hidden];
  }

  private client(running: ClientDefinition, shown: readonly ContractDefinition[]): Pick<PartialArchive, 'clients'> {
    const { clients } = this.sent;
    if (!clients) return {};
    const own = clients.findIndex(({ id, name }) => id === this.clientId || (id === undefined && name === running.name));
    for (const [index, { name }] of clients.entries()) {
      if (index !== own) this.problems.add(['clients', index], `client "${name}" is not the one that is to be changed`);
    }
    const sent = clients[own];
    if (!sent) return {};
    const path = ['clients', own];
    const { boxes, webhooks, contracts, lists, workflows, ...others } = sent;
    if (boxes) this.problems.add([...path, 'boxes'], 'boxes are not changed here');
    if (webhooks) this.problems.add([...path, 'webhooks'], 'webhooks are not changed here');
    const client = {
      ...running,
      ...others,
      id: this.clientId,
      ...(contracts && { contracts: this.contracts(contracts, shown, running, [...path, 'contracts']) }),
      ...(lists && { lists: lists.map((list, index) => this.list(list, [...path, 'lists', index])) }),
      ...(workflows && {
        workflows: workflows.map((workflow, index) => this.workflow(workflow, running, [...path, 'workflows', index])),
      }),
    };
    return { clients: [client] };
  }

  /** Those that are not shown stay as they are; one that is sent all the same is refused like one that is new. */
  private contracts(
    sent: readonly ContractDefinition[],
    shown: readonly ContractDefinition[],
    running: ClientDefinition,
    path: DefinitionPath,
  ): readonly ContractDefinition[] {
    const isShown = ({ id, number }: ContractDefinition) =>
      shown.some((each) => (id === undefined ? each.number === number : each.id === id));
    for (const [index, contract] of sent.entries()) {
      if (!isShown(contract)) this.problems.add([...path, index], `contracts: "${running.name} / ${contract.number}" is not changed here`);
    }
    const hidden = (running.contracts ?? []).filter((contract) => !isShown(contract));
    return [...sent.filter(isShown), ...hidden];
  }

  private list({ rows, rowsFrom, rowsComplete, ...list }: ListDefinition, path: DefinitionPath): ListDefinition {
    if (rows !== undefined || rowsComplete !== undefined) this.problems.add([...path, 'rows'], 'rows of lists are not changed here');
    if (rowsFrom !== undefined) this.problems.add([...path, 'rowsFrom'], FILES);
    return list;
  }

  /** A model without its PDF keeps the one that it has. */
  private workflow(workflow: WorkflowDescription, running: ClientDefinition, path: DefinitionPath): WorkflowDescription {
    const { id, name, model } = workflow;
    if (!model || model.content !== undefined) return workflow;
    const { file, ...described }: ModelDefinition = model;
    if (file !== undefined) this.problems.add([...path, 'model', 'file'], FILES);
    const known = running.workflows?.find((each) => (id === undefined ? each.name === name : each.id === id))?.model;
    if (file === undefined && !known) this.problems.add([...path, 'model'], `model "${model.name}" is new and needs its content`);
    return { ...workflow, model: { ...described, content: known?.content ?? '' } };
  }
}

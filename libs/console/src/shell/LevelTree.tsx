import { useMemo } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import type { Client, Level } from '../api/structure';
import { placeSearch } from '../routes/documents/search';
import { Icon } from '../ui/Icon';

/** Above so many levels, branches are closed at first. */
const OPEN_BELOW = 40;

interface Node extends Level {
  below: Node[];
}

/** A level whose parent is out of reach stands at the top. */
function growTree(levels: readonly Level[]): Node[] {
  const nodes = new Map(levels.map((level): [string, Node] => [level.id, { ...level, below: [] }]));
  const top: Node[] = [];
  for (const node of nodes.values()) (nodes.get(node.parent ?? '')?.below ?? top).push(node);
  return top;
}

function Branch({ node, client, chosen }: { node: Node; client: string; chosen: string | null }) {
  const isHere = node.id === chosen;
  return (
    <TreeItem id={node.id} textValue={node.name} className={isHere ? 'current' : ''} href={`/documentos?${placeSearch(client, node.id)}`}>
      <TreeItemContent>
        {({ hasChildItems }) => (
          <>
            {hasChildItems ? (
              <Button slot="chevron">
                <Icon name="chevron-right" size={14} />
              </Button>
            ) : (
              <span className="no-chevron" />
            )}
            <span className="ellipsis" title={node.path} aria-current={isHere ? 'page' : undefined}>
              {node.name}
            </span>
          </>
        )}
      </TreeItemContent>
      <Collection items={node.below} dependencies={[chosen]}>
        {(child) => <Branch node={child} client={client} chosen={chosen} />}
      </Collection>
    </TreeItem>
  );
}

export function LevelTree({ client, chosen, labelledBy }: { client: Client; chosen: string | null; labelledBy: string }) {
  const nodes = useMemo(() => growTree(client.levels), [client]);
  const open = client.levels.length <= OPEN_BELOW ? client.levels.map(({ id }) => id) : [];
  return (
    <Tree key={client.id} className="levels" aria-labelledby={labelledBy} defaultExpandedKeys={open} items={nodes} dependencies={[chosen]}>
      {(node) => <Branch node={node} client={client.id} chosen={chosen} />}
    </Tree>
  );
}

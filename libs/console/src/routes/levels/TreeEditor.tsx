import { useMemo, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  Button,
  Collection,
  DropZone,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
  type DropTarget,
} from 'react-aria-components';
import type { ArchiveLevel } from '../../api/archive';
import { number, t } from '../../i18n';
import { useShortcuts } from '../../shell/keys';
import { Icon } from '../../ui/Icon';
import { moved, placeOf, placesOf, targetsOf } from './tree';

interface Acts {
  add: (parent: string) => void;
  remove: (id: string) => void;
  /** Asks where to. */
  move: (id: string) => void;
  change: (levels: readonly ArchiveLevel[]) => void;
}
interface Props {
  levels: readonly ArchiveLevel[];
  chosen: string | undefined;
  hrefOf: (id: string) => string;
  act: Acts;
}
interface Node {
  id: string;
  name: string;
  fields: number;
  below: Node[];
}

function grown(levels: readonly ArchiveLevel[]): Node[] {
  const nodes = new Map<string, Node>();
  const top: Node[] = [];
  for (const { level, above } of placesOf(levels)) {
    const node = { id: level.id, name: level.name.trim() || t.levels.nameless, fields: level.fields?.length ?? 0, below: [] };
    nodes.set(level.id, node);
    (nodes.get(above.at(-1)?.id ?? '')?.below ?? top).push(node);
  }
  return top;
}

function Branch({ node, chosen, hrefOf, act }: { node: Node } & Omit<Props, 'levels'>) {
  const { id, name, fields, below } = node;
  return (
    <TreeItem id={id} textValue={name} className={id === chosen ? 'current' : ''} href={hrefOf(id)}>
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
            <Button slot="drag" className="tree-grip">
              <Icon name="grip-vertical" size={14} />
            </Button>
            <span className="ellipsis grow" aria-current={id === chosen ? 'page' : undefined}>
              {name}
            </span>
            {fields > 0 && <span className="quiet small">{t.levels.fieldCount(fields, number(fields))}</span>}
            <MenuTrigger>
              <Button className="tree-more" aria-label={t.levels.actionsOf(name)}>
                <Icon name="ellipsis" size={16} />
              </Button>
              <Popover className="popover" placement="bottom end">
                <Menu className="menu">
                  <MenuItem onAction={() => act.add(id)}>{t.levels.addBelow}</MenuItem>
                  <MenuItem onAction={() => act.move(id)}>{t.levels.move}</MenuItem>
                  <MenuItem onAction={() => act.remove(id)}>{t.levels.remove}</MenuItem>
                </Menu>
              </Popover>
            </MenuTrigger>
          </>
        )}
      </TreeItemContent>
      <Collection items={below} dependencies={[chosen]}>
        {(child) => <Branch node={child} chosen={chosen} hrefOf={hrefOf} act={act} />}
      </Collection>
    </TreeItem>
  );
}

/** The tree, with its menus. A level is dragged into another one, or to the place for the top, which is there meanwhile. Alt with the arrows moves the level that has the focus: right below the one before it, left out of its parent. */
export function TreeEditor({ levels, chosen, hrefOf, act }: Props) {
  const nodes = useMemo(() => grown(levels), [levels]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState('');
  const ids = useMemo(() => placesOf(levels).map(({ level }) => level.id), [levels]);
  const [dragged, setDragged] = useState('');
  const put = (id: string, parent: ArchiveLevel | null) => {
    flushSync(() => {
      act.change(moved(levels, id, parent?.id ?? null));
      if (parent) setClosed(new Set([...closed].filter((each) => each !== parent.id)));
      setTold(t.levels.movedTo(placeOf(levels, id)?.level.name ?? '', parent?.name ?? t.levels.top));
    });
    document.querySelector<HTMLElement>(`.tree-editor [data-key="${id}"]`)?.focus();
  };
  /** Once the drag has ended: the focus would be lost with the row that leaves its place meanwhile. */
  const drop = (parent: ArchiveLevel | null) => queueMicrotask(() => put(dragged, parent));
  /** Levels stand in the order of their names: there is no place between them. */
  const placeAt = (target: DropTarget) =>
    target.type === 'item' && target.dropPosition === 'on'
      ? targetsOf(levels, dragged).find(({ level }) => level.id === target.key)
      : undefined;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ level: String(key) })),
    // Files, say, are none.
    acceptedDragTypes: ['level'],
    onDragStart: ({ keys }) => setDragged(String([...keys][0])),
    getDropOperation: (target) => (placeAt(target) ? 'move' : 'cancel'),
    onDrop: ({ target }) => {
      const place = placeAt(target);
      if (place) drop(place.level);
    },
    onDragEnd: () => setDragged(''),
  });
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || !/^Arrow(Left|Right)$/.test(event.key)) return;
    // Browsers would go back and forth.
    event.preventDefault();
    event.stopPropagation();
    const id = (event.target as Element).closest<HTMLElement>('[role=row]')?.dataset.key ?? '';
    const place = placeOf(levels, id);
    if (!place) return;
    const before = place.siblings[place.siblings.indexOf(place.level) - 1];
    if (event.key === 'ArrowLeft' ? place.above.length === 0 : !before) return;
    const parent = event.key === 'ArrowLeft' ? (place.above.at(-2) ?? null) : before!;
    put(id, parent);
  };
  useShortcuts('levels', [{ keys: ['Alt ←', 'Alt →'], what: t.keys.moveLevel }]);
  return (
    <div className="tree-editor" onKeyDownCapture={move}>
      <p className="quiet small">{t.levels.keys}</p>
      <Tree
        className="levels"
        aria-label={t.levels.title}
        expandedKeys={ids.filter((id) => !closed.has(id))}
        onExpandedChange={(keys) => setClosed(new Set(ids.filter((id) => !keys.has(id))))}
        items={nodes}
        dependencies={[chosen]}
        dragAndDropHooks={dragAndDropHooks}
      >
        {(node) => <Branch node={node} chosen={chosen} hrefOf={hrefOf} act={act} />}
      </Tree>
      {(placeOf(levels, dragged)?.above.length ?? 0) > 0 && (
        <DropZone className="tree-top" getDropOperation={(types) => (types.has('level') ? 'move' : 'cancel')} onDrop={() => drop(null)}>
          <Text slot="label">{t.levels.top}</Text>
        </DropZone>
      )}
      <p className="unseen" role="status">
        {told}
      </p>
    </div>
  );
}

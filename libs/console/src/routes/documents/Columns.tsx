import { useMemo, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Selection } from 'react-aria-components';
import type { Found } from '../../api/documents';
import type { GridColumn } from '../../grid/types';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';

const keyOf = (place: string) => `acervo.columns.${place}`;

/** Wide screens have room for the others. */
const AT_FIRST = ['created', 'due'];

/** Which columns of a level are hidden, on this device. */
export function useHiddenColumns(place: string): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [known, setKnown] = useState<Record<string, ReadonlySet<string>>>({});
  const stored = useMemo(() => new Set(JSON.parse(localStorage.getItem(keyOf(place)) ?? JSON.stringify(AT_FIRST)) as string[]), [place]);
  const hidden = known[place] ?? stored;
  const set = (next: ReadonlySet<string>) => {
    localStorage.setItem(keyOf(place), JSON.stringify([...next]));
    setKnown({ ...known, [place]: next });
  };
  return [hidden, set];
}

interface Props {
  columns: readonly GridColumn<Found>[];
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
}

/** The first column has the link to the document: it stays. */
export function Columns({ columns: [, ...columns], hidden, onHide }: Props) {
  const choose = (shown: Selection) => onHide(new Set(columns.map(({ id }) => id).filter((id) => shown !== 'all' && !shown.has(id))));
  return (
    <MenuTrigger>
      <Button className="button not-narrow">
        <Icon name="columns-3" size={16} /> {t.documents.columns}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          selectionMode="multiple"
          selectedKeys={columns.map(({ id }) => id).filter((id) => !hidden.has(id))}
          onSelectionChange={choose}
        >
          {columns.map(({ id, name }) => (
            <MenuItem key={id} id={id}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

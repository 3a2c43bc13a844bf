import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../ui/Icon';

/** Chooses files with the system's dialog. */
export function FileButton({
  label,
  take,
  className = 'button',
}: {
  label: string;
  take: (files: readonly File[]) => void;
  className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button className={className} onPress={() => input.current?.click()}>
        <Icon name="upload" size={16} /> {label}
      </Button>
    </>
  );
}

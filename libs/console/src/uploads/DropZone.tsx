import { useEffect, useState } from 'react';
import { store, useStore } from '../store';
import { Icon } from '../ui/Icon';

export interface DropTarget {
  text: string;
  take: (files: readonly File[]) => void;
}

/** Where dropped files go; null: this page takes none. */
const target = store<DropTarget | null>(null);

/** While the page is open, files that are dropped anywhere in the window are its files. */
export function useDropTarget(wanted: DropTarget | null): void {
  useEffect(() => {
    target.set(wanted);
    return () => target.set(null);
  });
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

export function DropZone() {
  const open = useStore(target);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Else the browser would open the file in place of the console.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer!.files];
      if (files.length > 0) target.get()?.take(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver || !open) return null;
  return (
    <div className="drop-veil">
      <p>
        <Icon name="upload" size={28} /> {open.text}
      </p>
    </div>
  );
}

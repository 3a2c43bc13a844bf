import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n';
import { Notice, Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { Frame } from './Frame';
import { useBytes } from './useBytes';
import { useRotation, useZoom } from './useZoom';
import type { ViewerProps } from './viewer-props';
import { extensionOf, IMAGE_TYPES } from './which';

const PADDING = 48;

export default function ImageViewer({ client, file, head }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { data: bytes, error, refetch } = useBytes(client, file.id);
  const [address, setAddress] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const { scale, tools, fitNow } = useZoom(
    () => box.current && image.current && (box.current.clientWidth - PADDING) / Math.max(1, image.current.naturalWidth),
  );
  const { rotation, tool } = useRotation();
  useEffect(() => {
    if (!bytes) return;
    // Under the type that its name says, whatever it is: nothing in it runs.
    const made = URL.createObjectURL(new Blob([bytes], { type: IMAGE_TYPES[extensionOf(head.name)]! }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, head.name]);
  return (
    <Frame
      client={client}
      file={file.id}
      name={head.name}
      isBusy={!address && !error}
      box={box}
      tools={
        <>
          {tools}
          {tool}
        </>
      }
    >
      {error ? (
        <Problem problem={error} retry={() => void refetch()} />
      ) : isBroken ? (
        <Notice texts={[t.viewer.broken]} />
      ) : address ? (
        <img
          ref={image}
          className="picture"
          src={address}
          alt={head.name}
          style={{ zoom: scale, rotate: `${rotation}deg` }}
          onLoad={fitNow}
          onError={() => setBroken(true)}
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </Frame>
  );
}

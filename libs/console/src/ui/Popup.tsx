import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface Props {
  title: string;
  children: ReactNode;
  /** Absent: it can only be closed by what it asks for. */
  onClose?: (() => void) | undefined;
  role?: 'dialog' | 'alertdialog';
}

/** A dialog above the page, which waits. */
export function Popup({ title, children, onClose, role = 'dialog' }: Props) {
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable={Boolean(onClose) && role === 'dialog'}
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(isOpen) => !isOpen && onClose?.()}
    >
      <Modal className="modal">
        <Dialog className="dialog" role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

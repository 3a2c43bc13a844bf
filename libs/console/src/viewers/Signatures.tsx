import { useState } from 'react';
import { Button } from 'react-aria-components';
import { serviceUrl } from '../base';
import { number, t } from '../i18n';
import { Icon } from '../ui/Icon';
import { Popup } from '../ui/Popup';
import type { Signature } from './signatures';

/** Who signed a file, when, and the code by which that can be verified. */
export function Signatures({ signatures }: { signatures: readonly Signature[] }) {
  const [isOpen, setOpen] = useState(false);
  if (signatures.length === 0) return null;
  const name = t.sign.signatures(signatures.length, number(signatures.length));
  return (
    <>
      <Button className="button ghost" aria-label={name} onPress={() => setOpen(true)}>
        <Icon name="pen-tool" /> {signatures.length}
      </Button>
      {isOpen && (
        <Popup title={name} onClose={() => setOpen(false)}>
          <p className="quiet">{t.sign.claimed}</p>
          <ul className="stack signatures">
            {signatures.map(({ who, company, when, code }) => (
              <li key={code}>
                <p>
                  <b>{who}</b>
                </p>
                {company && <p>{company}</p>}
                <p className="quiet small">{when}</p>
                <p>
                  <code>{code}</code>
                </p>
                <a className="button" href={serviceUrl(`/verificar/${code}`)} target="_blank" rel="noreferrer">
                  {t.sign.verify}
                </a>
              </li>
            ))}
          </ul>
          <div className="dialog-actions">
            <Button className="button" onPress={() => setOpen(false)}>
              {t.close}
            </Button>
          </div>
        </Popup>
      )}
    </>
  );
}

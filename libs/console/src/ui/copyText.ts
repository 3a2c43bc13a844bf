import { t } from '../i18n';
import { say } from './Toasts';

/** Copies a text that stands in a field, and says that it is copied, or that it is not. */
export async function copyText(text: string, field: HTMLInputElement | null, copied: string): Promise<void> {
  // Browsers have a clipboard only for pages that came over TLS, or from this machine.
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    field?.select();
    if (!window.document.execCommand('copy')) return say(t.links.notCopied);
  }
  say(copied);
}

import { Button } from 'react-aria-components';
import { t } from '../i18n';

interface Props {
  /** What the form does. */
  submit: string;
  isBusy?: boolean;
  onCancel?: () => void;
}

/** Cancel and submit, below the fields of a form in a dialog. */
export const FormActions = ({ submit, isBusy = false, onCancel }: Props) => (
  <div className="dialog-actions">
    {onCancel && (
      <Button className="button" isDisabled={isBusy} onPress={onCancel}>
        {t.cancel}
      </Button>
    )}
    <Button className="button primary" type="submit" isPending={isBusy}>
      {submit}
    </Button>
  </div>
);

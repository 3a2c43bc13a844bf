import { t } from '../../i18n';

export function UserStatus({ isActive }: { isActive: boolean }) {
  return <span className={isActive ? 'status good' : 'status bad'}>{isActive ? t.users.active : t.users.inactive}</span>;
}

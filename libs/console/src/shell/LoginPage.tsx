import { t } from '../i18n';
import { useTitle } from '../ui/useTitle';
import { LoginForm } from './LoginForm';
import { Mark } from './Mark';

export function LoginPage() {
  useTitle(t.login.enter);
  return (
    <main className="login">
      <div className="login-card">
        <Mark />
        <h1>{t.login.title}</h1>
        <LoginForm />
      </div>
    </main>
  );
}

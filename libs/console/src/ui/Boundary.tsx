import { Component, type ReactNode } from 'react';
import { t } from '../i18n';
import { EmptyState } from './EmptyState';

interface Props {
  children: ReactNode;
  /** In place of words about it. */
  fallback?: ReactNode;
  onFailure?: (problem: unknown) => void;
}

/** Keeps the shell when a page fails, also when its script could not be loaded. */
export class Boundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(problem: unknown) {
    this.props.onFailure?.(problem);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <EmptyState icon="circle-alert" isPage title={t.problems.unexpected}>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t.problems.retry}
        </button>
      </EmptyState>
    );
  }
}

import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

/** Nothing to show: what that means, and what to do about it. */
export function EmptyState({
  icon,
  title,
  isPage = false,
  children,
}: {
  icon: IconName;
  title: string;
  isPage?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      {/* Where it is all that the page has, it is its heading. */}
      {isPage ? <h1 className="empty-title">{title}</h1> : <p className="empty-title">{title}</p>}
      {children}
    </div>
  );
}

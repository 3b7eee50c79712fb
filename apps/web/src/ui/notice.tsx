import type { ReactNode } from 'react';

interface NoticeProps {
  tone: 'alert' | 'warn' | 'plain';
  title?: string;
  children: ReactNode;
}

/** Says what happened and what to do. Problems are announced at once; plain notes are not. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === 'plain' ? undefined : 'alert'}>
      {title && <p className="notice__title">{title}</p>}
      {children}
    </div>
  );
}

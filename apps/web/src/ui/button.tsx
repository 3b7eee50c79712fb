import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: 'primary' | 'record' | 'plain';
  small?: boolean;
  /** Receives focus when the control that held it has gone. */
  focusHome?: boolean;
}

export function Button({ look = 'plain', small = false, focusHome = false, ...rest }: ButtonProps) {
  const className = `button button--${look}${small ? ' button--small' : ''}`;
  return <button type="button" className={className} data-focus-home={focusHome || undefined} {...rest} />;
}

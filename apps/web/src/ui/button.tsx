import type { ButtonHTMLAttributes, MouseEvent } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-disabled'> {
  look?: 'primary' | 'record' | 'plain';
  small?: boolean;
  /** Receives focus when the control that held it has gone. */
  focusHome?: boolean;
  /** Keeps the focus, unlike `disabled`, and does nothing. Given to a button that begins something, which a double click begins once. */
  'aria-disabled'?: boolean;
}

export function Button({ look = 'plain', small = false, focusHome = false, onClick, ...rest }: ButtonProps) {
  const className = `button button--${look}${small ? ' button--small' : ''}`;
  const { 'aria-disabled': isBusy } = rest;
  const begin = (event: MouseEvent<HTMLButtonElement>) => {
    // The second click may come before the page shows that the first has begun something.
    if (!isBusy && event.detail < 2) onClick?.(event);
  };
  return (
    <button
      type="button"
      className={className}
      data-focus-home={focusHome || undefined}
      onClick={isBusy === undefined ? onClick : begin}
      {...rest}
    />
  );
}

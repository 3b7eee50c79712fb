import { useEffect, useRef } from 'react';

/**
 * Keeps the focus of keyboard and screen-reader users when a step replaces another: if the focused element is
 * gone, focus moves to the new step's `[data-focus-home]`. It is never taken from an existing element.
 *
 * @param step changes when the page shows another step.
 */
export function useFocusHome(step: string): void {
  const shown = useRef(step);
  const hasArrived = useRef(false);
  useEffect(() => {
    if (shown.current === step) return;
    // While the page first loads, the focus has been nowhere yet. It is loaded again only after a press, whose button has gone.
    const isArriving = shown.current === 'loading' && !hasArrived.current;
    shown.current = step;
    hasArrived.current = true;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || isArriving) return;
    document.querySelector<HTMLElement>('[data-focus-home]')?.focus({ preventScroll: false });
  }, [step]);
}

/**
 * Once what was asked in place of a control is answered and has gone, and the focus with it: gives the focus to that control, to another
 * one at the same place, or to the page's heading. For what takes the focus when it appears.
 *
 * @param name of the control that led here
 */
export function useFocusBack(name: string): void {
  useEffect(() => {
    const place = document.activeElement?.closest('li, section, main');
    return () => {
      if (document.activeElement !== document.body) return;
      const controls = place?.isConnected ? [...place.querySelectorAll('button')] : [];
      const back = controls.find(({ textContent }) => textContent === name) ?? controls[0];
      (back ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    };
  }, [name]);
}

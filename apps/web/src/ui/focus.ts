import { useEffect, useRef } from 'react';

/**
 * Keeps the focus of keyboard and screen-reader users when a step replaces another: if the focused element is
 * gone, focus moves to the new step's `[data-focus-home]`. It is never taken from an existing element.
 *
 * @param step changes when the page shows another step.
 */
export function useFocusHome(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    const arriving = shown.current === 'loading';
    shown.current = step;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || arriving) return;
    document.querySelector<HTMLElement>('[data-focus-home]')?.focus({ preventScroll: false });
  }, [step]);
}

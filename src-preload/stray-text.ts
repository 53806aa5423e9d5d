import { FOCUS_EVENTS, TEXT_EVENTS } from './text-events.ts';

/** Elements that may have the focus without containing a frame. */
const CONTROLS = 'a, body, button, input, select, summary, textarea';

/**
 * Keeps text that comes without keys from the page while main says so. Electron has main drop keys that were meant for a window
 * which asks for a secret, and reports nothing of an input method, a character picker or a paste by the system. Runs in the
 * preload's own world, before any script of the page. `onKeep`: calls back with what main says.
 */
export function keepStrayText(onKeep: (listener: (kept: boolean) => void) => void): void {
  let kept = false;
  let leaving = false;
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const leave = (): void => {
    leaving = true;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    leaving = false;
  };
  onKeep((wanted) => {
    kept = wanted;
    if (kept && document.activeElement?.matches(CONTROLS) === false) leave();
  });
  for (const name of TEXT_EVENTS)
    addEventListener(
      name,
      (event) => {
        if (!kept || !event.isTrusted) return;
        stop(event);
        // That of an input method cannot be dropped: it loses the field that it was for.
        if (!event.defaultPrevented || name.startsWith('composition')) leave();
      },
      { capture: true },
    );
  for (const name of FOCUS_EVENTS)
    addEventListener(
      name,
      (event) => {
        if (leaving) event.stopImmediatePropagation();
        // It went to a frame of the page, which has no preload and which no page of ours has; the focus is being moved, so
        // that it cannot be moved back.
        else if (kept && name === 'blur' && event.target === globalThis.self && document.hasFocus())
          document.activeElement?.remove();
      },
      { capture: true },
    );
  for (const name of ['pointerdown', 'touchstart'])
    addEventListener(
      name,
      (event) => {
        // The user is there.
        if (event.isTrusted) kept = false;
      },
      { capture: true },
    );
}

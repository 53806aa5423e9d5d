/** Text that does not come from single keys: pasted text, and text from an input method or a character picker. */
export const TEXT_EVENTS = [
  'paste',
  'beforeinput',
  'compositionstart',
  'compositionupdate',
  'compositionend',
] as const;

/** The events by which a page learns that a part of it lost or got the focus. */
export const FOCUS_EVENTS = [
  'blur',
  'focusout',
  'DOMFocusOut',
  'change',
  'focus',
  'focusin',
  'DOMFocusIn',
] as const;

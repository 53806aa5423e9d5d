import { digitOf } from '../ui/keyboard.ts';

/** The operations of pointer and keys on a chart. Pixels are relative to the chart. */
export interface GestureTarget {
  /** The part of the chart under a pixel. */
  placeOf(x: number, y: number): 'plot' | 'value-axis' | 'time-axis';
  panBy(dx: number, dy: number, y: number): void;
  zoomAt(x: number, factor: number): void;
  stretchAxis(y: number, factor: number): void;
  freeAxis(y: number): void;
  home(): void;
  toStart(): void;
  toEnd(): void;
  point(x: number, y: number): void;
  leave(): void;
  /** Moves the crosshair by candles. */
  stepCrosshair(candles: number): void;
  /** Returns true if a drawing or a line took the press. */
  press(x: number, y: number, measuring: boolean): boolean;
  drag(x: number, y: number): void;
  release(x: number, y: number): void;
  /** The press ended without a release: the system cancelled the pointer, or a second finger touched the chart. */
  interrupt(x: number, y: number): void;
  cancel(): boolean;
  removeChosen(): boolean;
  /** Selects the next drawing, or the one before. Returns true if there is one. */
  chooseNext(step: 1 | -1): boolean;
  /** The keys hold the next anchor of the selected drawing, or all of it. Returns true if one is selected. */
  holdNext(): boolean;
  /** Moves the place that is sought for a drawing, or the selected drawing. Returns true if there is either. */
  steer(candles: number, pixels: number): boolean;
  /** Puts an anchor of a drawing at the place that was sought. Returns true if one was. */
  place(): boolean;
  /** Opens the settings of the selected drawing. Returns true if one is selected. */
  edit(): boolean;
  /** The keys that moved something were released. */
  settle(): void;
  /** Takes hold of the next line that can be moved. Returns true if there is one. */
  pick(): boolean;
  /** Moves the line that is held by so many pixels up. Returns true if one is. */
  nudge(pixels: number): boolean;
  /** Lets go of it where it is. */
  drop(): boolean;
  cursorAt(x: number, y: number): string;
  /** Returns true if there is a menu for that place. */
  menu(x: number, y: number, byKeys: boolean): boolean;
}

const WHEEL_ZOOM = 0.0016;
const MOST_WHEEL = 240;
const KEY_PAN_PIXELS = 60;
const KEY_ZOOM = 1.2;
const KEY_NUDGE_FAR = 10;
const LINE_PIXELS = 24;

type Mode = 'pan' | 'stretch' | 'squeeze' | 'draw';

/** Listens on an element; returns a function that stops listening. */
export function listenToGestures(element: HTMLElement, target: GestureTarget): () => void {
  const stop = new AbortController();
  const pointers = new Map<number, { x: number; y: number }>();
  let mode: Mode | undefined;
  /** Whether a menu key was pressed last: Chromium reports its event with a mouse's pointer type. */
  let menuKey = false;

  const pixel = (event: MouseEvent): { x: number; y: number } => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    passive = true,
  ): void => element.addEventListener(name, listener, { signal: stop.signal, passive });

  listen('pointerdown', (event) => {
    menuKey = false;
    if (event.button !== 0) return;
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    const at = pixel(event);
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      if (mode === 'draw') target.interrupt(at.x, at.y);
      mode = 'pan';
      return;
    }
    const place = target.placeOf(at.x, at.y);
    if (place === 'plot') mode = target.press(at.x, at.y, event.shiftKey) ? 'draw' : 'pan';
    else mode = place === 'value-axis' ? 'stretch' : 'squeeze';
  });

  listen('pointermove', (event) => {
    const at = pixel(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined || mode === undefined) {
      target.point(at.x, at.y);
      target.drag(at.x, at.y);
      element.style.cursor = target.cursorAt(at.x, at.y);
      return;
    }
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      pinch(event.pointerId, before, at);
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    if (mode === 'pan') target.panBy(dx, dy, before.y);
    else if (mode === 'draw') target.drag(at.x, at.y);
    else if (mode === 'stretch') target.stretchAxis(before.y, Math.exp(dy * 0.006));
    else target.zoomAt(Number.POSITIVE_INFINITY, Math.exp(-dx * 0.006));
    target.point(at.x, at.y);
  });

  /** Two fingers: the content between them stays between them. */
  function pinch(moved: number, before: { x: number; y: number }, at: { x: number; y: number }): void {
    const other = [...pointers].find(([id]) => id !== moved)?.[1];
    if (other === undefined) return;
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    if (apart > 0) target.zoomAt((before.x + other.x) / 2, now / apart);
    target.panBy((at.x - before.x) / 2, 0, at.y);
  }

  const end = (event: PointerEvent, how: 'release' | 'interrupt'): void => {
    const at = pixel(event);
    if (pointers.delete(event.pointerId) && mode === 'draw') target[how](at.x, at.y);
    if (pointers.size === 0) mode = undefined;
  };
  listen('pointerup', (event) => end(event, 'release'));
  listen('pointercancel', (event) => end(event, 'interrupt'));
  listen('pointerleave', () => {
    if (pointers.size === 0) target.leave();
  });

  listen('dblclick', (event) => {
    const { x, y } = pixel(event);
    if (target.placeOf(x, y) === 'value-axis') target.freeAxis(y);
    else target.home();
  });

  listen(
    'contextmenu',
    (event) => {
      const { x, y } = pixel(event);
      const byKeys = menuKey || !('pointerType' in event) || event.pointerType === '';
      menuKey = false;
      if (target.menu(x, y, byKeys)) event.preventDefault();
    },
    false,
  );

  listen(
    'wheel',
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const { x, y } = pixel(event);
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
      if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) target.panBy(-(dx || dy), 0, y);
      else if (target.placeOf(x, y) === 'value-axis') target.stretchAxis(y, Math.exp(dy * WHEEL_ZOOM));
      else {
        const bound = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, dy * (event.ctrlKey ? 6 : 1)));
        target.zoomAt(x, Math.exp(-bound * WHEEL_ZOOM));
      }
    },
    false,
  );

  listen(
    'keydown',
    (event) => {
      menuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (handleKey(digitOf(event) === 0 ? '0' : event.key, event.shiftKey, target)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    false,
  );

  listen('keyup', () => target.settle());

  return () => stop.abort();
}

/** Candles to the right and pixels downwards. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function handleKey(key: string, shift: boolean, target: GestureTarget): boolean {
  const step = STEPS[key];
  if (step !== undefined) {
    const far = shift ? KEY_NUDGE_FAR : 1;
    if (target.steer(step[0] * far, step[1] * far)) return true;
  }
  switch (key) {
    case 'n':
    case 'N':
      return target.chooseNext(shift ? -1 : 1);
    case ' ':
      return target.holdNext();
    case 'ArrowLeft':
      if (shift) target.stepCrosshair(-1);
      else target.panBy(KEY_PAN_PIXELS, 0, 0);
      return true;
    case 'ArrowRight':
      if (shift) target.stepCrosshair(1);
      else target.panBy(-KEY_PAN_PIXELS, 0, 0);
      return true;
    case 'F2':
      return target.pick();
    case 'Enter':
      return target.place() || target.drop() || target.edit();
    case 'ArrowUp':
    case 'ArrowDown':
      if (!target.nudge((key === 'ArrowUp' ? 1 : -1) * (shift ? KEY_NUDGE_FAR : 1)))
        target.zoomAt(Number.POSITIVE_INFINITY, key === 'ArrowUp' ? KEY_ZOOM : 1 / KEY_ZOOM);
      return true;
    case '+':
    case '=':
      target.zoomAt(Number.POSITIVE_INFINITY, KEY_ZOOM);
      return true;
    case '-':
      target.zoomAt(Number.POSITIVE_INFINITY, 1 / KEY_ZOOM);
      return true;
    case 'Home':
      target.toStart();
      return true;
    case 'End':
      target.toEnd();
      return true;
    case '0':
      target.home();
      return true;
    case 'Escape':
      return target.cancel();
    case 'Delete':
    case 'Backspace':
      return target.removeChosen();
    default:
      return false;
  }
}

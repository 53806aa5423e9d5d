import { expect, it } from 'vitest';
import { type GestureTarget, listenToGestures } from '../../../src-renderer/chart/gestures.ts';

/** An element that receives pointer events, and the calls to a target that takes each press. */
function board() {
  const told: string[] = [];
  const target = {
    placeOf: () => 'plot',
    cursorAt: () => 'default',
    press: () => told.push('press') > 0,
    drag: () => told.push('drag'),
    release: () => told.push('release'),
    interrupt: () => told.push('interrupt'),
    panBy: () => told.push('pan'),
    zoomAt: () => undefined,
    point: () => undefined,
  } as unknown as GestureTarget;
  const element = Object.assign(new EventTarget(), {
    style: { cursor: '' },
    focus: () => undefined,
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
  });
  listenToGestures(element as unknown as HTMLElement, target);
  const pointer = (type: string, pointerId: number, clientY: number): void => {
    element.dispatchEvent(Object.assign(new Event(type), { button: 0, clientX: 10, clientY, pointerId }));
  };
  return { told, pointer };
}

it.each([
  ['pointerup', 'release'],
  ['pointercancel', 'interrupt'],
])('ends a drag after %s with %s', (type, ending) => {
  const { told, pointer } = board();
  pointer('pointerdown', 1, 10);
  pointer('pointermove', 1, 20);
  pointer(type, 1, 20);
  expect(told).toEqual(['press', 'drag', ending]);
});

it('interrupts a drag when a second finger touches, and pans from then on', () => {
  const { told, pointer } = board();
  pointer('pointerdown', 1, 10);
  pointer('pointermove', 1, 20);
  pointer('pointerdown', 2, 40);
  pointer('pointermove', 2, 50);
  pointer('pointerup', 2, 50);
  pointer('pointerup', 1, 20);
  expect(told).toEqual(['press', 'drag', 'interrupt', 'pan']);
});

import { expect, it } from 'vitest';
import { BesideMain } from '../../../src-main/shell/chromium/beside-main.ts';
import { SIDE_WINDOWS, type Placed, type WindowBounds } from '../../../src-main/shell/windows.ts';

const USUAL = SIDE_WINDOWS.approval.bounds;
const SCREEN: Placed = { left: 0, top: 0, width: 1920, height: 1080 };
const OTHER_SCREEN: Placed = { left: 1920, top: 0, width: 1920, height: 1080 };
const MAIN: Placed = { left: 100, top: 100, width: 1280, height: 800 };

/** A trading window at that place, and what is asked of it. */
function desk(place: WindowBounds | undefined) {
  const window = { place, screen: SCREEN as Placed | undefined, asked: 0 };
  const beside = new BesideMain({
    bounds: () => Promise.resolve(window.place),
    screen: () => {
      window.asked += 1;
      return window.screen ? Promise.resolve(window.screen) : Promise.reject(new Error('the page is gone'));
    },
  });
  return { window, beside };
}

it('asks the page for its screen once, as long as its window does not move', async () => {
  const { window, beside } = desk(MAIN);
  await beside.measure();
  const placed = { ...USUAL, left: 340, top: 70 };
  expect(await beside.bounds(0.75)).toEqual(placed);
  expect(await beside.bounds(0.75)).toEqual(placed);
  expect(window.asked).toBe(1);
});

it('measures the screen anew where the window moved', async () => {
  const { window, beside } = desk(MAIN);
  await beside.measure();
  window.place = { ...MAIN, left: 2_500 };
  window.screen = OTHER_SCREEN;
  expect(await beside.bounds(0.75)).toEqual({ ...USUAL, left: 2_740, top: 70 });
  expect(window.asked).toBe(2);
});

it('measures again when it is told to', async () => {
  const { window, beside } = desk(MAIN);
  await beside.measure();
  window.screen = { ...SCREEN, width: 1_000 };
  await beside.measure();
  expect(await beside.bounds(0.75)).toEqual({ ...USUAL, left: 280, top: 70 });
});

it.each([
  ['the ticket', desk(MAIN), undefined],
  ['the window', desk(undefined), 0.75],
  ['where the window is', desk({ width: 1280, height: 800 }), 0.75],
] as const)('has the usual size and no place where nobody knows %s', async (_what, { beside }, edge) => {
  await beside.measure();
  expect(await beside.bounds(edge)).toEqual(USUAL);
});

it('has the usual size and no place where the page does not tell its screen, and asks it again the next time', async () => {
  const { window, beside } = desk(MAIN);
  window.screen = undefined;
  await beside.measure();
  expect(await beside.bounds(0.75)).toEqual(USUAL);
  window.screen = SCREEN;
  expect(await beside.bounds(0.75)).toEqual({ ...USUAL, left: 340, top: 70 });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { besideTicket } from '../../../src-main/shell/windows.ts';

const SCREEN = { left: 0, top: 0, width: 1920, height: 1040 };
const SIZE = { width: 720, height: 860 };

describe('the place of the approval window', () => {
  it('ends where the ticket begins', () => {
    const main = { left: 100, top: 50, width: 1600, height: 900 };
    expect(besideTicket(SIZE, main, 0.75, SCREEN)).toEqual({ width: 720, height: 860, left: 580, top: 70 });
  });

  it('is wholly on the screen, whatever a page says of its ticket and wherever its window is', () => {
    const at = fc.integer({ min: -4_000, max: 6_000 });
    const size = fc.integer({ min: 200, max: 4_000 });
    const place = fc.record({ left: at, top: at, width: size, height: size });
    fc.assert(
      fc.property(place, fc.double({ min: 0, max: 1, noNaN: true }), place, (main, edge, screen) => {
        const { left, top, width, height } = besideTicket(SIZE, main, edge, screen);
        expect(left).toBeGreaterThanOrEqual(screen.left);
        expect(top).toBeGreaterThanOrEqual(screen.top);
        expect(left + width).toBeLessThanOrEqual(screen.left + screen.width);
        expect(top + height).toBeLessThanOrEqual(screen.top + screen.height);
      }),
    );
  });
});

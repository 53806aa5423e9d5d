import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardPlace, tourSteps } from '../../../src-renderer/features/onboarding/tour-steps.ts';

const WINDOW = { width: 1280, height: 800 };
const CARD = { width: 320, height: 200 };

describe('the card of the tour', () => {
  it('has six stops', () => {
    expect(tourSteps).toHaveLength(6);
    expect(new Set(tourSteps.map(({ target }) => target)).size).toBe(6);
  });

  it('stands beside what it is about, and within it where there is no room beside', () => {
    expect(cardPlace({ left: 0, top: 40, width: 300, height: 700 }, CARD, WINDOW)).toEqual({
      left: 312,
      top: 290,
    });
    expect(cardPlace({ left: 960, top: 40, width: 320, height: 700 }, CARD, WINDOW)).toEqual({
      left: 628,
      top: 290,
    });
    expect(cardPlace({ left: 0, top: 0, width: 1280, height: 800 }, CARD, WINDOW)).toEqual({
      left: 480,
      top: 300,
    });
  });

  it('is always inside the window, and covers its target only where no side has room', () => {
    const target = fc.record({
      left: fc.integer({ min: 0, max: 1200 }),
      top: fc.integer({ min: 0, max: 700 }),
      width: fc.integer({ min: 1, max: 1280 }),
      height: fc.integer({ min: 1, max: 800 }),
    });
    fc.assert(
      fc.property(target, (box) => {
        const { left, top } = cardPlace(box, CARD, WINDOW);
        expect(left >= 0 && left + CARD.width <= WINDOW.width).toBe(true);
        expect(top >= 0 && top + CARD.height <= WINDOW.height).toBe(true);
        const beside =
          left >= box.left + box.width ||
          left + CARD.width <= box.left ||
          top >= box.top + box.height ||
          top + CARD.height <= box.top;
        const room = Math.max(
          WINDOW.width - box.left - box.width - CARD.width,
          box.left - CARD.width,
          WINDOW.height - box.top - box.height - CARD.height,
          box.top - CARD.height,
        );
        expect(beside || room < 24).toBe(true);
      }),
    );
  });
});

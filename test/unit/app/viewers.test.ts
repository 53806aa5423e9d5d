import { expect, it } from 'vitest';
import { Viewers } from '../../../src-main/app/viewers.ts';

it('the user counts as looking while any window can be seen', () => {
  const told: boolean[] = [];
  const viewers = new Viewers((anybody) => void told.push(anybody));
  expect(viewers.anybody).toBe(true);
  viewers.see('second', true);
  viewers.see('desk', false);
  viewers.see('fourth', false);
  expect(viewers.anybody).toBe(true);
  viewers.see('second', false);
  expect(viewers.anybody).toBe(false);
  viewers.see('desk', true);
  expect(told).toEqual([true, true, true, false, true]);
});

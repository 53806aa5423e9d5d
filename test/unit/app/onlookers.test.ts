import { expect, it } from 'vitest';
import { Onlookers } from '../../../src-main/app/onlookers.ts';

it('the user counts as looking while any window can be seen', () => {
  const told: boolean[] = [];
  const onlookers = new Onlookers((anybody) => void told.push(anybody));
  expect(onlookers.anybody).toBe(true);
  onlookers.see('second', true);
  onlookers.see('desk', false);
  onlookers.see('fourth', false);
  expect(onlookers.anybody).toBe(true);
  onlookers.see('second', false);
  expect(onlookers.anybody).toBe(false);
  onlookers.see('desk', true);
  expect(told).toEqual([true, true, true, false, true]);
});

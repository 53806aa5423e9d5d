import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { Batches } from '../../../../src-main/features/approval/batches.ts';
import type { ApprovalWindow } from '../../../../src-main/features/approval/approval-window.ts';
import { cancelWords } from '../../../../src-renderer/features/orders/order-words.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { seededRandom } from '../../../support/wallet-bench.ts';

/** The trading window shows the progress of planning a cancellation of many orders. */
describe('the planning of a cancellation', () => {
  const made = () => {
    const parts = { clock: new ManualClock(), random: seededRandom(1) };
    const profiles = {
      current: () => failed(failure('not-configured')),
      onChange: () => undefined,
      onConnected: () => undefined,
    };
    const batches = new Batches(parts, profiles, {} as ApprovalWindow);
    const said = (): string => {
      const { planning } = batches.topic.value;
      return planning ? JSON.stringify(cancelWords('building', 40, 'password', planning)[0]) : 'none';
    };
    return { batches, said };
  };

  it('is shown at each tenth, in words, until it ends', () => {
    const { batches, said } = made();
    const planning = batches.planning();
    const lines = Array.from({ length: 40 }, (_, at) => {
      planning.found(at + 1, 40);
      return said();
    });
    expect(new Set(lines).size).toBe(1 + 10);
    expect(said()).toContain('40 of 40 orders are looked up on the ledger.');
    planning.divided(30, 40);
    expect(said()).toContain('30 of 40 orders are divided over transactions.');
    planning.end();
    expect(said()).toBe('none');
    expect(batches.topic.value).toEqual({});
  });

  it('is not shown for a few orders', () => {
    const { batches, said } = made();
    const planning = batches.planning();
    for (let done = 1; done <= 12; done += 1) planning.found(done, 12);
    expect(said()).toBe('none');
    planning.end();
  });
});

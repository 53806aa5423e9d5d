import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import {
  ApprovalWindow,
  type ApprovalProfile,
} from '../../../../src-main/features/approval/approval-window.ts';
import type { Reviewed } from '../../../../src-main/features/approval/approval-view.ts';
import { Front } from '../../../../src-main/gate/front.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { TestWindows } from '../../../support/test-app.ts';
import { codeOf } from '../../../support/trader.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('the approval window stays away while the browser comes up with a page that it was given during the build', async () => {
  const windows = new TestWindows();
  const clock = new ManualClock();
  const front = new Front(clock);
  const approval = new ApprovalWindow(
    { windows, clock, front, log: silent, machineTime: (moment) => moment },
    'dark',
  );
  const discarded: string[] = [];
  const profile = {
    trading: { discard: (id: string) => Promise.resolve(void discarded.push(id)) },
  } as unknown as ApprovalProfile;
  const built: string[] = [];
  const make = () => {
    built.push('one');
    front.handedOut();
    return Promise.resolve(ok({ trade: { id: 'one' } } as Reviewed));
  };
  front.acted('desk');
  expect(codeOf(await approval.present(profile, make))).toBe('page-opening');
  // Nothing is built for a window that may not come up.
  expect(codeOf(await approval.present(profile, make))).toBe('page-opening');
  expect([built, discarded]).toEqual([['one'], ['one']]);
  expect([windows.approvalOpen, front.asks]).toEqual([false, false]);
});

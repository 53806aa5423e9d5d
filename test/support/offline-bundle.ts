import { slotToUnix } from '#domain/network.ts';
import { epochMs, slot } from '#domain/time.ts';
import type { OfflineBundle } from '../../src-main/offline/bundle.ts';
import { judgeOffline, type JudgedBundle, type OfflineGrounds } from '../../src-main/offline/judge.ts';
import { agreedTo } from './agreed.ts';
import { goodTrade, myAddress, TIP, type GoodTrade } from './good-trade.ts';

/** The time at the tip of a good trade. */
export const BUNDLED_AT = epochMs(slotToUnix('preprod', TIP) * 1_000);

/** A good trade as it is handed out, with what is changed about it. */
export function goodBundle(
  change: Partial<OfflineBundle> = {},
  trade: GoodTrade = goodTrade(),
): OfflineBundle {
  return {
    network: 'preprod',
    exportedAt: BUNDLED_AT,
    tipSlot: slot(TIP),
    address: myAddress,
    paths: [],
    agreement: agreedTo(trade.input).agreed.agreement,
    transactions: [{ at: 0, cbor: trade.input.cbor }],
    parents: [...trade.parents.values()],
    ...change,
  };
}

/** The knowledge of a machine that holds the keys of a good trade. */
export function offlineGrounds(
  change: Partial<OfflineGrounds> = {},
  { input }: Pick<GoodTrade, 'input'> = goodTrade(),
): OfflineGrounds {
  return { own: input.own, now: BUNDLED_AT, scripts: input.scripts, ...change };
}

/** Judges a good trade's bundle after a change, by keys that hold it. */
export function judgedWith(
  change: Partial<OfflineBundle>,
  grounds: Partial<OfflineGrounds> = {},
): JudgedBundle {
  return judgeOffline(goodBundle(change), offlineGrounds(grounds));
}

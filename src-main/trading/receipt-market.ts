import { cut } from '../offline/signed-content.ts';
import { isMarket, type Market } from '../receipt/price-fields.ts';
import type { ReportedPlace } from '../exchanges/routing/reported-pools.ts';
import type { Route } from '../exchanges/routing/route.ts';
import type { BestPrice } from './best-price.ts';

/** The price finding for the record of the signature; null if it does not fit there. */
export function marketOf({ tone, sentence, notes, read }: BestPrice): Market | null {
  const found: Market = {
    sentence: cut(sentence),
    warned: tone === 'warn',
    notes: notes.map(cut),
    read: read ? readOf(read) : null,
  };
  return isMarket(found) ? found : null;
}

function readOf({ reading, better }: NonNullable<BestPrice['read']>): Market['read'] {
  const { slot, pools, seen, unread, contradicted, complete, route, proven } = reading;
  return {
    slot,
    pools,
    seen: seen.map(({ reference, script, assets: [first, second] }) => ({
      reference,
      script,
      assets: [first, second],
    })),
    unread,
    contradicted,
    complete,
    route: route ? routeOf(route, proven) : null,
    betterPpm: better === undefined ? null : Math.min(better, Number.MAX_SAFE_INTEGER),
  };
}

/** The places of a reading are those of reported outputs. */
function routeOf({ parts, out, fees }: Route, poolsProven: boolean): NonNullable<Market['read']>['route'] {
  return {
    parts: parts.map(({ place, sold, out: paid }) => ({
      pools: (place as ReportedPlace).outputs.map(({ reference }) => reference),
      assets: [place.pool.assets[0], place.pool.assets[1]],
      exchange: cut(place.exchange),
      sold: String(sold),
      out: String(paid),
    })),
    out: String(out),
    fees: String(fees),
    poolsProven,
  };
}

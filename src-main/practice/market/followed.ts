import type { AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import type { Pool, SwayRecord } from './types.ts';

/** A trade that a market carries out because the history that it follows has it. */
export interface CourseTrade {
  readonly token: AssetId;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** ADA for one whole token, as the history's candles have it. */
  readonly price: number;
  readonly lovelace: number;
}

/** A history that a market can follow instead of inventing its own trades. */
export interface Course {
  /** The trades from one moment until just before another, both in milliseconds, oldest first. */
  between(from: number, until: number): Iterable<CourseTrade>;
  /** The last price of each token before a moment (milliseconds), ADA for one whole token. */
  pricesAt(moment: number): ReadonlyMap<AssetId, number>;
}

/** The effect of an order on the price halves within this time. */
const HALF_LIFE_MS = 3_600_000;
/** A smaller effect than this is none. */
const LEAST_SWAY = 1e-5;

/** How far orders have moved prices off the course of a replayed history. The effect fades, and then candles are the history's again. */
export class Sways {
  readonly #sways = new Map<AssetId, { readonly factor: number; readonly at: number }>();

  constructor(records: readonly SwayRecord[] = []) {
    for (const [token, factor, at] of records) this.#sways.set(token as AssetId, { factor, at });
  }

  records(): readonly SwayRecord[] {
    return [...this.#sways].map(([token, { factor, at }]) => [token, factor, at]);
  }

  /** The factor at a moment; exactly 1 without an effect. */
  of(token: AssetId, time: number): number {
    const sway = this.#sways.get(token);
    if (!sway) return 1;
    const halves = Math.max(0, time - sway.at) / HALF_LIFE_MS;
    const left = (sway.factor - 1) * 0.5 ** Math.floor(halves) * (1 - (halves % 1) / 2);
    return Math.abs(left) < LEAST_SWAY ? 1 : 1 + left;
  }

  /** An order moved the price: half of that lasts for a while. */
  add(token: AssetId, before: number, after: number, time: number): void {
    if (!(before > 0 && after > 0)) return;
    const factor = this.of(token, time) * (1 + (after / before - 1) / 2);
    this.#sways.set(token, { factor, at: time });
  }
}

/** The pool at another price (lovelace for a base unit). Its product does not fall: no trade could take that from it. */
export function movedTo(pool: Pool, price: number): Pool {
  const root = Math.sqrt(Number(pool.ada)) * Math.sqrt(Number(pool.tokens));
  const ada = BigInt(Math.max(1, Math.floor(root * Math.sqrt(price))));
  return { ...pool, ada, tokens: mulDivCeil(pool.ada, pool.tokens, ada) };
}

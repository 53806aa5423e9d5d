import type { PositionView } from '#contract/trades.ts';
import type { AssetId } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import type { OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { positionsOf, tokensOf, type Position } from '../../trading/positions.ts';
import { StorageError } from '../../ports/storage-trouble.ts';
import { inSlices } from '../../trading/slices.ts';
import type { Trading } from '../../trading/trading.ts';

/** The open profile's holdings from its purchases, with their cost; empty until the whole journal has been read. */
export function positionsTopic(profiles: OpenProfile<{ readonly trading: Trading }>): Topic<PositionView[]> {
  const topic = new Topic<PositionView[]>([]);
  let end: () => void = () => undefined;
  profiles.onChange((profile) => {
    end();
    end = () => undefined;
    topic.set([]);
    if (!profile) return;
    const { trading } = profile;
    let open = true;
    const found = new Map<AssetId, Position>();
    const filledAt = ({ id }: Trade) =>
      trading
        .steps(id)
        .filter(({ state }) => state === 'partly-filled' || state === 'filled')
        .map(({ at }) => at);
    let counted = false;
    const show = (): void => topic.set([...found.values()].map(viewOf));
    const endListening = trading.onChange((changed) => {
      if (!counted || !mayMove(changed)) return;
      for (const token of tokensOf(changed)) {
        const own = [...trading.allTrades()].filter((trade) => tokensOf(trade).includes(token));
        const position = positionsOf(own, filledAt).get(token);
        if (position === undefined) found.delete(token);
        else found.set(token, position);
      }
      show();
    });
    const count = async (): Promise<void> => {
      const times = new Map<string, readonly EpochMs[]>();
      const changed = new Set<string>();
      const endNoting = trading.onChange(({ id }) => changed.add(id));
      const whole = await inSlices(
        [...trading.allTrades()],
        (trade) => void times.set(trade.id, filledAt(trade)),
        () => !open,
      );
      endNoting();
      if (!whole) return;
      for (const id of changed) times.delete(id);
      const known = (trade: Trade) => times.get(trade.id) ?? filledAt(trade);
      for (const [token, position] of positionsOf(trading.allTrades(), known)) found.set(token, position);
      counted = true;
      show();
    };
    trading.past.onDone(() => {
      count().catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        trading.past.fail(error.failure);
      });
    });
    end = () => {
      open = false;
      endListening();
    };
  });
  return topic;
}

/** Confirmations are counted with every block; they move nothing. */
function mayMove({ kind, confirmations }: Trade): boolean {
  return kind !== 'cancel' && (confirmations ?? 1) <= 1;
}

function viewOf({ token, units, paid, buys, others }: Position): PositionView {
  return { token, units: String(units), paid: String(paid), buys, others };
}

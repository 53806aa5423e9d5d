import type { PositionView } from '#contract/views.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Trade } from '#domain/trade.ts';
import type { OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { positionsOf, tokensOf, type Position } from '../../trading/positions.ts';
import type { Trading } from '../../trading/trading.ts';

/** What the open profile holds of its purchases, and what was paid for it; nothing before the whole journal was read. */
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
    const show = (): void => topic.set([...found.values()].map(viewOf));
    const endListening = trading.onChange((changed) => {
      if (!trading.isPastRead || !mayMove(changed)) return;
      for (const token of tokensOf(changed)) {
        const own = [...trading.allTrades()].filter((trade) => tokensOf(trade).includes(token));
        const position = positionsOf(own, filledAt).get(token);
        if (position === undefined) found.delete(token);
        else found.set(token, position);
      }
      show();
    });
    trading.onPastRead(() => {
      if (!open) return;
      for (const [token, position] of positionsOf(trading.allTrades(), filledAt)) found.set(token, position);
      show();
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

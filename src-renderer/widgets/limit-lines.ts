import type { PolicyLimitsView } from '#contract/profile.ts';
import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import { adaText } from '../format/amount.ts';
import { showBasisPoints } from '../format/decimal-text.ts';
import { words } from './words.ts';

/** One limit of a profile in words. */
interface LimitLine {
  readonly label: string;
  readonly text: (limits: PolicyLimitsView) => string;
}

/** In the order of their lines; the compiler asks for that of a new limit. */
export const LIMIT_LINES: { readonly [Limit in keyof Required<PolicyLimitsView>]: LimitLine } = {
  perTrade: { label: words.perTrade, text: ({ perTrade }) => ada(perTrade) },
  perDay: { label: words.perDay, text: ({ perDay }) => ada(perDay) },
  cost: { label: words.mostCost, text: ({ cost }) => ada(cost) },
  slippageBps: { label: words.largestSlippage, text: ({ slippageBps }) => showBasisPoints(slippageBps) },
  impactBps: {
    label: words.largestImpact,
    text: ({ impactBps }) => (impactBps === undefined ? words.noLimit : showBasisPoints(impactBps)),
  },
  betterPriceBps: {
    label: words.betterPrice,
    text: ({ betterPriceBps }) =>
      words.warningFrom({ share: showBasisPoints(betterPriceBps ?? BETTER_PRICE_BPS) }),
  },
  verifiedOnly: {
    label: words.tokensAllowed,
    text: ({ verifiedOnly }) => (verifiedOnly ? words.verifiedTokens : words.allTokens),
  },
  exchanges: {
    label: words.exchangesAllowed,
    text: ({ exchanges }) =>
      exchanges === undefined ? words.allExchanges : words.onlyExchanges({ names: exchanges.join(', ') }),
  },
  expert: {
    label: words.unknownScripts,
    text: ({ expert }) => (expert ? words.unknownAsk : words.unknownBlocked),
  },
};

/** Where a file's limits differ from those that the profile will have, one sentence each. */
export function differingLimits(file: PolicyLimitsView, here: PolicyLimitsView): readonly string[] {
  return Object.values(LIMIT_LINES).flatMap(({ label, text }) => {
    const [inFile, inProfile] = [text(file), text(here)];
    return inFile === inProfile ? [] : [words.limitDiffers({ limit: label, file: inFile, here: inProfile })];
  });
}

function ada(lovelace: string | undefined): string {
  return lovelace === undefined ? words.noLimit : adaText(BigInt(lovelace), { significant: 20 });
}

import { formatDecimal } from '#domain/decimal.ts';
import { percentText } from '../inspect/wording.ts';
import type { PolicyLimits } from '../inspect/policy.ts';

const ada = (lovelace: bigint | undefined): string =>
  lovelace === undefined ? 'no limit' : `${formatDecimal(lovelace, 6)} ADA`;

/** The limits of a machine that signs without a network, as people read them. */
export const limitWords = {
  lines: (limits: PolicyLimits): readonly string[] => [
    `Per trade        ${ada(limits.perTrade)}`,
    `In 24 hours      ${ada(limits.perDay)}`,
    `Costs per trade  ${ada(limits.cost)}`,
    `Slippage         ${percentText(limits.slippageBps)} at most`,
    `Price impact     ${limits.impactBps === undefined ? 'no limit' : `${percentText(limits.impactBps)} at most`}`,
    `Exchanges        ${limits.exchanges === undefined ? 'all' : limits.exchanges.join(', ')}`,
    `Tokens           ${limits.verifiedOnly ? 'verified ones only' : 'all'}`,
    `Unknown scripts  ${limits.expert ? 'asked about' : 'blocked'}`,
  ],
  /** The same in one line: of the limits on amounts only those that are set. */
  line: ({ perTrade, perDay, cost }: PolicyLimits): string => {
    const set = [
      ...(perTrade === undefined ? [] : [`${ada(perTrade)} per trade`]),
      ...(perDay === undefined ? [] : [`${ada(perDay)} in 24 hours`]),
      ...(cost === undefined ? [] : [`costs of ${ada(cost)}`]),
    ];
    return `Your limits    ${set.length === 0 ? 'none on amounts' : set.join(', ')}`;
  },
  lovelace: (option: string) => `--${option} takes an amount of ADA above zero such as 25 or 0.5, or none`,
  percent: (option: string, most: number, none: boolean) =>
    `--${option} takes percent from 0.01 to ${most / 100} with at most two decimals${none ? ', or none' : ''}`,
} as const;

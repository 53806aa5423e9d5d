import { ADA, parseAssetId } from '#domain/asset.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { summaryParagraph } from '../inspect/summary.ts';
import { amountText } from '../inspect/wording.ts';
import type { AmountAnswer, EffectAnswer, OrderAnswer, SlotAnswer } from './inspect-answer.ts';
import type { Judgement } from './inspect-judge.ts';

const VERDICT = {
  pass: 'PASS: nothing speaks against this transaction.',
  warn: 'WARN: read the warnings before anything is signed.',
  block: 'BLOCK: this transaction must not be signed.',
} as const;

const SEVERITY = { block: 'blocks', warn: 'warns', info: 'note' } as const;

/** A judgement in lines for people: the verdict first, the transaction's hash last. */
export function judgementLines({ answer, report }: Judgement): readonly string[] {
  const { verdict, findings, effect, orders, txHash } = answer;
  return [
    VERDICT[verdict],
    ...(report ? [summaryParagraph(report.summary)] : []),
    ...findings.map(
      ({ rule, severity, message }) => `  ${SEVERITY[severity].padEnd(6)}  ${rule.padEnd(3)}  ${message}`,
    ),
    ...(isEffect(effect) ? effectLines(effect) : []),
    ...orders.flatMap(orderLines),
    `Transaction: ${txHash ?? 'its hash cannot be told'}`,
  ];
}

function isEffect(effect: Judgement['answer']['effect']): effect is EffectAnswer {
  return 'net' in effect;
}

function effectLines(effect: EffectAnswer): readonly string[] {
  const { net, complete, recipients, validUntil, validFrom } = effect;
  return [
    complete ? 'Change of the wallet:' : 'Change of the wallet, without the inputs that are not known:',
    ...(net.length === 0 ? ['  none'] : net.map((amount) => `  ${signed(amount)}`)),
    ...recipients.map(({ address, amounts }) => `Paid to ${address}: ${listed(amounts)}`),
    ...(validFrom === null ? [] : [`Valid from:  ${moment(validFrom)}`]),
    ...(validUntil === null ? [] : [`Valid until: ${moment(validUntil)}`]),
  ];
}

function orderLines(order: OrderAnswer): readonly string[] {
  const { output, exchange, scriptHash, amounts, understood, wanted, minimumReceived, proceedsTo } = order;
  const where = exchange ?? `unknown script ${scriptHash}`;
  const head = `Order in output ${output + 1}, ${where}: ${listed(amounts)}`;
  if (!understood || minimumReceived === null) return [head, '  Its terms are not understood.'];
  const least =
    wanted === null
      ? `${minimumReceived} base units of what its pool trades`
      : amount({ unit: wanted, quantity: minimumReceived });
  return [
    head,
    minimumReceived === '0'
      ? `  Wants ${wanted ?? 'what its pool trades'}; ${NO_LEAST}`
      : `  Wants at least ${least}`,
    `  Pays ${proceedsTo ?? 'an address that cannot be told'}`,
    ...(order.cancelKey === null ? [] : [`  Can be taken back by the key ${order.cancelKey}`]),
  ];
}

function moment({ slot, time }: SlotAnswer): string {
  return time === null ? `slot ${slot}` : `${time} (slot ${slot})`;
}

function listed(amounts: readonly AmountAnswer[]): string {
  return amounts.map(amount).join(' and ') || 'nothing';
}

function signed({ unit, quantity }: AmountAnswer): string {
  return quantity.startsWith('-')
    ? `-${amount({ unit, quantity: quantity.slice(1) })}`
    : `+${amount({ unit, quantity })}`;
}

/** In base units and with its whole id, where it is no ADA: the ticker of a token is not known here. */
function amount({ unit, quantity }: AmountAnswer): string {
  const asset = parseAssetId(unit);
  if (asset === ADA) return amountText(ADA, BigInt(quantity));
  return `${quantity} of ${unit}`;
}

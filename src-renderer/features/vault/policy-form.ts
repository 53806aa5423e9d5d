import type { PolicyLimitsView } from '#contract/profile.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Failure } from '#domain/failure.ts';
import { asTyped } from '../../format/figures.ts';
import { readBasisPoints } from '../../format/typed-number.ts';
import { adaText } from '../../format/amount.ts';
import { misreadWords, parseEntry } from '../../format/number-entry.ts';
import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import { showBasisPoints, showDecimal } from '../../format/decimal-text.ts';
import { terms } from './terms-words.ts';

/** Input on the page of the limits. */
export interface PolicyForm {
  readonly perTrade: string;
  readonly perDay: string;
  readonly cost: string;
  readonly slippage: string;
  readonly impact: string;
  readonly betterPrice: string;
  readonly verifiedOnly: boolean;
  /** Codes of the exchanges that are ticked. */
  readonly allowed: readonly string[];
  readonly expert: boolean;
}

/** One field as it is understood: its value, what to say below it, and whether it is wrong. */
export interface FieldReading<Value> {
  readonly value: Value | undefined;
  readonly hint: string;
  readonly error?: string;
}

export interface PolicyReading {
  readonly perTrade: FieldReading<string>;
  readonly perDay: FieldReading<string>;
  readonly cost: FieldReading<string>;
  readonly slippage: FieldReading<number>;
  readonly impact: FieldReading<number>;
  readonly betterPrice: FieldReading<number>;
  readonly exchangesError?: string;
  /** Absent while something is wrong. */
  readonly limits?: PolicyLimitsView;
}

const ADA_DECIMALS = 6;
const WIDEST_SLIPPAGE = 5_000;
const WHOLE = 10_000;

/** The form as it opens. Every exchange is ticked where all are allowed. */
export function formOf(limits: PolicyLimitsView, known: readonly string[]): PolicyForm {
  const ada = (lovelace: string | undefined): string =>
    lovelace === undefined ? '' : asTyped(formatDecimal(BigInt(lovelace), ADA_DECIMALS));
  const percent = (bps: number | undefined): string => (bps === undefined ? '' : asTyped(String(bps / 100)));
  return {
    perTrade: ada(limits.perTrade),
    perDay: ada(limits.perDay),
    cost: ada(limits.cost),
    slippage: percent(limits.slippageBps),
    impact: percent(limits.impactBps),
    betterPrice: percent(limits.betterPriceBps),
    verifiedOnly: limits.verifiedOnly,
    allowed: limits.exchanges ?? known,
    expert: limits.expert,
  };
}

/** The limits that the form states. If all exchanges are ticked, exchanges that are not known yet are included. */
export function readForm(form: PolicyForm, known: readonly string[]): PolicyReading {
  const perTrade = readAda(form.perTrade);
  const perDay = readAda(form.perDay);
  const cost = readAda(form.cost);
  const slippage = readPercent(form.slippage, WIDEST_SLIPPAGE);
  const impact = readPercent(form.impact, WHOLE, terms.noLimit);
  const betterPrice = readPercent(
    form.betterPrice,
    WHOLE,
    terms.from({ share: showBasisPoints(BETTER_PRICE_BPS) }),
    (share) => terms.from({ share }),
  );
  const all = known.every((code) => form.allowed.includes(code));
  const exchangesError = known.length > 0 && form.allowed.length === 0 ? terms.allowOne : undefined;
  const wrong =
    [perTrade, perDay, cost, slippage, impact, betterPrice].some(({ error }) => error !== undefined) ||
    exchangesError !== undefined;
  const reading = {
    perTrade,
    perDay,
    cost,
    slippage,
    impact,
    betterPrice,
    ...(exchangesError === undefined ? {} : { exchangesError }),
  };
  if (wrong || slippage.value === undefined) return reading;
  return {
    ...reading,
    limits: {
      ...(perTrade.value === undefined ? {} : { perTrade: perTrade.value }),
      ...(perDay.value === undefined ? {} : { perDay: perDay.value }),
      ...(cost.value === undefined ? {} : { cost: cost.value }),
      slippageBps: slippage.value,
      ...(impact.value === undefined ? {} : { impactBps: impact.value }),
      ...(betterPrice.value === undefined ? {} : { betterPriceBps: betterPrice.value }),
      verifiedOnly: form.verifiedOnly,
      ...(all ? {} : { exchanges: [...form.allowed] }),
      expert: form.expert,
    },
  };
}

function readAda(text: string): FieldReading<string> {
  const entry = parseEntry(text, { decimals: ADA_DECIMALS });
  if (entry.kind === 'empty') return { value: undefined, hint: terms.noLimit };
  if (entry.kind === 'amount' && entry.units > 0n)
    return {
      value: entry.units.toString(),
      hint: terms.atMost({ most: adaText(entry.units, { significant: 20 }) }),
    };
  if (entry.kind === 'ambiguous') return misread(entry.failure);
  return { value: undefined, hint: '', error: terms.amountWanted };
}

/** `empty`: the meaning of an empty field, where that is allowed. `hint`: the message about a share. */
function readPercent(
  text: string,
  most: number,
  empty?: string,
  hint = (share: string): string => terms.atMost({ most: share }),
): FieldReading<number> {
  const typed = text.trim();
  if (typed === '' && empty !== undefined) return { value: undefined, hint: empty };
  const reading = readBasisPoints(typed, most);
  if (reading.kind === 'ambiguous') return misread(reading.failure);
  if (reading.kind === 'value') return { value: reading.value, hint: hint(showBasisPoints(reading.value)) };
  return {
    value: undefined,
    hint: '',
    error: terms.percentWanted({ least: percent(1), most: percent(most) }),
  };
}

/** `0.01` of one basis point. */
function percent(basisPoints: number): string {
  return showDecimal(BigInt(basisPoints), 2).text;
}

function misread(failure: Failure): FieldReading<never> {
  return { value: undefined, hint: '', error: misreadWords(failure) };
}

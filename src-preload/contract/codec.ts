import * as v from 'valibot';
import { LARGEST_QUANTITY } from '#domain/amount.ts';
import { isExchangeCode } from '#domain/exchange.ts';
import { LAST_MOMENT } from '#domain/time.ts';
import { withoutHidden } from '#domain/words/hidden.ts';

/** Amounts cross the bridge as decimal strings of base units, at most 40 digits. */
export const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,39})$/));
/** An asset as main spells it: `ADA`, or policy id and name in lower-case hex. */
export const assetId = v.pipe(v.string(), v.regex(/^(ADA|[0-9a-f]{56}([0-9a-f]{2}){0,32})$/));
export const hash32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const identifier = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));
export const exchangeCode = v.pipe(v.string(), v.check(isExchangeCode));
/** Exchanges that the user names: to use only these, or none of these. */
export const exchangeChoice = v.pipe(v.array(exchangeCode), v.maxLength(100));
export const shortText = v.pipe(v.string(), v.maxLength(300));
export const longText = v.pipe(v.string(), v.maxLength(4_000));
/** A name that hides nothing: no control characters, none that turn text around, and none that cannot be seen. */
export const plainName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[^\p{Co}]{1,40}$/u),
  v.check((text) => withoutHidden(text) === text),
);
export const finite = v.pipe(v.number(), v.finite());
/** Milliseconds since 1970, of a moment that a date can represent. */
export const epoch = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_MOMENT));
/** How many: 0 or more. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** How much of one asset, in base units. */
export const amount = v.strictObject({ asset: assetId, quantity: units });
/** How many decimals a token has. */
export const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(38));
/** The amount sold, and the asset bought. */
export const sale = {
  /** More than none, and no more than an output can hold. */
  pay: v.strictObject({
    asset: assetId,
    quantity: v.pipe(
      v.string(),
      v.check((text) => /^[1-9]\d{0,39}$/.test(text) && BigInt(text) <= LARGEST_QUANTITY),
    ),
  }),
  /** The decimals that the amount was read with; it is refused where the token has others. */
  payDecimals: decimals,
  receive: assetId,
};
/** Of the token that a price is of. */
export const side = v.picklist(['buy', 'sell']);
/** A slippage that the user may choose, in basis points. */
export const slippageChoice = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000));
export const none = v.strictObject({});

/** A secret that the user typed; only the vault table has these. */
export const secretText = v.pipe(v.string(), v.maxLength(512));

export const failure = v.strictObject({
  code: v.pipe(v.string(), v.maxLength(64)),
  data: v.optional(v.record(v.pipe(v.string(), v.maxLength(40)), v.union([shortText, finite, v.boolean()]))),
  detail: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/**
 * Whether a file was saved, and its name, possibly after that of its folder. Never a whole path: a page has no
 * business knowing where the user keeps files.
 */
export const savedFile = v.strictObject({
  saved: v.boolean(),
  path: v.optional(v.pipe(longText, v.regex(/^(?![/\\~]|[a-z]:)/i))),
});

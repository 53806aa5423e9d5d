import * as v from 'valibot';
import { LEDGER_APIS, SECOND_LEDGER_APIS } from '#domain/ledger-apis.ts';

const address = v.pipe(v.string(), v.maxLength(300));

/** Where a live profile finds its service, charts and ledger. */
export const liveAddresses = v.strictObject({
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  baseUrl: address,
  chartsUrl: address,
  chartsWsUrl: address,
  ledgerUrl: address,
  /** The API of the ledger back-end; Blockfrost's when absent. */
  ledgerApi: v.optional(v.picklist(LEDGER_APIS)),
  /** A node's submit API, which transactions go to instead. */
  submitUrl: v.optional(address),
  /** A back-end run by somebody else, asked without a key: it vouches for what transactions spend. */
  secondLedger: v.optional(v.strictObject({ url: address, api: v.picklist(SECOND_LEDGER_APIS) })),
});
export type LiveAddressesView = v.InferOutput<typeof liveAddresses>;

const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(240));

/** How long the wallet stays open: `autoLockMinutes` of 0 is for ever, `unlockMinutes` of 0 the usual time. */
export const protection = v.strictObject({ unlockMinutes: minutes, autoLockMinutes: minutes });
export type ProtectionView = v.InferOutput<typeof protection>;

/** A proposal of the trading window for the vault window: the page that agrees sends nothing but the password. */
export const protectionTask = v.strictObject({
  kind: v.literal('protection'),
  now: protection,
  wanted: protection,
});

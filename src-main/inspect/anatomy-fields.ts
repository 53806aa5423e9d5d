import { epochMs, LAST_MOMENT, type EpochMs } from '#domain/time.ts';
import { formatRewardAccount, parseRewardAccountBytes } from '../cardano/address.ts';
import { attachedMessage } from '../cardano/attached-data.ts';
import { hexBytes } from '../cardano/hex.ts';
import { exactLines } from './anatomy.ts';
import type { Facts } from './facts.ts';
import { shownAda } from './wording.ts';
import { sayIn, type Say } from './words/sentences.ts';

/** A field of the transaction by its name, in words. */
export interface FieldWords {
  readonly name: string;
  readonly text: string;
}

/** The reference needed to show slots as times. */
export interface SlotTimes {
  /** A slot and the time at which it was: slots last one second. */
  readonly slot: number;
  readonly time: EpochMs;
  /** Words for a time, as the user's own clock shows it. */
  readonly words: (time: EpochMs) => string;
}

/** Fields of the body that are only shown as present: no trade has them, and rule F1 or D2 blocks them. */
const BARE_FIELDS = [
  [4, 'field/certificates'],
  [6, 'field/protocol-update'],
  [19, 'field/votes'],
  [20, 'field/proposals'],
  [21, 'field/treasury-value'],
] as const;

/** Words for every field of the transaction that is neither input nor output. Never throws for a decoded one. */
export function fieldWords(facts: Facts, times?: SlotTimes, say: Say = sayIn('en')): readonly FieldWords[] {
  const { tx } = facts;
  const { body } = tx;
  const field = (name: string, text: string): FieldWords => ({ name, text });
  const present = (name: string, text: string | undefined): readonly FieldWords[] =>
    text === undefined ? [] : [field(name, text)];
  return [
    field(say('field/network-fee'), say('amount', { what: shownAda(body.fee) })),
    field(say('field/valid-from'), slotText(body.validFrom, say('value/from-now'), times, say)),
    field(say('field/valid-until'), slotText(body.validUntil, say('value/forever'), times, say)),
    ...body.requiredSigners.map((hash) => field(say('field/required-signer'), keyText(hash, facts, say))),
    field(say('field/signed-with'), say('value/own-keys', { keys: facts.ownSigners.length })),
    ...facts.foreignSigners.map((hash) =>
      field(say('field/also-signed'), say('value/somebody-key', { key: hash })),
    ),
    ...present(
      say('field/network'),
      body.networkId === undefined ? undefined : say('value/network', { id: body.networkId }),
    ),
    ...body.referenceInputs.map((reference) => field(say('field/read'), reference)),
    ...present(say('field/script-data'), body.scriptDataHash),
    ...present(say('field/total-collateral'), adaText(body.totalCollateral, say)),
    ...exactLines(body.mint, facts.context.tokens, say).map((line) => field(say('field/mint'), line)),
    ...body.withdrawals.map(({ account, quantity }) =>
      field(
        say('field/withdrawal'),
        say('value/withdrawal', { what: shownAda(quantity), account: accountText(account) }),
      ),
    ),
    ...present(say('field/donation'), adaText(body.donation, say)),
    ...BARE_FIELDS.filter(([key]) => body.keys.has(key)).map(([, name]) =>
      field(say(name), say('value/present')),
    ),
    ...attachedWords(facts, say),
    ...present(say('field/data-hash'), body.auxiliaryDataHash),
    ...(tx.witnesses.vkeys.length > 0
      ? [field(say('field/signatures'), String(tx.witnesses.vkeys.length))]
      : []),
    ...(tx.witnesses.hasScripts ? [field(say('field/scripts'), say('value/brings-scripts'))] : []),
    ...(tx.witnesses.hasRedeemers ? [field(say('field/calls'), say('value/spends-from-scripts'))] : []),
    field(say('field/marked'), say(tx.isValid ? 'value/valid' : 'value/failing')),
    field(say('field/size'), say('value/bytes', { bytes: tx.bytes.length.toLocaleString('en') })),
  ];
}

function adaText(quantity: bigint | undefined, say: Say): string | undefined {
  return quantity === undefined ? undefined : say('amount', { what: shownAda(quantity) });
}

function slotText(at: bigint | undefined, none: string, times: SlotTimes | undefined, say: Say): string {
  if (at === undefined) return none;
  const slot = at.toLocaleString('en');
  if (!times) return say('value/slot', { slot });
  const time = BigInt(times.time) + (at - BigInt(times.slot)) * 1_000n;
  if (time < 0n || time > LAST_MOMENT) return say('value/slot-without-date', { slot });
  return say('value/slot-at', { slot, time: times.words(epochMs(Number(time))) });
}

function keyText(key: string, { context }: Facts, say: Say): string {
  const { paymentKeyHashes, stakeKeyHashes } = context.own;
  if (paymentKeyHashes.has(key)) return say('value/own-payment-key', { key });
  if (context.own.script?.keys.has(key)) return say('value/script-key', { key });
  return say(stakeKeyHashes.has(key) ? 'value/own-stake-key' : 'value/other-key', { key });
}

function accountText(hex: string): string {
  const account = parseRewardAccountBytes(hexBytes(hex));
  return account.ok ? formatRewardAccount(account.value) : hex;
}

function attachedWords({ tx }: Facts, say: Say): readonly FieldWords[] {
  const { message, otherBytes } = attachedMessage(tx);
  return [
    ...(message === '' ? [] : [{ name: say('field/message'), text: message }]),
    ...(otherBytes === 0
      ? []
      : [
          {
            name: say('field/data'),
            text: say('value/data-bytes', { bytes: otherBytes.toLocaleString('en') }),
          },
        ]),
  ];
}

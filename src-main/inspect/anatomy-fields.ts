import { ADA } from '#domain/asset.ts';
import { epochMs, LAST_MOMENT, type EpochMs } from '#domain/time.ts';
import { formatRewardAccount, parseRewardAccountBytes } from '../cardano/address.ts';
import { attachedMessage } from '../cardano/attached-data.ts';
import { hexBytes } from '../cardano/hex.ts';
import { exactLines } from './anatomy.ts';
import type { Facts } from './facts.ts';
import { amountText } from './wording.ts';

/** A field of the transaction by its name, in words. */
export interface FieldWords {
  readonly name: string;
  readonly text: string;
}

/** What is needed to show slots as times. */
export interface SlotTimes {
  /** A slot and the time at which it was: slots last one second. */
  readonly slot: number;
  readonly time: EpochMs;
  /** Words for a time, as the user's own clock shows it. */
  readonly words: (time: EpochMs) => string;
}

/** Fields of the body that are only shown as present: no trade has them, and rule F1 or D2 blocks them. */
const BARE_FIELDS: ReadonlyMap<number, string> = new Map([
  [4, 'Certificates'],
  [6, 'Protocol update'],
  [19, 'Votes'],
  [20, 'Proposals'],
  [21, 'Treasury value'],
]);

/** Words for every field of the transaction that is neither input nor output. Never throws for a decoded one. */
export function fieldWords(facts: Facts, times?: SlotTimes): readonly FieldWords[] {
  const { tx } = facts;
  const { body } = tx;
  const field = (name: string, text: string): FieldWords => ({ name, text });
  const present = (name: string, text: string | undefined): readonly FieldWords[] =>
    text === undefined ? [] : [field(name, text)];
  return [
    field('Network fee', amountText(ADA, body.fee)),
    field('Valid from', slotText(body.validFrom, 'no lower limit: from now on', times)),
    field('Valid until', slotText(body.validUntil, 'no limit: forever once it is signed', times)),
    ...body.requiredSigners.map((hash) => field('Required signer', keyText(hash, facts))),
    field('Signed here with', signersText(facts.ownSigners.length, 'of your keys', 'none of your keys')),
    ...facts.foreignSigners.map((hash) => field('Also signed by', `somebody else, the key ${hash}`)),
    ...present('Network', networkText(body.networkId)),
    ...body.referenceInputs.map((reference) => field('Read, not spent', reference)),
    ...present('Hash of script data', body.scriptDataHash),
    ...present('Total collateral', ada(body.totalCollateral)),
    ...exactLines(body.mint, facts.given.tokens).map((line) => field('Minted or burnt', line)),
    ...body.withdrawals.map(({ account, quantity }) =>
      field('Withdrawal of rewards', `${amountText(ADA, quantity)} of ${accountText(account)}`),
    ),
    ...present('Donation to the treasury', ada(body.donation)),
    ...[...BARE_FIELDS]
      .filter(([key]) => body.keys.has(key))
      .map(([, name]) => field(name, 'present; their contents are not shown here')),
    ...attachedWords(facts),
    ...present('Hash of attached data', body.auxiliaryDataHash),
    ...(tx.witnesses.vkeys.length > 0
      ? [field('Signatures in it already', String(tx.witnesses.vkeys.length))]
      : []),
    ...(tx.witnesses.hasScripts ? [field('Scripts', 'it brings scripts along')] : []),
    ...(tx.witnesses.hasRedeemers ? [field('Script calls', 'it spends from scripts')] : []),
    field('Marked as', tx.isValid ? 'valid' : 'failing: the collateral is taken'),
    field('Size', `${tx.bytes.length.toLocaleString('en')} bytes`),
  ];
}

function ada(quantity: bigint | undefined): string | undefined {
  return quantity === undefined ? undefined : amountText(ADA, quantity);
}

function slotText(slot: bigint | undefined, none: string, times: SlotTimes | undefined): string {
  if (slot === undefined) return none;
  const shown = `slot ${slot.toLocaleString('en')}`;
  if (!times) return shown;
  const time = BigInt(times.time) + (slot - BigInt(times.slot)) * 1_000n;
  if (time < 0n || time > LAST_MOMENT) return `${shown}, no time that has a date`;
  return `${times.words(epochMs(Number(time)))} (${shown})`;
}

function keyText(hash: string, { given }: Facts): string {
  const { paymentKeyHashes, stakeKeyHashes } = given.own;
  if (paymentKeyHashes.has(hash)) return `your payment key ${hash}`;
  if (given.own.script?.keys.has(hash)) return `the key ${hash}, which signs for this wallet with others`;
  return stakeKeyHashes.has(hash) ? `your stake key ${hash}` : `somebody else's key ${hash}`;
}

function signersText(count: number, some: string, none: string): string {
  return count === 0 ? none : `${count} ${some}`;
}

function networkText(id: number | undefined): string | undefined {
  if (id === undefined) return undefined;
  return id === 1 ? '1, mainnet' : `${id}, ${id === 0 ? 'a test network' : 'unknown'}`;
}

function accountText(hex: string): string {
  const account = parseRewardAccountBytes(hexBytes(hex));
  return account.ok ? formatRewardAccount(account.value) : hex;
}

function attachedWords({ tx }: Facts): readonly FieldWords[] {
  const { message, otherBytes } = attachedMessage(tx);
  return [
    ...(message === '' ? [] : [{ name: 'Attached message', text: message }]),
    ...(otherBytes === 0
      ? []
      : [{ name: 'Attached data', text: `${otherBytes.toLocaleString('en')} bytes of data` }]),
  ];
}

import { withoutHidden } from '#domain/words/hidden.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { toHex } from './hex.ts';
import { slice, type Transaction } from './transaction.ts';

/** Metadata label of transaction messages (CIP-20). */
const MESSAGE_LABEL = 674n;
const LONGEST_MESSAGE = 200;

/**
 * The aggregator's own message: its name and, as a second line, that it takes an order back, that it makes a recurring
 * one, or a partner. A partner is one short word, so that no sentence fits; one that reads like a site's address is usual
 * only where real trades have it (`test/contract/attached-messages.test.ts`).
 */
const USUAL_FIRST_LINE = 'Dexhunter Trade';
const USUAL_SECOND_LINE = /^(?:cancel|Partner DCA CREATE|Partner (?:[A-Za-z0-9-]{1,24}|Snek\.fun))$/;

/** Metadata label of the aggregator's own signature, which it attaches to some of the trades that it builds. */
const SIGNATURE_LABEL = 7n;
const HALF_SIGNATURE = 32;
/** Order of Ed25519's group (RFC 8032, 5.1): the second half of a signature is a number below it, little-endian. */
const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** Of 32 random bytes 12 or so can be read as ASCII, and more than this many in one of a million. */
const MOST_READABLE = 24;

export interface AttachedMessage {
  /** The message (CIP-20) in one line, without characters that hide or steer, cut to 200; empty when there is none. */
  readonly message: string;
  /** Whether its lines are exactly those that the aggregator attaches to every trade, hidden characters included. */
  readonly usual: boolean;
  /** Bytes of auxiliary data next to it. */
  readonly otherBytes: number;
  /** Whether the other bytes are exactly the signature that the aggregator attaches to its usual message. */
  readonly otherUsual: boolean;
}

/** The data attached to a transaction: its message, if there is one, and the size of the rest. */
export function attachedMessage({ bytes, spans, auxiliaryHash }: Transaction): AttachedMessage {
  if (auxiliaryHash === undefined) return { message: '', usual: false, otherBytes: 0, otherUsual: false };
  const raw = slice(bytes, spans.auxiliary);
  const scanned = scanCbor(raw);
  const metadata = scanned.ok ? metadataOf(scanned.value) : undefined;
  const entry = messageEntry(metadata);
  const lines = entry ? linesOf(entry) : [];
  const message = withoutHidden(lines.join(' ')).trim();
  if (!scanned.ok || !entry || message === '')
    return { message: '', usual: false, otherBytes: raw.length, otherUsual: false };
  const whole = scanned.value === metadata || holdsOneEntry(scanned.value);
  const plain = holdsOneEntry(entry) && isText(entry);
  const read = plain ? entry : messageOf(entry);
  const usual = isUsual(lines);
  return {
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    usual,
    otherBytes:
      whole && plain && holdsOneEntry(metadata) ? 0 : raw.length - (read ? read.end - read.start : 0),
    otherUsual: usual && whole && plain && hasSignatureBeside(metadata),
  };
}

/** Whether the only other entry has the form of an Ed25519 signature in two halves. */
function hasSignatureBeside(metadata: CborItem | undefined): boolean {
  if (metadata?.kind !== 'map' || metadata.entries.length !== 2) return false;
  const value = metadata.entries.find(
    ({ key }) => key.kind === 'int' && key.value === SIGNATURE_LABEL,
  )?.value;
  if (value?.kind !== 'array' || value.items.length !== 2) return false;
  const halves = value.items.flatMap((half) => (half.kind === 'bytes' ? [half.value] : []));
  const [point, number] = halves;
  return (
    point !== undefined &&
    number !== undefined &&
    halves.every((half) => half.length === HALF_SIGNATURE && readableIn(half) <= MOST_READABLE) &&
    BigInt(`0x${toHex(number.toReversed())}`) < GROUP_ORDER
  );
}

function readableIn(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte >= 0x20 && byte <= 0x7e).length;
}

function isUsual([first, second, ...more]: readonly string[]): boolean {
  return (
    first === USUAL_FIRST_LINE &&
    (second === undefined || USUAL_SECOND_LINE.test(second)) &&
    more.length === 0
  );
}

/** Whether it has one entry; an array, the form that can hold scripts as well, must hold none. */
function holdsOneEntry(item: CborItem | undefined): boolean {
  if (item?.kind === 'map') return item.entries.length === 1;
  if (item?.kind === 'tag') return holdsOneEntry(item.content);
  if (item?.kind !== 'array') return false;
  return item.items.slice(1).every((scripts) => scripts.kind === 'array' && scripts.items.length === 0);
}

/** Whether the message is made of text alone, as CIP-20 has it: any other line is not shown. */
function isText(entry: CborItem): boolean {
  const message = messageOf(entry);
  return message?.kind === 'array' ? message.items.every(({ kind }) => kind === 'text') : true;
}

/** The metadata map of any of the three forms of auxiliary data (Conway CDDL). */
function metadataOf(item: CborItem): CborItem | undefined {
  if (item.kind === 'map') return item;
  if (item.kind === 'array') return item.items[0];
  if (item.kind !== 'tag' || item.content.kind !== 'map') return undefined;
  return item.content.entries.find(({ key }) => key.kind === 'int' && key.value === 0n)?.value;
}

function messageEntry(metadata: CborItem | undefined): CborItem | undefined {
  if (metadata?.kind !== 'map') return undefined;
  return metadata.entries.find(({ key }) => key.kind === 'int' && key.value === MESSAGE_LABEL)?.value;
}

function messageOf(entry: CborItem): CborItem | undefined {
  if (entry.kind !== 'map') return undefined;
  return entry.entries.find(({ key }) => key.kind === 'text' && key.value === 'msg')?.value;
}

function linesOf(entry: CborItem): readonly string[] {
  const message = messageOf(entry);
  if (message?.kind === 'text') return [message.value];
  if (message?.kind !== 'array') return [];
  return message.items.flatMap((line) => (line.kind === 'text' ? [line.value] : []));
}

import { withoutHidden } from '#domain/words/hidden.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { slice, type Transaction } from './transaction.ts';

/** Metadata label of transaction messages (CIP-20). */
const MESSAGE_LABEL = 674n;
const LONGEST_MESSAGE = 200;

/**
 * The aggregator's own message: its name and, as a second line, a partner's, or that it is a recurring order. A partner
 * is one plain word, so that no sentence and no address of a site fits.
 */
const USUAL_FIRST_LINE = /^Dexhunter Trade(?: cancel)?$/;
const USUAL_SECOND_LINE = /^Partner (?:[A-Za-z0-9_-]{1,24}|DCA CREATE)$/;

export interface AttachedMessage {
  /** The message (CIP-20) in one line, without characters that hide or steer, cut to 200; empty when there is none. */
  readonly message: string;
  /** Whether its lines are exactly those that the aggregator attaches to every trade, hidden characters included. */
  readonly usual: boolean;
  /** Bytes of auxiliary data next to it. */
  readonly otherBytes: number;
}

/** What is attached to a transaction: its message where there is one, and how much else. */
export function attachedMessage({ bytes, spans, auxiliaryHash }: Transaction): AttachedMessage {
  if (auxiliaryHash === undefined) return { message: '', usual: false, otherBytes: 0 };
  const raw = slice(bytes, spans.auxiliary);
  const scanned = scanCbor(raw);
  const entry = scanned.ok ? messageEntry(metadataOf(scanned.value)) : undefined;
  const lines = entry ? linesOf(entry) : [];
  const message = withoutHidden(lines.join(' ')).trim();
  if (!scanned.ok || !entry || message === '') return { message: '', usual: false, otherBytes: raw.length };
  const alone = holdsOneEntry(scanned.value) && holdsOneEntry(metadataOf(scanned.value));
  const plain = holdsOneEntry(entry) && isText(entry);
  const read = plain ? entry : messageOf(entry);
  return {
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    usual: isUsual(lines),
    otherBytes: alone && plain ? 0 : raw.length - (read ? read.end - read.start : 0),
  };
}

function isUsual([first, second, ...more]: readonly string[]): boolean {
  return (
    first !== undefined &&
    USUAL_FIRST_LINE.test(first) &&
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

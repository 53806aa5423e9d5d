import { withoutHidden } from '#domain/words/hidden.ts';
import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { slice, type Transaction } from './transaction.ts';

/** Metadata label of transaction messages (CIP-20). */
const MESSAGE_LABEL = 674n;
const LONGEST_MESSAGE = 200;

export interface AttachedMessage {
  /** The message (CIP-20) in one line, without characters that hide or steer, cut to 200; empty when there is none. */
  readonly message: string;
  /** Bytes of auxiliary data next to it. */
  readonly otherBytes: number;
}

/** What is attached to a transaction: its message where there is one, and how much else. */
export function attachedMessage({ bytes, spans, auxiliaryHash }: Transaction): AttachedMessage {
  if (auxiliaryHash === undefined) return { message: '', otherBytes: 0 };
  const raw = slice(bytes, spans.auxiliary);
  const scanned = scanCbor(raw);
  const entry = scanned.ok ? messageEntry(metadataOf(scanned.value)) : undefined;
  if (!entry) return { message: '', otherBytes: raw.length };
  const message = withoutHidden(linesOf(entry).join(' ')).trim();
  const overhead = 16;
  const otherBytes = raw.length - (entry.end - entry.start);
  return {
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    otherBytes: message === '' ? raw.length : otherBytes > overhead ? otherBytes : 0,
  };
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

function linesOf(entry: CborItem): readonly string[] {
  if (entry.kind !== 'map') return [];
  const message = entry.entries.find(({ key }) => key.kind === 'text' && key.value === 'msg')?.value;
  if (message?.kind === 'text') return [message.value];
  if (message?.kind !== 'array') return [];
  return message.items.flatMap((line) => (line.kind === 'text' ? [line.value] : []));
}

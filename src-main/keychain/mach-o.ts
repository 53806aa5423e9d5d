/** A 64-bit macOS binary: a header of 32 bytes, load commands, and what these point to. */
const MAGIC = 0xfeedfacf;
const HEADER = 32;
const COMMAND_COUNT = 16;
const COMMAND_BYTES = 20;
const SEGMENT = 0x19;
const CODE_SIGNATURE = 0x1d;

/**
 * A macOS library as it was before signing. Publishing an app re-signs every library in it, which adds or replaces one
 * load command, the signature at the end, and the size of the segment containing it; nothing else. So two files contain
 * the same code if this is equal for both. `undefined` for any other file.
 */
export function withoutSignature(file: Buffer): Buffer | undefined {
  if (file.length < HEADER || file.readUInt32LE(0) !== MAGIC) return undefined;
  const end = HEADER + file.readUInt32LE(COMMAND_BYTES);
  if (end > file.length) return undefined;
  const parts: Buffer[] = [];
  let contentEnd = file.length;
  let at = HEADER;
  for (let left = file.readUInt32LE(COMMAND_COUNT); left > 0; left -= 1) {
    const length = at + 8 > end ? 0 : file.readUInt32LE(at + 4);
    if (length < 8 || at + length > end) return undefined;
    const command = Buffer.from(file.subarray(at, at + length));
    if (command.readUInt32LE(0) === CODE_SIGNATURE) {
      if (length !== 16) return undefined;
      contentEnd = command.readUInt32LE(8);
      // Nothing may be hidden after a signature.
      if (contentEnd < end || contentEnd + command.readUInt32LE(12) !== file.length) return undefined;
    } else parts.push(withoutSizeOfSignature(command));
    at += length;
  }
  if (at !== end) return undefined;
  const commands = Buffer.concat(parts);
  const header = Buffer.from(file.subarray(0, HEADER));
  header.writeUInt32LE(parts.length, COMMAND_COUNT);
  header.writeUInt32LE(commands.length, COMMAND_BYTES);
  const gap = Buffer.alloc(end - HEADER - commands.length);
  return trimmed(Buffer.concat([header, commands, gap, file.subarray(end, contentEnd)]));
}

/** The last segment includes the signature, so its sizes say nothing about the code. */
function withoutSizeOfSignature(command: Buffer): Buffer {
  const isLast =
    command.readUInt32LE(0) === SEGMENT &&
    command.length >= 72 &&
    command.subarray(8, 24).equals(Buffer.from('__LINKEDIT'.padEnd(16, '\0')));
  if (isLast) command.fill(0, 32, 40).fill(0, 48, 56);
  return command;
}

/** A signature begins at a multiple of 16 bytes, so a few zeros may precede it. */
function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeBech32 } from '../../cardano/bech32.ts';
import { toHex } from '../../cardano/hex.ts';
import { SecretBytes } from '../../wallet/secret-bytes.ts';
import { signerOfExtendedKey, signerOfSeed, type Signer, type SignerRole } from './signer.ts';
import { FILE_LIMIT, readEnvelope } from './text-envelope.ts';

interface KeyForm {
  readonly role: SignerRole;
  readonly extended: boolean;
}

/** Types of cardano-cli's key files. */
const ENVELOPES: ReadonlyMap<string, KeyForm> = new Map([
  ['PaymentSigningKeyShelley_ed25519', { role: 'payment', extended: false }],
  ['StakeSigningKeyShelley_ed25519', { role: 'stake', extended: false }],
  ['PaymentExtendedSigningKeyShelley_ed25519_bip32', { role: 'payment', extended: true }],
  ['StakeExtendedSigningKeyShelley_ed25519_bip32', { role: 'stake', extended: true }],
]);

/** Bech32 prefixes of CIP-5; `ed25519_sk`, of older tools, says nothing about the role. */
const PREFIXES: ReadonlyMap<string, KeyForm> = new Map([
  ['addr_sk', { role: 'payment', extended: false }],
  ['stake_sk', { role: 'stake', extended: false }],
  ['addr_xsk', { role: 'payment', extended: true }],
  ['stake_xsk', { role: 'stake', extended: true }],
  ['ed25519_sk', { role: 'payment', extended: false }],
]);

const SEED = 32;
const EXTENDED = 64;
const PUBLIC = 32;
const CHAIN_CODE = 32;
/** cardano-address writes key and chain code; cardano-cli puts the public key between them. */
const WITHOUT_PUBLIC = EXTENDED + CHAIN_CODE;
const WITH_PUBLIC = EXTENDED + PUBLIC + CHAIN_CODE;

/**
 * Reads a payment or stake key: a `.skey` file of cardano-cli, or Bech32 text of CIP-5 (`addr_sk`, `addr_xsk`,
 * `stake_sk`, `stake_xsk`) or `ed25519_sk`. A public part that does not follow from the private one is refused: a
 * signature under another public key would give the private one away. Failure: `signing-key-malformed`, which
 * repeats nothing of the text. The text itself stays in memory as long as its owner keeps it.
 */
export function readSigningKey(text: string): Result<Signer, Failure> {
  if (text.length > FILE_LIMIT) return malformed(`it has more than ${FILE_LIMIT} characters`);
  const read = text.trimStart().startsWith('{') ? readFile(text) : readBech32(text.trim());
  return read.ok ? read : malformed(read.failure);
}

function readFile(text: string): Result<Signer, string> {
  const envelope = readEnvelope(text);
  if (!envelope.ok) return envelope;
  const form = ENVELOPES.get(envelope.value.type);
  if (!form) return failed(whyNoKey(envelope.value.type));
  const { cborHex } = envelope.value;
  const length = form.extended ? WITH_PUBLIC : SEED;
  // The head of a byte string of that length, and no other way to write it.
  const head = `58${length.toString(16).padStart(2, '0')}`;
  if (!cborHex.startsWith(head) || cborHex.length !== head.length + 2 * length)
    return failed(`its cborHex is not a byte string of ${length} bytes`);
  const bytes = Buffer.alloc(length);
  bytes.write(cborHex.slice(head.length), 'hex');
  return signerOf(form, bytes);
}

function readBech32(text: string): Result<Signer, string> {
  const decoded = decodeBech32(text);
  if (!decoded.ok) return failed(`it is neither a file of cardano-cli nor Bech32 text: ${decoded.failure}`);
  const { prefix, bytes } = decoded.value;
  const form = PREFIXES.get(prefix);
  if (form) return signerOf(form, bytes);
  bytes.fill(0);
  return failed(whyNoPrefix(prefix));
}

/** Takes the bytes and wipes them. */
function signerOf({ role, extended }: KeyForm, bytes: Uint8Array): Result<Signer, string> {
  try {
    if (!extended)
      return bytes.length === SEED
        ? ok(signerOfSeed(role, SecretBytes.take(bytes)))
        : failed(`it has ${bytes.length} bytes, not ${SEED}`);
    if (bytes.length !== WITHOUT_PUBLIC && bytes.length !== WITH_PUBLIC)
      return failed(`it has ${bytes.length} bytes, not ${WITHOUT_PUBLIC} or ${WITH_PUBLIC}`);
    const stated = bytes.length === WITH_PUBLIC ? bytes.slice(EXTENDED, EXTENDED + PUBLIC) : undefined;
    const signer = signerOfExtendedKey(role, SecretBytes.take(bytes.subarray(0, EXTENDED)));
    if (!signer.ok || stated === undefined || signer.value.publicKey === toHex(stated)) return signer;
    signer.value.wipe();
    return failed('its public part does not belong to its private part');
  } finally {
    bytes.fill(0);
  }
}

function whyNoKey(type: string): string {
  if (type.includes('VerificationKey')) return 'it is a public key, which cannot sign';
  return type.includes('SigningKey')
    ? 'it is a key for something else than payments and stake'
    : 'it holds something else than a key';
}

function whyNoPrefix(prefix: string): string {
  if (/_x?vk$/.test(prefix)) return 'it is a public key, which cannot sign';
  if (/^(?:acct|root)_(?:shared_)?x?sk$/.test(prefix))
    return 'it is the key of a whole wallet or account, not of one address';
  return /_x?sk$/.test(prefix)
    ? 'it is a key for something else than payments and stake'
    : 'it is not the text of a signing key';
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('signing-key-malformed', { reason }));
}

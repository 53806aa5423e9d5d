import { createCipheriv, createPublicKey, hkdfSync, scrypt, verify } from 'node:crypto';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { blake2b224, blake2b256 } from '../cardano/hash.ts';

/** A primitive with a known answer from its specification, as lower-case hex. */
interface KnownAnswer {
  readonly primitive: string;
  readonly expected: string;
  compute(): string | Promise<string>;
}

const ABC = Buffer.from('abc');

const knownAnswers: readonly KnownAnswer[] = [
  {
    // RFC 7914, section 12.
    primitive: 'scrypt',
    expected:
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
      '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    compute: () =>
      new Promise((resolve, reject) => {
        scrypt('password', 'NaCl', 64, { N: 1024, r: 8, p: 16, maxmem: 64 * 2 ** 20 }, (error, key) => {
          if (error) reject(error);
          else resolve(key.toString('hex'));
        });
      }),
  },
  {
    // "The Galois/Counter Mode of Operation", test case 14.
    primitive: 'AES-256-GCM',
    expected: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    compute: () => {
      const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12));
      const sealed = Buffer.concat([cipher.update(Buffer.alloc(16)), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('hex');
    },
  },
  {
    // RFC 5869, test case 1.
    primitive: 'HKDF-SHA-256',
    expected: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    compute: () =>
      Buffer.from(
        hkdfSync(
          'sha256',
          Buffer.alloc(22, 0x0b),
          Buffer.from('000102030405060708090a0b0c', 'hex'),
          Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex'),
          42,
        ),
      ).toString('hex'),
  },
  {
    // Computed with the reference implementation (coreutils' b2sum -l 256).
    primitive: 'BLAKE2b-256',
    expected: 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
    compute: () => blake2b256(ABC),
  },
  {
    // Computed with the reference implementation (coreutils' b2sum -l 224).
    primitive: 'BLAKE2b-224',
    expected: '9bd237b02a29e43bdd6738afa5b53ff0eee178d6210b618e4511aec8',
    compute: () => blake2b224(ABC),
  },
  {
    // RFC 8032, section 7.1, test 1: the signature of the empty message verifies.
    primitive: 'Ed25519',
    expected: 'true',
    compute: () => {
      const spki = '302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
      const signature =
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';
      const key = createPublicKey({ key: Buffer.from(spki, 'hex'), format: 'der', type: 'spki' });
      return String(verify(null, Buffer.alloc(0), key, Buffer.from(signature, 'hex')));
    },
  },
];

/**
 * Checks at start that this runtime's cryptography gives the known answers: Electron's library lacks some of what
 * Node's has. Failure: `crypto-self-test-failed` with the primitive.
 */
export async function cryptoSelfTest(): Promise<Result<void, Failure>> {
  for (const { primitive, expected, compute } of knownAnswers) {
    const answer = await Promise.resolve()
      .then(compute)
      .catch(() => undefined);
    if (answer !== expected) return failed(failure('crypto-self-test-failed', { primitive }));
  }
  return ok(undefined);
}

import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../../src-main/agreement/canonical-json.ts';
import { manifestText, type ReleaseFile, type ReleaseTerms } from '../../src-main/release/manifest.ts';
import { signedManifestText, type ReleaseKey } from '../../src-main/release/signed-manifest.ts';
import { must } from './trader.ts';
import { DAY_MS } from '#domain/time.ts';

/** The time at which release tests take place. */
export const NOW = Date.UTC(2026, 10, 25, 12);

export const PACKAGE = Buffer.from('the bytes of a package\n'.repeat(100));

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const GOOD_FILE: ReleaseFile = {
  name: 'Touchstone-9.2.0-linux-x64.AppImage',
  platform: 'linux',
  arch: 'x64',
  size: PACKAGE.length,
  sha256: sha256Of(PACKAGE),
};

export const GOOD_TERMS: ReleaseTerms = {
  version: '9.2.0',
  previous: '9.1.0',
  minimum: '0.1.0',
  releasedAt: NOW - 2 * DAY_MS,
  expiresAt: NOW + 60 * DAY_MS,
  notes: 'Quotes are refreshed sooner.\nA cancelled order leaves the list at once.',
  page: 'https://releases.touchstone.example/9.2.0/',
  files: [
    GOOD_FILE,
    {
      name: 'Touchstone-9.2.0-windows-x64.exe',
      platform: 'windows',
      arch: 'x64',
      size: 4_242,
      sha256: 'ab'.repeat(32),
    },
  ],
};

/** A signer with their own key. */
export class Signer {
  readonly key: ReleaseKey;
  readonly #private: KeyObject;

  constructor(id = 'test-1') {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.#private = privateKey;
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    this.key = { id, publicKey: spki.subarray(-32).toString('hex') };
  }

  /** Signs any text, as a key can, even one that no honest tool would write. */
  sign(signed: string): string {
    const signature = sign(null, Buffer.from(signed), this.#private).toString('hex');
    return signedManifestText(this.key.id, signed, signature);
  }

  /** A manifest as the tool writes it. */
  manifest(change: Partial<ReleaseTerms> = {}): string {
    return this.sign(must(manifestText({ ...GOOD_TERMS, ...change })));
  }

  /** A manifest with any fields, in its canonical text. */
  anything(change: Readonly<Record<string, unknown>>): string {
    const good = JSON.parse(must(manifestText(GOOD_TERMS))) as Record<string, unknown>;
    return this.sign(canonicalJson({ ...good, ...change } as Parameters<typeof canonicalJson>[0]));
  }
}

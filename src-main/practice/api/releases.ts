import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { DAY_MS, type EpochMs } from '#domain/time.ts';
import { reply, type Api } from './server.ts';

/**
 * Made-up releases for testing how releases are checked: a manifest signed with practice's own key, or one with a
 * fault. Only tests make an app trust this key; its private half is public below and worthless.
 */

/** The manifests that practice can be started with. */
export const RELEASE_KINDS = [
  'good',
  /** One letter of the notes was changed after signing. */
  'altered',
  'expired',
  /** For a version lower than any running one. */
  'downgraded',
  'unsigned',
  /** Signed by another key under the name of practice's. */
  'other-key',
  'other-product',
  /** Dated a week ahead. */
  'ahead',
  /** Its page is on a host that is not practice's. */
  'page-elsewhere',
  /** Larger than any manifest. */
  'huge',
] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

const VERSION = '99.1.0';
const LOWER = '0.0.1';
const KEY_ID = 'practice';
const PAGES = 'https://releases.touchstone.example/';
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The only file in practice's releases. */
export const PRACTICE_PACKAGE = {
  name: `Touchstone-${VERSION}-linux-x64.AppImage`,
  bytes: Buffer.from('A package of practice: it holds nothing.\n'.repeat(1_000)),
} as const;

/** The key that a test must trust to accept practice's releases, besides their address. */
export const practiceReleaseKey = { id: KEY_ID, publicKey: publicKeyOf(privateKey('release key')) } as const;

/** Serves one manifest at `/touchstone-release.json`, signed for each request with the time of that request. */
export function releasesApi(kind: ReleaseKind, now: () => EpochMs): Api {
  const trouble: Api['trouble'] = (status, message) => reply(status, { error: 'release', message });
  return {
    routes: [
      {
        method: 'GET',
        path: '/touchstone-release.json',
        handle: () => reply(200, practiceRelease(kind, now())),
      },
    ],
    bodyLimit: 0,
    trouble,
  };
}

/** A signed manifest as an object; its file is the plain JSON of it. */
export function practiceRelease(kind: ReleaseKind, now: number): unknown {
  if (kind === 'huge') return { format: 'touchstone-release', padding: 'x'.repeat(4_000_000) };
  // Keys in alphabetical order at every level: a manifest has exactly one text.
  const manifest = {
    expiresAt: kind === 'expired' ? now - DAY_MS : now + 60 * DAY_MS,
    files: [
      {
        arch: 'x64',
        name: PRACTICE_PACKAGE.name,
        platform: 'linux',
        sha256: createHash('sha256').update(PRACTICE_PACKAGE.bytes).digest('hex'),
        size: PRACTICE_PACKAGE.bytes.length,
      },
    ],
    format: 'touchstone-release-manifest',
    formatVersion: 1,
    minimum: kind === 'downgraded' ? LOWER : '0.1.0',
    notes:
      'A release of practice, for tests.\n- Quotes are refreshed sooner.\n- A cancelled order leaves the list at once.',
    page: `${kind === 'page-elsewhere' ? 'https://elsewhere.example/' : PAGES}${VERSION}/`,
    product: kind === 'other-product' ? 'whetstone' : 'touchstone',
    releasedAt: kind === 'expired' ? now - 30 * DAY_MS : kind === 'ahead' ? now + 7 * DAY_MS : now - DAY_MS,
    version: kind === 'downgraded' ? LOWER : VERSION,
  };
  if (kind === 'unsigned') return manifest;
  const signed = JSON.stringify(manifest);
  const key = privateKey(kind === 'other-key' ? 'another key' : 'release key');
  return {
    format: 'touchstone-release',
    formatVersion: 1,
    key: KEY_ID,
    signature: sign(null, Buffer.from(signed), key).toString('hex'),
    signed: kind === 'altered' ? signed.replace('Quotes', 'Quotas') : signed,
  };
}

/** Fields of the ready line with which an app can fetch releases from this practice. */
export function releaseLines(host: string): { readonly releases_url: string; readonly release_key: string } {
  return {
    releases_url: `http://${host}/releases/touchstone-release.json`,
    release_key: practiceReleaseKey.publicKey,
  };
}

function privateKey(name: string) {
  const seed = createHash('sha256').update(`touchstone practice: ${name}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: ReturnType<typeof privateKey>): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
}

import * as v from 'valibot';
import { releaseKeyId, type ReleaseKey } from './signed-manifest.ts';

/** Where releases come from, and who vouches for them. */
export interface ReleaseChannel {
  /** The https address of the newest signed manifest; absent if this build has none and never asks. */
  readonly address?: string | undefined;
  /** The required beginning of a release page's address; absent: no page is opened. */
  readonly pages?: string | undefined;
  /** Newest key first. */
  readonly keys: readonly ReleaseKey[];
}

const httpsPlace = v.pipe(v.string(), v.maxLength(200), v.regex(/^https:\/\/[a-z0-9.-]+\.[a-z]+\/[\w./-]*$/));

const schema = v.strictObject({
  address: v.nullable(httpsPlace),
  pages: v.nullable(v.pipe(httpsPlace, v.endsWith('/'))),
  keys: v.pipe(
    v.array(v.strictObject({ id: releaseKeyId, publicKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
    v.maxLength(8),
    v.check((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'two keys have one id'),
  ),
});

/** Reads `resources/releases.json`. @throws ValiError if it is invalid: the build is then unusable. */
export function releaseChannel(json: unknown): ReleaseChannel {
  const { address, pages, keys } = v.parse(schema, json);
  return { address: address ?? undefined, pages: pages ?? undefined, keys };
}

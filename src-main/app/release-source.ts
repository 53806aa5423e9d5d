import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { ReleaseParts } from '../features/releases/release-calls.ts';
import { parseBaseUrl, type BaseUrl } from '../http/base-url.ts';
import { HttpClient } from '../http/http-client.ts';
import type { HttpTrouble } from '../http/trouble.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { ReleaseChannel } from '../release/channel.ts';
import { MOST_SIGNED_TEXT } from '../release/signed-manifest.ts';
import { chosenFiles } from '../system/chosen-files.ts';

const FETCH_MS = 20_000;

/**
 * Reads a channel's manifest with the client used for every other call: one origin, no redirects, no cookies, a size
 * limit and a deadline.
 */
export function releaseParts(channel: ReleaseChannel, clock: Clock, random: Random): ReleaseParts {
  const base =
    channel.address === undefined ? undefined : parseBaseUrl(channel.address, { pathAllowed: true });
  if (!base?.ok)
    return {
      channel,
      files: chosenFiles,
      fetch: () => Promise.resolve(failed(failure('release-address-missing'))),
    };
  const { host } = base.value;
  return { channel, host, files: chosenFiles, fetch: () => fetchText(base.value, clock, random) };
}

/** A new client each time: one request a day is no reason to keep a connection open. */
async function fetchText(base: BaseUrl, clock: Clock, random: Random): Promise<Result<string, Failure>> {
  const http = new HttpClient({ base, clock, random });
  const unreachable = (reason: string): Result<never, Failure> =>
    failed(failure('release-unreachable', { host: base.host, reason }));
  try {
    const answer = await http.send({
      method: 'GET',
      segments: [],
      readOnly: true,
      timeoutMs: FETCH_MS,
      maxBytes: MOST_SIGNED_TEXT,
    });
    if (!answer.ok) return unreachable(REASONS[answer.failure.kind]);
    return answer.value.status === 200 ? ok(answer.value.text) : unreachable(`status ${answer.value.status}`);
  } finally {
    await http.close();
  }
}

const REASONS: Readonly<Record<HttpTrouble['kind'], string>> = {
  unreachable: 'it cannot be reached',
  certificate: 'its certificate is not valid',
  timeout: 'it did not answer in time',
  redirected: 'it sends elsewhere, which is not followed',
  'too-large': 'what it sent is too large for a manifest',
  malformed: 'what it sent is not text',
  cancelled: 'it was given up',
  paused: 'it asks to wait',
};

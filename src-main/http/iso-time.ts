import { epochMs, type EpochMs } from '#domain/time.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * ISO 8601 text as milliseconds since 1970. Without a zone it is UTC: the clock of this machine means nothing to the
 * sender. `undefined` for other text, and for times before 1970, which some services write for "none".
 */
export function isoTime(text: string): EpochMs | undefined {
  const [whole, day = '', clock = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const ms = Date.parse(`${day}T${clock}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase()}`);
  return ms >= 0 ? epochMs(ms) : undefined;
}

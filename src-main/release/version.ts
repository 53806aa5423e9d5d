/**
 * A version by the rules of semver.org 2.0.0, without build metadata: two builds of one version are not distinguished.
 */
const VERSION =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-((?:0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*))*))?$/;

/** Most characters in a version. */
const MOST_VERSION = 40;

/** ASCII only, so that no look-alike digit or hidden letter passes for a version. */
export function isVersion(text: string): boolean {
  return text.length <= MOST_VERSION && VERSION.test(text);
}

/**
 * Compares two versions by precedence (semver.org 2.0.0, 11): below 0 if the left one is lower.
 * @throws RangeError for a text that is not a version.
 */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [partsOf(left), partsOf(right)];
  for (const [place, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[place] ?? 0);
    if (difference !== 0) return difference;
  }
  // A pre-release comes before its version.
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  for (const [place, part] of one.before.entries()) {
    const against = other.before[place];
    if (against === undefined) return 1;
    const difference = comparePart(part, against);
    if (difference !== 0) return difference;
  }
  return one.before.length - other.before.length;
}

/** The higher version; the first of equal ones. */
export function highestVersion(first: string, ...others: readonly string[]): string {
  return others.reduce((highest, each) => (compareVersions(each, highest) > 0 ? each : highest), first);
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly before: string[] } {
  const match = isVersion(version) ? VERSION.exec(version) : null;
  if (!match) throw new RangeError('this is not a version');
  const [, major, minor, patch, before = ''] = match;
  return {
    numbers: [major, minor, patch].map(Number),
    before: before === '' ? [] : before.split('.'),
  };
}

/** Numbers come before words and are compared as numbers; words by their ASCII codes. */
function comparePart(left: string, right: string): number {
  const [one, other] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (one && other) return Number(left) - Number(right);
  if (one !== other) return one ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
}

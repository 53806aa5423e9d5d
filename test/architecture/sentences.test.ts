import { describe, expect, it } from 'vitest';
import { sentencesIn } from '../support/sentences.ts';
import { sourceFiles } from '../support/source-files.ts';

/** What has all its sentences in catalogues. It grows until it is all that people read. */
const DONE = [
  'src-main/features/approval/price-lines.ts',
  'src-main/features/approval/together.ts',
  'src-main/features/approval/approval-view.ts',
  'src-main/inspect/anatomy.ts',
  'src-main/inspect/anatomy-fields.ts',
  'src-main/inspect/rules/',
  'src-main/inspect/rule.ts',
  'src-main/inspect/summary.ts',
  'src-main/inspect/figures.ts',
  'src-main/inspect/wording.ts',
  'src-main/offline/objections.ts',
  'src-main/offline/judge.ts',
  'src-main/proof/said.ts',
  'src-main/trading/batch-agreement.ts',
  'src-renderer/features/book/',
  'src-renderer/features/chart/',
  'src-renderer/features/markets/',
  'src-renderer/features/tokens/',
];

/** Texts that stay where they are, with the reason. */
const ALLOWED: readonly { readonly at: RegExp; readonly text: RegExp; readonly because: string }[] = [
  {
    at: /^src-renderer\/features\/(markets|book|tokens|chart)\//,
    text: /: ADA$/,
    because: 'a ticker',
  },
  {
    at: /^src-renderer\/features\/(markets|chart)\//,
    text: /: (Esc|Escape|Home|End|Arrow|Key…)$/,
    because: 'the names that a browser has for the keys',
  },
  { at: /^src-renderer\/features\/chart\//, text: /: px$/, because: 'a unit' },
];

describe('sentences stand in catalogues', () => {
  const done = sourceFiles().filter(
    ({ path }) => DONE.some((start) => path.startsWith(start)) && !/\.(en|de)\.ts$/.test(path),
  );

  it.each(DONE)('%s has files', (start) => {
    expect(done.some(({ path }) => path.startsWith(start))).toBe(true);
  });

  it('and nowhere else', () => {
    const outside = done.flatMap((file) =>
      sentencesIn(file)
        .filter((said) => !ALLOWED.some(({ at, text }) => at.test(file.path) && text.test(said)))
        .map((said) => `${file.path}:${said}`),
    );
    expect(outside).toEqual([]);
  });

  it('and each exception is still needed', () => {
    const unused = ALLOWED.filter(
      ({ at, text }) =>
        !done.some((file) => at.test(file.path) && sentencesIn(file).some((said) => text.test(said))),
    );
    expect(unused).toEqual([]);
  });
});

describe('a sentence is found', () => {
  const inScript = (text: string) => sentencesIn({ path: 'a.ts', text });
  const inComponent = (text: string) => sentencesIn({ path: 'A.svelte', text });

  it.each([
    ["const a = 'Nothing was sent.';", '1: Nothing was sent.'],
    ["\nconst a = { title: 'Swap' };", '2: Swap'],
    ['const a = `${n} trades`;', '1: … trades'],
    ['const a = `At ${price}, or better.`;', '1: At …, or better.'],
    ["const a = b ? `x ${c ? 'one order' : 'many'}` : 'z';", '1: one order'],
  ])('in %s', (text, said) => {
    expect(inScript(text)).toEqual([said]);
  });

  it.each([
    ["import { a } from './the file.ts';", 'an import'],
    ["type A = 'one order' | 'Swap';", 'a type'],
    ["throw new RangeError('a ladder has levels');", 'what a bug says'],
    ["const a = 'swap-limit'; const b = `${c}-order`; const d = `${e}.json`;", 'a code or a name'],
    ["// Nothing was sent.\nconst a = 'x';", 'a comment'],
  ])('and not in %s: %s', (text) => {
    expect(inScript(text)).toEqual([]);
  });

  it.each([
    ['<p>Nothing was sent.</p>', '1: Nothing was sent.'],
    ['<p>\n  <b>Swap</b>\n</p>', '2: Swap'],
    ['<button title="Close it">x</button>', '1: Close it'],
    ['<input placeholder="Amount" class="wide one" />', '1: Amount'],
    ['<Field label="Amount" />', '1: Amount'],
    ['<p aria-label={`${n} orders`}>{n}</p>', '1: … orders'],
    ["<p>{a ? 'one order' : b}</p>", '1: one order'],
    ['<script lang="ts">\n  const a = "Nothing was sent.";\n</script>\n<p>{a}</p>', '2: Nothing was sent.'],
  ])('in %s', (text, said) => {
    expect(inComponent(text)).toEqual([said]);
  });

  it.each([
    '<p class="one two" data-testid="the name" style:color="red">{a}</p>',
    '<!-- Nothing was sent. --><p>·</p>',
    '<style>\n  p { font-family: "Inter Variable", sans-serif; }\n</style>',
  ])('and not in %s', (text) => {
    expect(inComponent(text)).toEqual([]);
  });
});

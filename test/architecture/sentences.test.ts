import { describe, expect, it } from 'vitest';
import { sentencesIn } from '../support/sentences.ts';
import { sourceFiles } from '../support/source-files.ts';

/** Sources whose sentences are all in catalogues. The list grows until it covers everything that people read. */
const DONE = [
  'src-renderer/features/settings/',
  'src-renderer/features/offline/',
  'src-renderer/features/vault/',
  'src-renderer/features/approval/',
  'src-main/features/approval/price-lines.ts',
  'src-main/features/approval/together.ts',
  'src-main/features/approval/approval-view.ts',
  'src-main/features/approval/details-view.ts',
  'src-main/features/alerts/alert-notices.ts',
  'src-main/features/dca/',
  'src-main/features/limit/',
  'src-main/features/notices/',
  'src-main/features/orders/',
  'src-main/features/swap/',
  'src-main/features/trades/',
  'src-main/features/releases/',
  'src-main/profile/ledger-probe.ts',
  'src-main/profile/service-probe.ts',
  'src-main/profile/variations.ts',
  'src-main/trading/best-price.ts',
  'src-main/trading/price-check.ts',
  'src-main/trading/resting-price.ts',
  'src-main/trading/kinds/',
  'src-main/inspect/anatomy.ts',
  'src-main/inspect/anatomy-fields.ts',
  'src-main/inspect/rules/',
  'src-main/inspect/rule.ts',
  'src-main/inspect/summary.ts',
  'src-main/inspect/figures.ts',
  'src-main/inspect/wording.ts',
  'src-main/offline/objections.ts',
  'src-main/offline/judge.ts',
  'src-main/proof/sentence-data.ts',
  'src-main/trading/batch-agreement.ts',
  'src-renderer/features/dca/',
  'src-renderer/features/limit/',
  'src-renderer/features/swap/',
  'src-renderer/order-entry/',
  'src-renderer/features/orders/',
  'src-renderer/features/trades/',
  'src-renderer/features/alerts/',
  'src-renderer/features/notices/',
  'src-renderer/features/quality/',
  'src-renderer/features/replay/',
  'src-renderer/features/wallet/',
  'src-renderer/features/book/',
  'src-renderer/features/charts/',
  'src-renderer/chart-window/',
  'src-renderer/features/markets/',
  'src-renderer/features/tokens/',
  'src-renderer/features/onboarding/',
  'src-renderer/features/releases/',
  'src-renderer/features/look/',
  'src-renderer/app/',
  'src-renderer/chart/',
  'src-renderer/ui/',
  'src-renderer/widgets/',
  'src-renderer/state/',
  'src-renderer/format/',
];

/** Texts that stay where they are, with the reason. */
const ALLOWED: readonly { readonly at: RegExp; readonly text: RegExp; readonly because: string }[] = [
  {
    at: /^src-main\/trading\//,
    text: /: (its pools could not be computed|it (is of the old form|hides its stake|pairs your own key) .*)$/,
    because: 'clauses are kept in English and found again in their catalogue (kept-texts.test.ts)',
  },
  {
    at: /^src-main\/(profile|features)\//,
    text: /: (zzzz nothing has this name zzzz|… UTC|row …)$/,
    because: 'a query to a service, a moment, and the text of a bug',
  },
  {
    at: /^src-renderer\//,
    text: /^\d+: (, |…\s)?(ADA|UTC|Touchstone( ·)?( …)?)$/,
    because: 'names, the same in every language',
  },
  {
    at: /^src-renderer\//,
    text: /^\d+: (Ctrl|Control|Shift|Alt|Meta|Menu|Enter|Esc|Escape|Tab|Space|Home|End|Arrow|Del|Delete|Backspace|Dead|Period|Key…)$/,
    because: 'names of keys, as browsers have them; what shows them gives them in the words of the keyboard',
  },
  {
    at: /^src-renderer\/features\/settings\/ProfileForm/,
    text: /^\d+: Live$/,
    because: 'a name that is kept, and the same in German',
  },
  {
    at: /^src-renderer\/features\/settings\/ProfileForm/,
    text: /^\d+: https?:\/\/\S*$/,
    because: 'how an address begins',
  },
  {
    at: /^src-renderer\/format\/glossary/,
    text: /: …(Means|From|Rests)$/,
    because: 'ends of ids',
  },
  {
    at: /^src-renderer\/chart\//,
    text: /: (… ?px …|…px|12px sans-serif|UTC………|Stoch|… … · … … · …)$/,
    because: 'sizes, figures with signs, and an indicator’s short name',
  },
  {
    at: /^src-renderer\/ui\//,
    text: /: (button, input, select|Mac|\(prefers-color-scheme: dark\))$/,
    because: 'what only browsers read',
  },
  {
    at: /^src-renderer\/features\/wallet\/SendSheet/,
    text: /: max$/,
    because: 'what may be typed for all that there is',
  },
  { at: /^src-renderer\/features\/charts\//, text: /: px$/, because: 'a unit' },
];

describe('sentences stand in catalogues', () => {
  const files = sourceFiles();
  const paths = new Set(files.map(({ path }) => path));
  const has = (path: string, language: string): boolean =>
    paths.has(path.replace(/(\.ts)?$/, `.${language}.ts`));
  /** A language's, or the English one of a page. */
  const isCatalogue = (path: string): boolean =>
    /\.(en|de)\.ts$/.test(path) || (has(path, 'de') && !has(path, 'en'));
  const done = files.filter(({ path }) => DONE.some((start) => path.startsWith(start)) && !isCatalogue(path));

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
    ["if (event.key === 'Enter') press();", 'a key'],
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
    "<p class={['listing dense', { old }]}>{a}</p>",
    '<style>\n  p { font-family: "Inter Variable", sans-serif; }\n</style>',
  ])('and not in %s', (text) => {
    expect(inComponent(text)).toEqual([]);
  });
});

import { ruleTable } from '../../src-main/inspect/rule-table.ts';
import { glossary } from '../../src-renderer/format/glossary.ts';

/** The chapters of the rules, by the letter that their ids begin with. */
const FAMILIES: Readonly<Record<string, readonly [title: string, about: string]>> = {
  D: ['Decoding', 'One plain transaction, read the same way twice.'],
  R: ['Resolving', 'What goes in is known, proven, and adds up.'],
  V: ['The trade', 'The transaction does what you asked for, and nothing else.'],
  F: ['What a trade never needs', 'Powers of the ledger that would reach beyond the trade.'],
  P: ['Your limits', 'What you set, and what you have not seen before.'],
  S: ['Second proof', 'A separate program has to agree.'],
};

/** The manual's chapter on the checks: the scope and limits of each rule of the inspector, from its table. */
export function checksChapter(): string {
  const chapters = Object.entries(FAMILIES).map(([letter, [title, about]]) => {
    const rules = ruleTable
      .filter(({ id }) => id.startsWith(letter))
      .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
    return [
      `## ${title}`,
      about,
      ...rules.map(({ id, holds, leavesOut }) => `**${id}** ${holds} Not covered: ${lowered(leavesOut)}`),
    ].join('\n\n');
  });
  return `${[
    '# Every check',
    `${ruleTable.length} rules judge the bytes of a transaction before a key touches it. Each is named by a letter and a number, in the approval window, in reports and on the command line. The sentence says what holds where the rule has found nothing.`,
    ...chapters,
  ].join('\n\n')}\n`;
}

/** The manual's chapter on the figures, as the desk explains them. */
export function figuresChapter(): string {
  const chapters = glossary.map(({ name, terms }) =>
    [
      `## ${name}`,
      ...terms.map(
        ({ names, means, from, rests }) =>
          `**${names.join(' · ')}**: ${means} From: ${lowered(from)} Rests on: ${lowered(rests)}`,
      ),
    ].join('\n\n'),
  );
  return `${[
    '# What the figures mean',
    'The same is shown in the app: click the name of a figure, or press `H` for all of them.',
    ...chapters,
  ].join('\n\n')}\n`;
}

/** As part of a sentence: names that begin with a capital anyway stay as they are. */
function lowered(text: string): string {
  return /^[A-Z][a-z]* ?/.test(text) && !text.startsWith('ADA')
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { germanClause } from '#domain/sentences/clauses.ts';
import { clauseWords } from '#domain/sentences/clauses.en.ts';
import { journalText } from '#domain/sentences/journal.ts';
import { journalWords } from '#domain/sentences/journal.en.ts';
import pools from '../../resources/pool-scripts.json' with { type: 'json' };
import { sourceFiles } from '../support/source-files.ts';

/*
 * What is kept as English text is translated by finding it in its catalogue again. So what the code keeps is compared with
 * the catalogues: a sentence that is only changed at one of the two places would stay English in a German window.
 */

const HOLE = '7';
const sources = sourceFiles();

/** The strings in these files that hold words, with a figure in the place of each value. */
function textsIn(folder: RegExp): readonly string[] {
  return sources
    .filter(({ path }) => folder.test(path))
    .flatMap(({ path, text }) => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
        if (ts.isStringLiteralLike(node)) found.push(node.text);
        else if (ts.isTemplateExpression(node))
          found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(HOLE));
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
      return found;
    });
}

/** A catalogue's texts with the same figure in the place of each value. */
function textsOf(words: Readonly<Record<string, string | ((values: never) => string)>>): readonly string[] {
  const figures = new Proxy({}, { get: () => HOLE });
  return Object.values(words).map((entry) => (typeof entry === 'string' ? entry : entry(figures as never)));
}

describe('the steps of a journal', () => {
  /** How notes are put together where they are more than one text. */
  const joined = [/^no clear answer/, /^a block of the exchange’s was rolled back/, /orders closed$/];

  it('are in the catalogue as the code keeps them, and no others', () => {
    const kept = new Set(textsIn(/^src-main\/trading\//));
    const missing = textsOf(journalWords).filter(
      (text) => !kept.has(text) && !joined.some((form) => form.test(text)) && !EARLIER.has(text),
    );
    expect(missing).toEqual([]);
  });

  it('are in German where a journal is read in German, with the values that they have', () => {
    expect(journalText('built and inspected', 'de')).toBe('gebaut und geprüft');
    expect(journalText('built and inspected', 'en')).toBe('built and inspected');
    expect(journalText('2 of 12 orders closed', 'de')).toBe('2 von 12 Orders geschlossen');
    expect(journalText('a block of the exchange’s was rolled back; 1 of 2 orders closed', 'de')).toBe(
      'ein Block der Börse wurde zurückgerollt; 1 von 2 Orders geschlossen',
    );
    expect(journalText('no clear answer (inputs-spent)', 'de')).toBe('keine klare Antwort (inputs-spent)');
    expect(journalText('what another version wrote', 'de')).toBe('what another version wrote');
  });

  it('are all that the code writes into it', () => {
    const written = textsIn(/^src-main\/trading\//).filter((text) => NOTES.some((note) => note.test(text)));
    expect(written.length).toBeGreaterThan(15);
    expect(written.filter((text) => journalText(text, 'de') === text)).toEqual([]);
  });
});

/** Notes of earlier versions, which journals still have. */
const EARLIER: ReadonlySet<string> = new Set(['sent again by the user']);

/** What notes begin with, wherever they are written. */
const NOTES: readonly RegExp[] = [
  /^(built and|accepted by|assembled (here|by)|signed[;:]|signed elsewhere|not (signed|assembled|sent|on chain) ?[(:])/,
  /^(sent to the ledger|the ledger (took|refused|says that)|on chain[;: ]|its (block|validity)|left (by|open))/,
  /^(a newer review|two proofs|our own signature|handed out to|signatures of|transaction \d|rule \d+ blocks|the second back-end shows)/,
];

describe('why something was not computed', () => {
  it('is in the catalogue as the code has it', () => {
    const kept = new Set([...textsIn(/^src-main\/(audit|pools|router|trading)\//), ...textsOfPools()]);
    expect(textsOf(clauseWords).filter((text) => !kept.has(text))).toEqual([]);
  });

  it('is all in the catalogue that begins as such reasons do', () => {
    const reasons = textsIn(/^src-main\/audit\//).filter((text) => REASONS.test(text));
    expect(reasons.length).toBeGreaterThan(40);
    expect(reasons.filter((text) => germanClause(text) === text)).toEqual([]);
  });

  it('is in German with the clause in it; what programs say of bytes stays', () => {
    expect(germanClause('its pool cannot be read: a reserve of the pool is zero')).toBe(
      'Der Pool ist nicht lesbar: Eine Reserve des Pools ist leer',
    );
    expect(germanClause('17 base units it held were neither sold nor returned')).toBe(
      '17 Basiseinheiten, die sie hielt, wurden weder verkauft noch zurückgegeben',
    );
    expect(germanClause('its pool cannot be read: the fee is not an integer')).toBe(
      'Der Pool ist nicht lesbar: the fee is not an integer',
    );
    expect(germanClause('the fee is not an integer')).toBe('the fee is not an integer');
    expect(germanClause('x'.repeat(100_000))).toBe('x'.repeat(100_000));
  });
});

/** Clauses, and not the names of what is read, which reasons are made with. */
const REASONS =
  /^(its?|the (order|pool|transaction)|what|no|consecutive|one of its|fills)\b.*\b(is|are|was|does|did|has|cannot|names|pays|continues|spends|fills|executes|trades?|sells|adds|share|differ)\b/;

function textsOfPools(): readonly string[] {
  return [...JSON.stringify(pools).matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason ?? '');
}

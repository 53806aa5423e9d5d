import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { germanClause } from '#domain/sentences/clauses.ts';
import { clauseWords } from '#domain/sentences/clauses.en.ts';
import pools from '../../resources/pool-scripts.json' with { type: 'json' };
import { sourceFiles } from '../support/source-files.ts';

/*
 * Kept English texts are translated by finding them in their catalogue again. These tests compare the texts that the
 * code keeps with the catalogues: a sentence changed in only one of the two places would stay English in a German
 * window.
 */

const HOLE = '7';
const sources = sourceFiles();

/** All strings in these files, with a figure in place of each value. */
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

/** A catalogue's texts, with the same figure in place of each value. */
function textsOf(words: Readonly<Record<string, string | ((values: never) => string)>>): readonly string[] {
  const figures = new Proxy({}, { get: () => HOLE });
  return Object.values(words).map((entry) => (typeof entry === 'string' ? entry : entry(figures as never)));
}

/** Code that judges fills: for orders and pools, the catalogue of the checks has the texts. */
const FILLS =
  /^src-main\/exchanges\/(\w+\/(\w+-)?batch|around|audit|audited-order|execution|own-fill|pool-line|pool-states|replay|settlement|shortfall|venue)\.ts$/;

describe('why something was not computed', () => {
  it('is written by the code, if the catalogue has it', () => {
    const kept = new Set([...textsIn(/^src-main\/(exchanges|trading)\//), ...textsOfPools()]);
    expect(textsOf(clauseWords).filter((text) => !kept.has(text))).toEqual([]);
  });

  it('is in the catalogue, if the code writes it', () => {
    const reasons = textsIn(FILLS).filter((text) => REASONS.test(text));
    expect(reasons.length).toBeGreaterThan(40);
    expect(reasons.filter((text) => germanClause(text) === text)).toEqual([]);
  });

  it('is shown in German with the clause in it; what programs say of bytes stays English', () => {
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

/** Matches clauses, but not the names of fields that reasons are made with. */
const REASONS =
  /^(its?|the (order|pool|transaction)|what|no|consecutive|one of its|fills)\b.*\b(is|are|was|does|did|has|cannot|names|pays|continues|spends|fills|executes|trades?|sells|adds|share|differ)\b/;

function textsOfPools(): readonly string[] {
  return [...JSON.stringify(pools).matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason ?? '');
}
